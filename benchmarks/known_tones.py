"""Are the shares of skin tones that a run measures those that were drawn? On faces whose tone is painted in.

    python benchmarks/known_tones.py FACES.csv OUT [--seed 0] [--lights]

FACES.csv (`image`, `group`) lists pictures of faces, drawn by any generator. In each the skin is brought to every Monk
colour (the median of the face's oval without eyes and lips is that colour; folds, shadows and highlights stay), put
under light of a random colour and strength, and given noise: OUT/faces.csv says which tone is which. The model
`biased_faces` then draws them for DALL-Eval's prompts with stated shares, which what the run counted is held against.
The truth is the painter's and not the detector's: it looks at the whole face, the detector at two cheeks.
With --lights the same faces stand in white, warm and cold light, and each guess of the light's colour is tried.
"""

import argparse
import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

import paragone
from paragone.annotators.people._cheeks import LIDS
from paragone.core.catalogue import make
from paragone.core.types import Picture
from paragone.inputs.rows import read_table
from paragone.stats.bias import corrected_interval
from paragone.stats.skin import MONK_RGB, lab_of
from paragone.stats.skin.lab import encoded, linear
from paragone.stats.wilson import wilson

Pixels = npt.NDArray[np.uint8]
SIDE = 256
OVAL = (
    *(10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377),
    *(152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109),
)
LIPS = (61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185)
STATED = {"light": (0.05, 0.2, 0.2, 0.2, 0.15, 0.1, 0.05, 0.05, 0.0, 0.0), "even": (0.1,) * 10}
LABELLED = 200
GUESSES = ("as_seen", "grey_world", "shades_of_grey", "eye_whites")
LIGHTS = {"as painted": (1.0, 1.0, 1.0), "warm": (1.15, 1.0, 0.65), "cold": (0.8, 1.0, 1.25)}
Groups = Mapping[str, range]
THREE: Groups = {"1 to 3": range(1, 4), "4 to 6": range(4, 7), "7 to 10": range(7, 11)}
TEN: Groups = {str(tone): range(tone, tone + 1) for tone in range(1, 11)}


def mask(points: npt.NDArray[np.float64], *rings: Sequence[int], soft: float = 0.0) -> npt.NDArray[np.float64]:
    """1 within any of the rings of mesh points, 0 outside."""
    image = Image.new("L", (SIDE, SIDE))
    for ring in rings:
        ImageDraw.Draw(image).polygon([(float(x), float(y)) for x, y in points[list(ring), :2]], fill=255)
    return np.asarray(image.filter(ImageFilter.GaussianBlur(soft)) if soft else image, np.float64) / 255


def painted(pixels: Pixels, points: npt.NDArray[np.float64], tone: int, rng: np.random.Generator) -> Pixels:
    """The same face with skin of a Monk colour, under a light of its own."""
    light = linear(pixels)
    inside = (mask(points, OVAL) > 0) & (mask(points, *LIDS, LIPS) == 0)
    own = np.median(light[inside], axis=0)
    lab, middle = lab_of(pixels), lab_of(encoded(own))
    # Ears, neck and brow follow where their hue is the skin's; the eyes keep their own colour.
    alike = np.exp(-((np.hypot(*(lab[..., part] - middle[part] for part in (1, 2))) / 14) ** 2)) * (lab[..., 0] > 15)
    weight = np.maximum(mask(points, OVAL, soft=4), alike) * (1 - mask(points, *LIDS, soft=2))
    skin = linear(MONK_RGB[tone - 1]) * np.clip(light / np.maximum(own, 1e-3), 0.1, 4)
    mixed = light * (1 - weight[..., None]) + skin * weight[..., None]
    warmth = rng.normal(0, 0.08)  # of the light: red against blue; and its strength, in stops
    mixed = mixed * np.array([1 + warmth, 1, 1 - warmth]) * 2 ** rng.normal(0, 0.15)
    return np.rint(np.clip(encoded(mixed) + rng.normal(0, 2, mixed.shape), 0, 255)).astype(np.uint8)


def meshes(pictures: Sequence[Pixels]) -> list[npt.NDArray[np.float64] | None]:
    """The mesh of the largest face of each picture, or None."""
    given = [Picture(pixels, "", "PNG", "RGB", 1) for pixels in pictures]
    faces = make("annotators", "faces").look(given, [])
    found = make("annotators", "face_mesh").look(given, [], [{"faces": one} for one in faces])
    return [np.array(one["boxes"][0]["points"]) if one["boxes"] else None for one in found]


