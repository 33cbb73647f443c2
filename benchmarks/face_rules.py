"""How many of N faces pass each of the thesis's rules, and the rules relative to a face's size.

    python benchmarks/face_rules.py FOLDER

Every face that MTCNN finds in the folder's images counts, not the first alone, with the reason of each refusal.
"""

import argparse
from collections import Counter
from pathlib import Path
from typing import get_args

from paragone.annotators.faces.faces_mtcnn import FacesMtcnn
from paragone.annotators.faces.faces_mtcnn_crops import first_face
from paragone.core.keys import content_hash
from paragone.core.types import Picture
from paragone.images.decode import decode
from paragone.inputs.listing import IMAGES
from paragone.stats.face_parts import PARTS, REAL_SURE, Face, Rules, crop_of
from paragone.stats.wilson import wilson


def faces_in(folder: Path) -> list[Face]:
    """Every face of every image."""
    found = []
    for path in sorted(path for path in folder.rglob("*") if path.suffix.lower() in IMAGES):
        data = path.read_bytes()
        picture = Picture(decode(data, name=path.name).pixels, content_hash(data), "", "RGB", len(data))
        [facts] = FacesMtcnn().look([picture], [])
        found += [face for box in facts["boxes"] if (face := first_face({"boxes": [box]})) is not None]
    return found


def main() -> None:
    """Print a row for each part and set of rules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    faces = faces_in(parser.parse_args().folder)
    sure = [face for face in faces if face.score > REAL_SURE]
    heights = sorted(face.box[3] - face.box[1] for face in faces)
    apart = sorted(face.right_eye[0] - face.left_eye[0] for face in faces)
    print(f"{len(faces)} faces, {len(sure)} surer than {REAL_SURE}")
    print(f"heights {heights[0]:.0f} to {heights[-1]:.0f} px, median {heights[len(heights) // 2]:.0f}")
    print(f"eyes apart {apart[0]:.0f} to {apart[-1]:.0f} px, median {apart[len(apart) // 2]:.0f}\n")
    for rules in get_args(Rules):
        for part in PARTS:
            crops = [crop_of(face, part, rules=rules) for face in faces]
            count = sum(crop.box is not None for crop in crops)
            both = sum(
                c.box is not None and crop_of(f, "face", rules=rules).box is not None
                for c, f in zip(crops, faces, strict=True)
            )
            low, high = wilson(count, len(faces), 0.95)
            why = Counter(" ".join(crop.reason.split()[:3]) for crop in crops if crop.box is None)
            share = f"{count:4} of {len(faces)} [{low:.2f}, {high:.2f}]"
            print(f"{rules:7} {part:6} {share}; with the face's rule {both}; {dict(why)}")


if __name__ == "__main__":
    main()
