"""Pixels to the bytes of a PNG, JPEG or WebP file, by settings that are values and can be recorded."""

import io
from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np
from PIL import Image

from paragone.core.errors import BadOption
from paragone.core.keys import Json
from paragone.core.types import Pixels


@dataclass(frozen=True, slots=True)
class Encoding:
    """A format and its settings; those of another format do not count.

    Level is PNG's effort (0..9): level 6 takes four times as long as level 1 for files a little smaller.
    Quality (1..100) and subsampling are JPEG's; quality is WebP's too, where 100 without `lossless` still loses.
    """

    format: Literal["PNG", "JPEG", "WEBP"] = "PNG"
    level: int = 1
    quality: int = 95
    subsampling: Literal["4:4:4", "4:2:2", "4:2:0"] = "4:4:4"
    lossless: bool = False

    def __post_init__(self) -> None:
        """Refuse what the format cannot do, before any image is made."""
        if self.format not in ("PNG", "JPEG", "WEBP"):
            raise BadOption(f"images cannot be written as {self.format!r}; use PNG, JPEG or WEBP")
        if not 0 <= self.level <= 9:
            raise BadOption(f"a PNG level is 0 to 9, not {self.level}; 1 is fast")
        if not 1 <= self.quality <= 100:
            raise BadOption(f"a quality is 1 to 100, not {self.quality}; 95 is high")
        if self.subsampling not in ("4:4:4", "4:2:2", "4:2:0"):
            raise BadOption(f"a subsampling is 4:4:4, 4:2:2 or 4:2:0, not {self.subsampling!r}")

    @property
    def settings(self) -> dict[str, Json]:
        """What to record beside the image: the settings that count for this format.

        >>> Encoding("JPEG", quality=75).settings
        {'format': 'JPEG', 'quality': 75, 'subsampling': '4:4:4'}
        """
        counting = {"PNG": ("level",), "JPEG": ("quality", "subsampling"), "WEBP": ("quality", "lossless")}
        return {name: value for name, value in asdict(self).items() if name in ("format", *counting[self.format])}


PNG = Encoding()


def encode(pixels: Pixels, encoding: Encoding = PNG) -> bytes:
    """The file's bytes: the same for the same pixels, settings and Pillow version (no time stamps, no metadata)."""
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3 or 0 in pixels.shape:
        raise ValueError(f"pixels must be uint8 (height, width, 3), not {pixels.dtype} {pixels.shape}")
    file = io.BytesIO()
    image = Image.fromarray(pixels)
    if encoding.format == "PNG":
        image.save(file, "PNG", compress_level=encoding.level)
    elif encoding.format == "JPEG":
        image.save(file, "JPEG", quality=encoding.quality, subsampling=encoding.subsampling)
    else:
        image.save(file, "WEBP", quality=encoding.quality, lossless=encoding.lossless, method=4)
    return file.getvalue()
