"""From layers to a picture and back: stretches planes of floats, and lays things over a background."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PIL import Image

from paragone.baselines.flow.layout import MARGIN, Floats, Spot
from paragone.core.types import Pixels

PICTURE = 256  # pixels on a side


def stretched(planes: Floats, size: tuple[int, int], box: tuple[float, float, float, float] | None = None) -> Floats:
    """An array (height, width, channels), or what its `box` holds, at (width, height), cubic, unclipped."""
    bands = [
        np.asarray(Image.fromarray(planes[:, :, k]).resize(size, Image.Resampling.BICUBIC, box=box))
        for k in range(planes.shape[2])
    ]
    return np.stack(bands, axis=2)


def composed(behind: Floats, things: Sequence[tuple[Spot, Floats]]) -> Pixels:
    """The picture of layers in -1..1: the lower a thing stands, the nearer it is, so it is laid over the others."""
    canvas = stretched(np.clip(behind[:, :, :3], -1, 1), (PICTURE, PICTURE))
    for spot, layer in sorted(things, key=lambda item: item[0].box[3]):
        _lay(canvas, spot, np.clip(layer, -1, 1))
    return np.round(np.clip(canvas + 1, 0, 2) * 127.5).astype(np.uint8)


def _lay(canvas: npt.NDArray[np.float32], spot: Spot, layer: Floats) -> None:
    left, top, right, bottom = (round(value * PICTURE) for value in _with_margin(spot.box))
    width, height = max(right - left, 2), max(bottom - top, 2)
    # Colour was stored with grey (0) where nothing is, so it is already multiplied by how much of the thing is there.
    large = stretched(np.concatenate([layer[:, :, :3], (layer[:, :, 3:] + 1) / 2], axis=2), (width, height))
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + width, PICTURE), min(top + height, PICTURE)
    seen = large[y0 - top : y1 - top, x0 - left : x1 - left]
    there = np.clip(seen[:, :, 3:], 0, 1)
    canvas[y0:y1, x0:x1] = canvas[y0:y1, x0:x1] * (1 - there) + seen[:, :, :3]


def _with_margin(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    left, top, right, bottom = box
    dx, dy = (right - left) * MARGIN, (bottom - top) * MARGIN
    return left - dx, top - dy, right + dx, bottom + dy
