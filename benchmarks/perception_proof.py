"""Every annotator on real photographs, drawn on one sheet: python benchmarks/perception_proof.py PHOTO... -o OUT.

Without photographs, those that scikit-image and scikit-learn carry are taken, where these packages are installed.
"""

import argparse
import importlib.util
import json
from pathlib import Path

from paragone.annotators._networks.proof import draw, sheet
from paragone.assets import cache
from paragone.core import catalogue
from paragone.core.types import Facts, Picture
from paragone.images.decode import decode

ANNOTATORS = (
    *("coco_detector", "faces", "gender_face", "face_mesh", "ocr", "mobilenet_v2", "nsfw", "foreground"),
    *("faces_mtcnn", "nudity"),
)
CARRIED = {
    "skimage": ("astronaut", "chelsea", "coffee", "motorcycle_left", "camera", "rocket", "page", "horse"),
    "sklearn": ("china", "flower"),
}


def carried_photographs() -> list[Path]:
    """Photographs inside installed packages."""
    found = []
    for package, names in CARRIED.items():
        spec = importlib.util.find_spec(package)
        for place in (spec.submodule_search_locations or []) if spec else []:
            for folder in (Path(place) / "data", Path(place) / "datasets" / "images"):
                found += [path for name in names for path in sorted(folder.glob(f"{name}.*"))]
    return found


def look(picture: Picture) -> dict[str, Facts]:
    """What every annotator whose weights are here sees."""
    facts: dict[str, Facts] = {}
    for name in ANNOTATORS:
        annotator = catalogue.make("annotators", name)
        if not cache.missing(annotator.needs_weights) and set(annotator.needs) <= set(facts):
            [facts[name]] = annotator.look([picture], [], [facts])
    return facts


def main() -> None:
    """Write the sheet, and beside it the facts as JSON (without vectors)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photographs", nargs="*", type=Path)
    parser.add_argument("-o", "--out", type=Path, default=Path("perception.jpg"))
    parser.add_argument("--columns", type=int, default=4)
    given = parser.parse_args()
    photographs = given.photographs or carried_photographs()
    if not photographs:
        parser.error("give photographs, or install scikit-image, which carries some")
    tiles, told = [], {}
    for path in photographs:
        picture = decode(path.read_bytes(), name=str(path))
        facts = look(picture)
        told[path.name] = {
            name: {key: value for key, value in seen.items() if not hasattr(value, "shape") and key != "mask"}
            for name, seen in facts.items()
        }
        tiles.append(draw(picture, facts))
        print(path.name, ", ".join(facts), flush=True)
    sheet(tiles, given.columns).save(given.out, quality=82)
    given.out.with_suffix(".json").write_text(json.dumps(told, indent=1), encoding="utf-8")
    print(f"wrote {given.out} and {given.out.with_suffix('.json')}")


if __name__ == "__main__":
    main()
