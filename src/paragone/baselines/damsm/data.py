"""Scenes of the simulator as training data for DAMSM and the GANs: small images with their captions, in one file.

python -m paragone.baselines.damsm.data --scenes 8000 --out scenes.npz
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt
import typer

from paragone.baselines.damsm.photographs import SIDE, Photographs, Visit
from paragone.baselines.damsm.text import vocabulary_of
from paragone.core.errors import BadOption
from paragone.scenes.compose import Series, cells, scene_at
from paragone.scenes.draw import draw
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.vocabulary import SKILLS, Version
from paragone.scenes.wording import write

RENDERED = 128  # then averaged: nothing is thinner than a pixel
LONGEST = 18


class Scenes(NamedTuple):
    """Images (n, 64, 64, 3), each with its caption; a class is a caption, so no caption is wrong for its like."""

    images: npt.NDArray[np.uint8]
    captions: npt.NDArray[np.str_]

    @property
    def size(self) -> int:
        """How many scenes."""
        return len(self.images)

    @property
    def vocabulary(self) -> dict[str, int]:
        """Each word's number."""
        return vocabulary_of(list(self.captions))

    @property
    def longest(self) -> int:
        """Words of a caption at most."""
        return LONGEST

    def visit(self, rows: npt.NDArray[np.int64], rng: np.random.Generator) -> Visit:
        """Scenes as they are: a mirrored one would belie "left to"."""
        return Visit(self.images[rows], [str(text) for text in self.captions[rows]])

    def first_texts(self, count: int) -> list[str]:
        """Captions for a sheet of samples."""
        return [str(text) for text in self.captions[:count]]

    @property
    def classes(self) -> npt.NDArray[np.int64]:
        """A number for each caption."""
        return np.unique(self.captions, return_inverse=True)[1].astype(np.int64)


def render(version: Version, count: int, seed: int = 0, skills: Sequence[str] = ()) -> Scenes:
    """That many training scenes, the skills (by default all of the version) by turns."""
    pack = load_pack("procedural")
    if unknown := [skill for skill in skills if skill not in SKILLS[version]]:
        raise BadOption(f"{version} has no skill {unknown[0]!r}; it has {', '.join(SKILLS[version])}")
    asked = [skill for skill in SKILLS[version] if not skills or skill in skills]
    series = [Series(version, skill, "train", seed, size=RENDERED) for skill in asked]
    images, captions = [], []
    for number in range(count):
        one, index = series[number % len(series)], number // len(series)
        orders = cells(version, one.skill)
        index = index * 1009 % max(len(orders) * 50, count)  # by a prime stride: a few meet all kinds of cells
        captions.append(write(orders[index % len(orders)], version))
        images.append(smaller(draw(scene_at(one, index, pack), pack).rgb))
    return Scenes(np.stack(images), np.array(captions))


def smaller(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Each 2 x 2 pixels as their mean."""
    blocks = image.reshape(SIDE, RENDERED // SIDE, SIDE, RENDERED // SIDE, 3)
    return np.asarray(np.rint(blocks.mean(axis=(1, 3))), dtype=np.uint8)


def load(path: Path) -> Scenes | Photographs:
    """What `render` or `paragone.baselines.damsm.collect` wrote."""
    with np.load(path) as found:
        kind: type[Scenes] | type[Photographs] = Photographs if "pixels" in found.files else Scenes
        return kind(*(found[name] for name in kind._fields))


def main(
    out: Annotated[Path, typer.Option(help="the .npz to write")],
    scenes: Annotated[int, typer.Option(help="how many")] = 8000,
    version: Annotated[str, typer.Option(help="v1 (black ground) or v2")] = "v1",
    skills: Annotated[str, typer.Option(help="only these, with commas: object,color has one thing in each")] = "",
) -> None:
    """Render scenes for training."""
    made = render("v1" if version == "v1" else "v2", scenes, skills=[name for name in skills.split(",") if name])
    np.savez_compressed(out, images=made.images, captions=made.captions)
    typer.echo(f"{out}: {len(made.images)} scenes, {len(set(made.captions))} captions")


if __name__ == "__main__":
    typer.run(main)