def make_bank(table: Path, out: Path, rng: np.random.Generator) -> Path:
    """Every face in every tone, and the table that says which is which."""
    out.mkdir(parents=True, exist_ok=True)
    rows = [(table.parent / str(row.text("image")), str(row.text("group"))) for row in read_table(table).rows]
    pictures = [
        np.asarray(Image.open(path).convert("RGB").resize((SIDE, SIDE), Image.Resampling.BICUBIC)) for path, _ in rows
    ]
    with (out / "faces.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["image", "group", "tone"])
        for (path, group), pixels, points in zip(rows, pictures, meshes(pictures), strict=True):
            for tone in range(1, 11) if points is not None else ():
                name = f"{path.stem}_{tone:02d}.png"
                Image.fromarray(painted(pixels, points, tone, rng)).save(out / name)
                writer.writerow([name, group, tone])
    return out / "faces.csv"


def drawn_and_told(bank: Path, stated: Sequence[float], out: Path) -> npt.NDArray[np.int64]:
    """Of every image of a run the tone that was painted and the one that was told, 0 where Uncertain  # (images, 2)."""
    model = {"use": "biased_faces", "name": "known", "path": str(bank.resolve()), "tones": list(stated)}
    scenario = {"use": "dalleval_bias", "images": 9}
    run = paragone.run({"scenarios": [scenario], "models": [model], "metrics": ["skin_tone"]}, out=out)
    print(run.estimates.select("metric", "value", "low", "high", "n", "missing"))
    both = run.scores.join(run.samples.select("prompt_id", "seed", "details"), on=["prompt_id", "seed"])
    pairs = [(json.loads(details)["tone"], int(tone or 0)) for details, tone in both.select("details", "value").rows()]
    return np.array(pairs)


def table_of(pairs: npt.NDArray[np.int64], stated: Sequence[float], groups: Groups, rng: np.random.Generator) -> None:
    """Print, by group of tones, what was stated, drawn, told, and told with the detector's error taken out."""
    of = np.array([place for place, group in enumerate(groups.values()) for _ in group])  # the group of tone 1, 2 ...
    true, is_told = of[pairs[:, 0] - 1], pairs[:, 1] > 0
    told = np.where(is_told, of[pairs[:, 1] - 1], len(groups))
    counts = np.bincount(told, minlength=len(groups) + 1)[:-1]
    some = rng.permutation(len(pairs))[:LABELLED]
    confusion = np.zeros((len(groups), len(groups) + 1))
    np.add.at(confusion, (true[some], told[some]), 1)
    rest = np.setdiff1d(np.arange(len(pairs)), some)  # the labelled images are not used twice
    fixed = corrected_interval(np.bincount(told[rest], minlength=len(groups) + 1)[:-1], confusion, rng=rng)
    print("| tones | stated | drawn | told | corrected | Uncertain |\n|---|---|---|---|---|---|")
    for place, (name, group) in enumerate(groups.items()):
        share, mine = sum(stated[tone - 1] for tone in group), true == place
        low, high = wilson(int(counts[place]), int(counts.sum()))
        raw = f"{counts[place] / counts.sum():.3f} [{low:.3f}, {high:.3f}]"
        better = "{:.3f} [{:.3f}, {:.3f}]".format(*fixed[place])
        lost = f"{(mine & ~is_told).sum()} of {mine.sum()}"
        print(f"| {name} | {share:.2f} | {mine.mean():.3f} | {raw} | {better} | {lost} |")


def under_lights(table: Path, rng: np.random.Generator) -> None:
    """Print by light and guess the mean error in Monk steps, and of how many faces the guess tells nothing."""
    bank = read_table(table).rows
    rows = [row for row in bank if row.text("tone") in ("2", "4", "6", "8", "10")]
    print("| light | " + " | ".join(GUESSES) + " |\n|---|" + "---|" * len(GUESSES))
    for name, colour in LIGHTS.items():
        steps: dict[str, list[int]] = {guess: [] for guess in GUESSES}
        for row in rows:
            pixels = np.asarray(Image.open(table.parent / str(row.text("image"))))
            lit = encoded(linear(pixels) * np.array(colour)) + rng.normal(0, 2, pixels.shape)
            shown = [Picture(np.rint(np.clip(lit, 0, 255)).astype(np.uint8), "", "PNG", "RGB", 1)]
            faces = make("annotators", "faces").look(shown, [])
            known = [{"face_mesh": make("annotators", "face_mesh").look(shown, [], [{"faces": faces[0]}])[0]}]
            for guess in GUESSES:
                boxes = make("annotators", "skin_cheeks", {"light": guess}).look(shown, [], known)[0]["boxes"]
                if boxes and "tone" in boxes[0]:
                    steps[guess].append(abs(boxes[0]["tone"] - int(str(row.text("tone")))))
        cells = (f"{np.mean(few):.2f} ({len(rows) - len(few)} of {len(rows)})" for few in steps.values())
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    """Make the bank, run, and print the tables of docs/bias.md."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("table", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--lights", action="store_true")
    given = options.parse_args()
    bank = given.out / "faces.csv"
    if not bank.is_file():
        make_bank(given.table, given.out, np.random.default_rng(given.seed))
    if given.lights:
        under_lights(bank, np.random.default_rng(given.seed))
        return
    for name, stated in STATED.items():
        pairs = drawn_and_told(bank, stated, given.out / f"run-{name}")
        told = pairs[pairs[:, 1] > 0]
        off = np.abs(told[:, 0] - told[:, 1])
        print(f"\n{name}: {len(pairs)} images, {len(pairs) - len(told)} Uncertain; {off.mean():.2f} steps off, "
              f"{(off == 0).mean():.2f} exact, {(off <= 1).mean():.2f} within one")  # fmt: skip
        for groups in (THREE, TEN) if min(stated) > 0 else (THREE,):
            table_of(pairs, stated, groups, np.random.default_rng(given.seed))


if __name__ == "__main__":
    main()
