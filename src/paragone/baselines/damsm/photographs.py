"""Photographs with captions as the sources train on them: a random part of each, mirrored or not, and one caption.

As AttnGAN has it: the shorter side is 76/64 of the side that is trained on; a part of that size is cut out by chance,
and mirrored half of the time; one caption is drawn, and of a longer one so many of its words by chance, in their order.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

from paragone.baselines.damsm.text import split
from paragone.core.types import Pixels

SIDE = 64
SHORTER = SIDE * 76 // 64  # 76; at 256 pixels the source has 304
BIRD = 0.75  # half the side of a bird's square, in its box's longer side
Box = tuple[float, float, float, float]  # left, top, width, height


class Visit(NamedTuple):
    """What a step is trained on: images (n, SIDE, SIDE, 3) and a caption of each."""

    images: npt.NDArray[np.uint8]
    texts: list[str]


class Photographs(NamedTuple):
    """Photographs of many shapes one after the other, and their captions; caption m is of photograph `owners[m]`."""

    pixels: npt.NDArray[np.uint8]
    shapes: npt.NDArray[np.int64]  # (n, 2): height and width
    captions: npt.NDArray[np.str_]
    owners: npt.NDArray[np.int64]
    classes: npt.NDArray[np.int64]  # (n,): the kind of bird; on COCO each its own
    words: npt.NDArray[np.str_]  # of train and test captions, as in the source
    most_words: npt.NDArray[np.int64]  # (1,): 18 for birds, 15 for COCO

    @property
    def size(self) -> int:
        """How many photographs."""
        return len(self.shapes)

    @property
    def vocabulary(self) -> dict[str, int]:
        """Each word's number; 0 ends a caption and fills it up."""
        return {str(word): number for number, word in enumerate(self.words, 1)}

    @property
    def longest(self) -> int:
        """Words of a caption at most."""
        return int(self.most_words[0])

    def photograph(self, row: int) -> Pixels:
        """One, as it was kept."""
        sizes = 3 * self.shapes.prod(axis=1)
        start = int(sizes[:row].sum())
        return self.pixels[start : start + int(sizes[row])].reshape(*self.shapes[row], 3)

    def visit(self, rows: npt.NDArray[np.int64], rng: np.random.Generator) -> Visit:
        """A part of each photograph and one of its captions."""
        images = np.stack([part_of(self.photograph(int(row)), rng) for row in rows])
        chosen = [self.captions[rng.integers(*np.searchsorted(self.owners, [row, row + 1]))] for row in rows]
        return Visit(images, [shortened(str(caption), self.longest, rng) for caption in chosen])

    def first_texts(self, count: int) -> list[str]:
        """Captions for a sheet of samples."""
        return [str(text) for text in self.captions[:count]]


def part_of(image: Pixels, rng: np.random.Generator) -> Pixels:
    """A square of SIDE out of an image by chance, mirrored half of the time."""
    top, left = (int(rng.integers(length - SIDE + 1)) for length in image.shape[:2])
    part = image[top : top + SIDE, left : left + SIDE]
    return part[:, ::-1] if rng.random() < 0.5 else part


def shortened(caption: str, longest: int, rng: np.random.Generator) -> str:
    """A caption's tokens; of more than the longest so many by chance, in their order.

    >>> shortened("A bird's head, red", 18, np.random.default_rng(0))
    'a bird s head red'
    """
    tokens = split(caption)
    kept = np.sort(rng.permutation(len(tokens))[:longest])
    return " ".join(tokens[place] for place in kept)


def bird_square(box: Box, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the square about a bird, clipped to a photograph of (width, height).

    >>> bird_square((60.0, 27.0, 325.0, 304.0), (500, 335))
    (0, 0, 465, 335)
    """
    left, top, width, height = box
    half = int(max(width, height) * BIRD)
    across, down = int((2 * left + width) / 2), int((2 * top + height) / 2)
    return max(0, across - half), max(0, down - half), min(size[0], across + half), min(size[1], down + half)


def kept_size(image: Image.Image) -> Pixels:
    """An image whose shorter side is SHORTER pixels, by bilinear resizing."""
    width, height = image.size
    size = (SHORTER, SHORTER * height // width) if width <= height else (SHORTER * width // height, SHORTER)
    return np.asarray(image.convert("RGB").resize(size, Image.Resampling.BILINEAR))


def gathered(
    images: Sequence[Pixels],
    captions: Sequence[Sequence[str]],
    *,
    classes: Sequence[int],
    every_text: Sequence[str],
    longest: int,
) -> Photographs:
    """Photographs with their captions as one data set; `every_text` are the captions whose words are numbered."""
    owners = [row for row, some in enumerate(captions) for _ in some]
    return Photographs(
        np.concatenate([image.reshape(-1) for image in images]),
        np.array([image.shape[:2] for image in images], dtype=np.int64),
        np.array([text for some in captions for text in some]),
        np.array(owners, dtype=np.int64),
        np.array(classes, dtype=np.int64),
        np.array(sorted({word for text in every_text for word in split(text)})),
        np.array([longest], dtype=np.int64),
    )
