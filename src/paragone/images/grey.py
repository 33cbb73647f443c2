"""Grey values of pixels, bit for bit as OpenCV's colour conversion gives them."""

import numpy as np
import numpy.typing as npt

from paragone.core.types import Pixels


def grey_of(pixels: Pixels) -> npt.NDArray[np.uint8]:
    """Grey (height, width) = 0.299 R + 0.587 G + 0.114 B, in 15-bit fixed point and rounded.

    >>> grey_of(np.array([[[255, 0, 0], [0, 255, 0], [0, 0, 255]]], np.uint8)).tolist()
    [[76, 150, 29]]
    """
    red, green, blue = (pixels[:, :, channel].astype(np.uint32) for channel in range(3))
    return ((red * 9798 + green * 19235 + blue * 3735 + 16384) >> 15).astype(np.uint8)
