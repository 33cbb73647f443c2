"""Parts of images as pictures of their own, for annotators that look at objects or faces one by one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from paragone.annotators.inception.inception_fid import InceptionFid
from paragone.core.types import Picture

AT_ONCE = 32  # crops in memory


def crop(picture: Picture, box: Sequence[float]) -> Picture | None:
    """What lies in a box (x0, y0, x1, y1), cut at the border; None where that is less than a pixel.

    >>> black = Picture(np.zeros((4, 6, 3), np.uint8), "", "PNG", "RGB", 0)
    >>> crop(black, (-1.0, 1.2, 2.6, 9.0)).pixels.shape
    (3, 3, 3)
    """
    height, width = picture.pixels.shape[:2]
    left, top = max(int(np.floor(box[0])), 0), max(int(np.floor(box[1])), 0)
    right, bottom = min(int(np.ceil(box[2])), width), min(int(np.ceil(box[3])), height)
    if right <= left or bottom <= top:
        return None
    return replace(picture, pixels=picture.pixels[top:bottom, left:right])


def inception_vectors(crops: Sequence[Picture]) -> Iterator[npt.NDArray[np.float32]]:
    """The vector of each crop, as `inception_fid` gives it for a whole image."""
    encoder = InceptionFid()
    for start in range(0, len(crops), AT_ONCE):
        yield from (facts["vector"] for facts in encoder.look(crops[start : start + AT_ONCE], []))
