"""What the pixels and the file say of themselves: size, format, mean colour, blank, blacked out, perceptual hash."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.core.components import Annotator
from paragone.core.types import Column, Facts, Picture, Pixels, Prompt
from paragone.images.grey import grey_of
from paragone.images.resize import CLEAN, resize

SURELY_GREY = 5  # a pixel with any channel this bright has a grey value above zero


@dataclass(frozen=True, slots=True)
class PixelFacts(Annotator):
    """Facts that need no weights.

    `is_blank`: every pixel is the same. `is_black`: no grey value is above zero (HEIM's blacked-out image).
    """

    version: ClassVar[str] = "1"
    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {
        "is_blank": "flag",
        "is_black": "flag",
        "width": "integer",
        "height": "integer",
        "format": "text",
        "mode": "text",
        "byte_count": "integer",
        "mean_red": "number",
        "mean_green": "number",
        "mean_blue": "number",
        "phash": "text",
    }

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> list[Facts]:
        """The facts of each picture."""
        return [_facts_of(picture) for picture in pictures]


annotator = PixelFacts


def phash(pixels: Pixels) -> str:
    """A 64-bit perceptual hash as 16 hexadecimal digits: similar images differ in few bits.

    The image is resized to 32 x 32 (antialiased bicubic) and made grey; of its discrete cosine transform the 64
    coefficients with both frequencies in 1..8 are taken (so brightness does not count), row by row, highest bit first;
    a bit is set where its coefficient is above their median (C. Zauner, Implementation and Benchmarking of Perceptual
    Image Hash Functions, 2010).
    """
    grey = resize(pixels, (32, 32), policy=CLEAN).astype(np.float64) @ (0.299, 0.587, 0.114)
    waves = np.cos(np.pi / 32 * np.outer(np.arange(1, 9), np.arange(32) + 0.5))
    # Rounded, so that the noise of float sums does not decide the bits of a flat image.
    coefficients = np.round(waves @ grey @ waves.T, 3)
    bits = (coefficients > np.median(coefficients)).ravel()
    return np.packbits(bits).tobytes().hex()


def _facts_of(picture: Picture) -> Facts:
    pixels = picture.pixels
    height, width = pixels.shape[:2]
    # Row upon row first: whole numbers add up exactly in any order, and long rows add up quickly.
    totals = (
        pixels.reshape(height, width * 3).sum(axis=0, dtype=np.uint32).reshape(width, 3).sum(axis=0, dtype=np.uint64)
    )
    red, green, blue = (float(total) / (height * width) for total in totals)
    return {
        "is_blank": _is_blank(pixels),
        "is_black": bool(pixels.max() < SURELY_GREY) and not grey_of(pixels).any(),
        "width": width,
        "height": height,
        "format": picture.format,
        "mode": picture.mode,
        "byte_count": picture.byte_count,
        "mean_red": red,
        "mean_green": green,
        "mean_blue": blue,
        "phash": phash(pixels),
    }


def _is_blank(pixels: Pixels) -> bool:
    return bool((pixels[0] == pixels[0, 0]).all() and (pixels == pixels[0]).all())
