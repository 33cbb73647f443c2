"""Pictures without marks: photographs of folders and of packages, and simulator scenes, split by subject."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from PIL import Image

from paragone.core.keys import key_of
from paragone.core.types import Pixels

Part: TypeAlias = Literal["train", "choose", "held"]
LONGEST = 720  # larger photographs are made smaller once
# In these packages, what is a photograph of the world; charts, pages of print and drawings are not.
PACKAGES = {
    "skimage": (
        *("astronaut.png", "brick.png", "camera.png", "cell.png", "chelsea.png", "coffee.png", "coins.png"),
        *("grass.png", "gravel.png", "hubble_deep_field.jpg", "ihc.png", "moon.png", "motorcycle_left.png"),
        *("retina.jpg", "rocket.jpg"),
    ),
    "sklearn": ("china.jpg", "flower.jpg"),
}
NOT_PHOTOGRAPHS = (
    *("multiblobs", "edgeblobs", "scale-space", "5points", "segmentation", "adelson", "apriltag12", "fisheye_target"),
    *("wheres-wally", "wally", "greenscreen", "shark1", "shark2", "shark2a", "sharks"),
)


class Plain(NamedTuple):
    """A picture without a mark, and what it shows, so that no subject is on two sides of the split."""

    subject: str
    pixels: Pixels


def part_of(subject: str) -> Part:
    """The side of the split that a subject is on, by its name alone: five, two and three of ten.

    >>> {part_of(f"subject {n}") for n in range(40)} == {"train", "choose", "held"}
    True
    """
    turn = int(key_of("watermark", subject)[:8], 16) % 10
    return "train" if turn < 5 else "choose" if turn < 7 else "held"


def photographs(folder: Path | None) -> Iterator[Plain]:
    """Photographs of the packages that are installed, and those below a folder."""
    for package, names in PACKAGES.items():
        found = importlib.util.find_spec(package)
        root = Path(found.origin).parent if found and found.origin else Path()
        for path in sorted(one for one in root.rglob("*") if found and one.name in names):
            yield Plain(path.stem, _read(path))
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".png", ".jpg")) if folder else []
    for path in files:
        if path.stem not in NOT_PHOTOGRAPHS:
            yield Plain(_subject(path), _read(path))


def scenes(count: int, split: Literal["train", "val"]) -> Iterator[Plain]:
    """Simulator scenes of a split: those of training show no picture of the other."""
    from paragone.baselines.detector.data import scenes_of
    from paragone.scenes.compose import scene_at
    from paragone.scenes.draw import draw
    from paragone.scenes.meshes.packs import load_pack

    pack = load_pack("procedural")
    chosen = [place for shard in (0, 1) for place in scenes_of(shard, split, 0)[: count // 2]]
    for number, (series, index) in enumerate(chosen):
        yield Plain(f"scene {split} {number}", draw(scene_at(series, index, pack), pack).rgb)


def _subject(path: Path) -> str:
    """Pictures that are numbered share a subject: `flowers1`, `building2-3`, `seq/im.008`."""
    name = path.stem.rstrip("0123456789-_.lra")
    return name if len(name) > 2 else path.parent.name


def _read(path: Path) -> Pixels:
    with Image.open(path) as image:
        image.thumbnail((LONGEST, LONGEST), Image.Resampling.BICUBIC)
        return np.asarray(image.convert("RGB"), dtype=np.uint8)
