"""What a pipeline is tuned on: PaintSkills training scenes, drawn when needed, or a folder of captioned images.

A folder has `metadata.jsonl` with `file_name` and a caption a line, as the datasets library's image folders do.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from paragone.core.errors import BadImage, BadInput, BadOption
from paragone.core.types import Pixels
from paragone.scenes.compose import Series, full_size, scene_at
from paragone.scenes.draw import draw
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.vocabulary import SKILLS, Skill, Version


@dataclass(frozen=True, slots=True)
class Captioned:
    """So many images with captions; number i is always the same one. Words on left and right forbid mirror images."""

    count: int
    get: Callable[[int], tuple[Pixels, str]]
    may_flip: bool = True

    def first(self, share: float) -> "Captioned":
        """The first part of them: a tenth lies within the half. Cells of a skill take turns, so it stays balanced."""
        if not 0 < share <= 1:
            raise BadOption(f"a share of {share} of the data; take more than 0 and at most 1")
        return Captioned(max(round(share * self.count), 1), self.get, self.may_flip)


def paintskills(version: Version, skill: Skill, *, resolution: int, seed: int = 0) -> Captioned:
    """The training scenes of one skill at the papers' full number."""
    if version not in SKILLS or skill not in SKILLS[version]:
        have = "; ".join(f"{name}: {', '.join(skills)}" for name, skills in SKILLS.items())
        raise BadOption(f"no skill {skill!r} of {version!r}; there are {have}")
    series, pack = Series(version, skill, "train", seed, size=resolution), load_pack("procedural")

    def get(index: int) -> tuple[Pixels, str]:
        scene = scene_at(series, index, pack)
        return draw(scene, pack).rgb, scene.text

    return Captioned(full_size(series), get, may_flip=skill != "spatial")


def image_folder(
    folder: Path, *, resolution: int, caption_column: str = "text", center_crop: bool = False
) -> Captioned:
    """The images of a folder with their captions, in the order of its `metadata.jsonl`."""
    listed = folder / "metadata.jsonl"
    if not listed.is_file():
        raise BadInput(f"no metadata.jsonl in {folder}; it needs a line with file_name and {caption_column} an image")
    rows = [_row(line, number, listed, caption_column) for number, line in enumerate(_lines(listed), 1)]
    if not rows:
        raise BadInput(f"{listed} has no line; it needs one with file_name and {caption_column} an image")
    missing = [name for name, _ in rows if not (folder / name).is_file()]
    if missing:
        raise BadInput(f"{len(missing)} images of {listed} are not there, the first is {missing[0]!r}")

    def get(index: int) -> tuple[Pixels, str]:
        name, caption = rows[index]
        return _pixels(folder / name, resolution, center_crop=center_crop), caption

    return Captioned(len(rows), get)


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _row(line: str, number: int, path: Path, column: str) -> tuple[str, str]:
    try:
        row = json.loads(line)
        return str(row["file_name"]), str(row[column])
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"line {number} of {path} is not an object with file_name and {column} ({error!r})") from error


def _pixels(path: Path, side: int, *, center_crop: bool) -> Pixels:
    try:
        with Image.open(path) as image:
            plain = image.convert("RGB")
            sized = ImageOps.fit(plain, (side, side)) if center_crop else plain.resize((side, side))
            return np.asarray(sized, dtype=np.uint8)
    except (OSError, ValueError, SyntaxError) as error:
        raise BadImage(f"the image {path} cannot be read ({error}); remove it from metadata.jsonl") from error
