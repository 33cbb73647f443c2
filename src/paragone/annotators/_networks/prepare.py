"""From pixels to a network's input: whole image, centre crop, padded square, or a turned crop."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

from paragone.annotators._networks.onnx import Floats
from paragone.core.types import Pixels
from paragone.images.resize import POLICIES, resize

IMAGENET_MEAN = np.array([0.485, 0.456, 0.406], np.float32) * 255
IMAGENET_DEVIATION = np.array([0.229, 0.224, 0.225], np.float32) * 255


def stretched(pixels: Pixels, side: int, *, policy: str) -> Floats:
    """The whole image as a square, its aspect ratio not kept."""
    return resize(pixels, (side, side), policy=POLICIES[policy])


def centre_crop(pixels: Pixels, short: int, side: int, *, policy: str) -> Floats:
    """The short side brought to `short`, and the square of `side` in the middle."""
    middle = _of_sane_shape(pixels)
    height, width = middle.shape[:2]
    # Rounded down, as torchvision and transformers do.
    size = max(height * short // min(height, width), side), max(width * short // min(height, width), side)
    whole = resize(middle, size, policy=POLICIES[policy])
    top, left = (size[0] - side) // 2, (size[1] - side) // 2
    return whole[top : top + side, left : left + side]


def _of_sane_shape(pixels: Pixels) -> Pixels:
    """The middle of an image that is more than 8 times as long as wide: nothing else can reach a centre crop."""
    height, width = pixels.shape[:2]
    longest = 8 * min(height, width)
    top, left = max(height - longest, 0) // 2, max(width - longest, 0) // 2
    return pixels[top : height - top, left : width - left]


class Padded(NamedTuple):
    """An image in the top left corner of a square, and how many of its pixels one pixel of the original became."""

    square: Floats
    scale: tuple[float, float]  # x, y


def padded(pixels: Pixels, side: int, *, policy: str, fill: float) -> Padded:
    """The image made to fit a square, its aspect ratio kept, the rest filled."""
    height, width = pixels.shape[:2]
    scale = side / max(height, width)
    size = max(round(height * scale), 1), max(round(width * scale), 1)
    square = np.full((side, side, 3), fill, np.float32)
    square[: size[0], : size[1]] = resize(pixels, size, policy=POLICIES[policy])
    return Padded(square, (size[1] / width, size[0] / height))


def warped(pixels: Pixels, to_source: npt.NDArray[np.float64], side: int) -> Floats:
    """A square whose pixel (x, y) shows the image at `to_source @ (x, y, 1)`; outside the image it is black."""
    step = float(np.hypot(to_source[0, 0], to_source[1, 0]))
    shrink = max(int(step), 1)
    image = Image.fromarray(pixels)
    if shrink > 1:  # the transform looks at four pixels only: average first what it would jump over
        image = image.reduce(shrink)
    # PIL takes coordinates of pixel corners, the matrix those of pixel centres.
    matrix = np.vstack([to_source, [0, 0, 1]])
    centre = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    corners = (np.diag([1 / shrink, 1 / shrink, 1.0]) @ centre @ matrix @ np.linalg.inv(centre))[:2]
    size = (side, side)
    shown = image.transform(size, Image.Transform.AFFINE, tuple(corners.reshape(-1)), Image.Resampling.BILINEAR)
    return np.asarray(shown, np.float32)


def channels_first(images: list[Floats] | Floats) -> Floats:
    """(N, height, width, 3) as (N, 3, height, width)."""
    return np.ascontiguousarray(np.stack(list(images)).transpose(0, 3, 1, 2), dtype=np.float32)
