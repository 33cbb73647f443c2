"""Inception-v3 pool features as `inception_fid`, of images stored anew at 512 x 512 before, as HEIM's code does."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from PIL import Image

from paragone.annotators.inception import _inception
from paragone.annotators.inception.inception_fid import InceptionFid
from paragone.core.components import Domain
from paragone.core.types import Facts, Picture
from paragone.images.encode import Encoding, encode
from paragone.images.resize import POLICIES, resize_to_bytes

SIDE = 512
JPEG = Encoding("JPEG", quality=75, subsampling="4:2:0")  # what Pillow does unless told otherwise


@dataclass(frozen=True, slots=True)
class InceptionHeim(InceptionFid):
    """Both sides are stretched to 512 x 512 (Lanczos) and stored in their own format: a JPEG loses once more.

    HEIM's photographs are JPEG, its drawings PNG, so that only one side is compressed (Lee et al., 2023, code).
    """

    domain: ClassVar[Domain] = "photographs"
    code: ClassVar[str] = f"1.{_inception.VERSION}-heim"

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """One vector an image."""
        return InceptionFid.see(self, [stored_anew(picture) for picture in pictures])


def stored_anew(picture: Picture) -> Picture:
    """The picture as HEIM reads it back from its copy."""
    pixels = resize_to_bytes(picture.pixels, (SIDE, SIDE), policy=POLICIES["pil-lanczos"])
    if picture.format == "JPEG":
        pixels = np.asarray(Image.open(io.BytesIO(encode(pixels, JPEG))).convert("RGB"))
    return replace(picture, pixels=pixels)


annotator = InceptionHeim
