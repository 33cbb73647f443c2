"""Examples for training and for measuring: a crop of a picture as it is, and the same crop with a mark."""

import io
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageEnhance

from paragone.baselines.watermark.marks import KINDS, Kind, lay
from paragone.baselines.watermark.net import CELLS, SIDE
from paragone.baselines.watermark.pictures import Plain
from paragone.core.types import Pixels

COVERED = 0.06  # mean cover of a cell from which on it bears a mark


class Pair(NamedTuple):
    """One crop twice, and where the mark is, cell by cell."""

    subject: str
    kind: Kind
    plain: Pixels
    marked: Pixels
    cells: npt.NDArray[np.float32]  # (CELLS, CELLS), 0 or 1


def pair_of(picture: Plain, kind: Kind, rng: np.random.Generator, *, is_held: bool) -> Pair:
    """A crop, its marked twin, and both as a file would bring them; the twin has the same noise and the same JPEG."""
    crop = _crop(picture.pixels, rng)
    marked = lay(crop, kind, rng, is_held=is_held)
    quality = int(rng.integers(55, 96)) if rng.random() < 0.6 else None
    cover = np.asarray(Image.fromarray(marked.cover).resize((CELLS, CELLS), Image.Resampling.BOX))
    plain, changed = (_saved(pixels, quality) for pixels in (crop, marked.pixels))
    return Pair(picture.subject, kind, plain, changed, (cover > COVERED).astype(np.float32))


def batch_of(pictures: Sequence[Plain], count: int, rng: np.random.Generator) -> list[Pair]:
    """Pairs of random pictures and kinds; logos and rims, the hardest, come twice as often."""
    kinds: Sequence[Kind] = (*KINDS, "logo", "rim")
    chosen = rng.integers(len(pictures), size=count)
    return [pair_of(pictures[n], kinds[int(rng.integers(len(kinds)))], rng, is_held=False) for n in chosen]


def _crop(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """Between 30 and 100 % of each side, turned about now and then, lighter or darker, SIDE pixels a side."""
    height, width = pixels.shape[:2]
    high, wide = (max(32, round(length * rng.uniform(0.3, 1.0))) for length in (height, width))
    top, left = int(rng.integers(max(1, height - high + 1))), int(rng.integers(max(1, width - wide + 1)))
    image = Image.fromarray(pixels[top : top + high, left : left + wide])
    image = image.resize((SIDE, SIDE), Image.Resampling.BICUBIC)
    if rng.random() < 0.5:
        image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    image = ImageEnhance.Brightness(image).enhance(rng.uniform(0.6, 1.3))
    image = ImageEnhance.Color(image).enhance(rng.uniform(0.0, 1.5))
    return np.asarray(image, np.uint8)


def _saved(pixels: Pixels, quality: int | None) -> Pixels:
    if quality is None:
        return pixels
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=quality)
    return np.asarray(Image.open(file).convert("RGB"), np.uint8)
