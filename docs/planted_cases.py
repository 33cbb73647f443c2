"""Runs whose answer is known beforehand, and pictures of what the first page says of them.

Run: python docs/planted_cases.py FOLDER [CASE ...] (needs chromium and chromium-driver). It makes the runs in FOLDER,
offline, and writes docs/images/planted-CASE.jpg: the first screen on a desktop and a phone, light and dark.
"""

import sys
import tempfile
from pathlib import Path

from PIL import Image
from screenshots import photograph

import paragone
from paragone.core.errors import ParagoneError
from paragone.report.site.build import build_report
from paragone.store.folder import RunFolder

HERE = Path(__file__).parent / "images"
RETRIEVAL = {"use": "rprecision", "encoder": "clip_scene", "candidates": 10}
SCENES = {"use": "paintskills", "name": "objects", "skill": "object", "n": 30}
PLAN = {"seeds": [0, 1], "scenarios": [SCENES], "metrics": ["skill_object", RETRIEVAL, "fractal", "blackout"]}
DESKTOP, PHONE = (1280, 800), (390, 800)
MOST_BYTES = 80_000


def damaged(name: str, kind: str, amount: float) -> dict[str, object]:
    """A model of the simulator that errs in a known way."""
    return {"use": "scene_damaged", "name": name, "kind": kind, "amount": amount}


def photographs(folder: Path) -> dict[str, object]:
    """Two models that draw photographs (crops of those in scikit-image), judged by a detector made for scenes."""
    from skimage import data

    taken = [data.astronaut(), data.chelsea(), data.coffee(), data.rocket()]  # what is asked for is in the first
    rows = ["id,prompt"]
    for number in range(24):
        picture = Image.fromarray(taken[number % 4])
        rows.append(f"p{number:02},a photo of {('person', 'dog', 'umbrella', 'bus')[number % 4]}")
        for shift, model in enumerate(("ckpt-a", "ckpt-b")):
            (folder / model).mkdir(parents=True, exist_ok=True)
            left, top = 8 * (number // 4) + 4 * shift, 6 * (number // 4)
            box = (left, top, left + 260, top + 260)
            picture.crop(box).resize((256, 256)).save(folder / model / f"p{number:02}.png")
    (folder / "prompts.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return {
        "title": "Planted: domain",
        "seeds": [0],
        "scenarios": [{"use": "file", "name": "photographs", "path": str(folder / "prompts.csv")}],
        "models": [{"use": "folder", "name": name, "path": str(folder / name)} for name in ("ckpt-a", "ckpt-b")],
        "metrics": ["skill_object", {**RETRIEVAL, "candidates": 4}, "fractal", "blackout"],
    }


def plan_of(case: str, root: Path) -> dict[str, object]:
    """The plan of a case: what is planted is in its models."""
    models = {
        "winner": [damaged("ckpt-a", "drop", 0.05), damaged("ckpt-b", "drop", 0.9)],
        "tie": [damaged("ckpt-a", "drop", 0.3), damaged("ckpt-b", "drop", 0.31)],
        "mixed": [damaged("crisp", "drop", 0.8), damaged("blurred", "blur", 0.5)],
        "missing": [
            damaged("ckpt-a", "drop", 0.05),
            {"use": "http", "name": "service", "base_url": "http://127.0.0.1:9", "tries": 1},
        ],
    }
    if case == "domain":
        return photographs(root / "photographs")
    return PLAN | {"title": f"Planted: {case}", "models": models[case]}


def main() -> None:
    """Make each run and its picture."""
    root = Path(sys.argv[1]).resolve()
    for case in sys.argv[2:] or ["winner", "tie", "mixed", "missing", "domain"]:
        try:
            paragone.run(plan_of(case, root), out=root / case)
        except ParagoneError as error:
            sys.stderr.write(f"{case}: {error}\n")
        page = Path(build_report(RunFolder(root / case)))
        contact_sheet(page, HERE / f"planted-{case}.jpg")


def contact_sheet(page: Path, target: Path) -> None:
    """The first screen four times: desktop and phone, light above dark."""
    sheet = Image.new("RGB", ((DESKTOP[0] + PHONE[0]) // 2, DESKTOP[1]))
    with tempfile.TemporaryDirectory() as folder:
        shot = Path(folder) / "shot.png"
        for top, scheme in ((0, "light"), (DESKTOP[1] // 2, "dark")):
            for left, size in ((0, DESKTOP), (DESKTOP[0] // 2, PHONE)):
                photograph(page, shot, size=size, scheme=scheme)
                half = (size[0] // 2, size[1] // 2)
                sheet.paste(Image.open(shot).convert("RGB").resize(half, Image.Resampling.LANCZOS), (left, top))
    for quality in (72, 64, 56, 48, 40, 32):  # the first that is small enough for a repository
        sheet.save(target, quality=quality, optimize=True, progressive=True)
        if target.stat().st_size < MOST_BYTES:
            return


if __name__ == "__main__":
    main()
