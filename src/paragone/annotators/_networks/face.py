"""A face as detectors find it and other networks take it."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

LANDMARKS = ("eye_left", "eye_right", "nose", "mouth_left", "mouth_right")  # left and right as seen in the image


class Face(NamedTuple):
    """One face in an image's own pixels."""

    box: npt.NDArray[np.float32]  # x0, y0, x1, y1
    score: float
    landmarks: npt.NDArray[np.float32]  # (5, 2), in the order of LANDMARKS
