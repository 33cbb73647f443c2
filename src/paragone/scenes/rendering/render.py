"""Draws placed meshes: colours, light, soft shadows, and exactly which pixel belongs to which thing.

Equal input gives equal bytes (same version of this file, of numba and of numpy). A pixel has 2 x 2 samples.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.core.types import Pixels
from paragone.scenes.meshes.mesh import Floats, Mesh
from paragone.scenes.rendering.camera import Camera, Doubles, Point

VERSION = "1"
MOST_THINGS = 32  # one bit each in a sample
CURVE_STEPS = 16384


@dataclass(frozen=True, slots=True)
class Placed:
    """A mesh in the world: scaled, then turned by degrees about z, then moved; with a colour, tinted."""

    mesh: Mesh
    position: Point = (0.0, 0.0, 0.0)
    yaw: float = 0.0
    scale: float = 1.0
    colour: tuple[float, float, float] | None = None  # sRGB

    def __post_init__(self) -> None:
        """Refuse a thing that would have no area."""
        if not (np.isfinite([*self.position, self.yaw, self.scale]).all() and self.scale > 0):
            raise BadInput(f"a thing of scale {self.scale} at {self.position}; its scale must be above 0, all finite")


@dataclass(frozen=True, slots=True)
class Sun:
    """Where the light comes from, in degrees (azimuth 0 shines from the camera's side), and how strong it is."""

    azimuth: float = -35.0
    elevation: float = 52.0
    strength: float = 0.8
    sky: float = 0.36
    warmth: float = 0.04  # more red and less blue in the sun, the reverse in the sky

    @property
    def direction(self) -> Floats:
        """The direction towards the sun."""
        azimuth, elevation = np.radians(self.azimuth), np.radians(self.elevation)
        flat = np.cos(elevation)
        return np.array([flat * np.sin(azimuth), -flat * np.cos(azimuth), np.sin(elevation)], dtype=np.float32)


class Render(NamedTuple):
    """A picture and the truth about it; row k of `boxes` and `visible` is thing k."""

    rgb: Pixels
    instances: npt.NDArray[np.uint8]  # (height, width) 0 is the background, k + 1 is thing k
    boxes: npt.NDArray[np.int32]  # (things, 4) x0, y0, x1, y1 with x1 and y1 just outside; all 0 if unseen
    visible: Doubles  # (things,) part of what lies within the frame that nothing hides; 0 if none does


def render(
    placed: Sequence[Placed], camera: Camera, *, background: Pixels | None = None, sun: Sun | None = None
) -> Render:
    """The picture of some things before a background (black if there is none)."""
    from paragone.scenes.rendering import _prepare, _raster, _shading

    width, height = camera.size
    if len(placed) > MOST_THINGS:
        raise BadInput(f"{len(placed)} things in a scene; at most {MOST_THINGS} can be told apart")
    if background is not None and (background.shape != (height, width, 3) or background.dtype != np.uint8):
        raise BadInput(f"a background of {background.shape} {background.dtype}; need {(height, width, 3)} uint8")
    stands = [_prepare.world(item) for item in placed]
    frame = _prepare.light_frame(stands, sun or Sun())
    faces = _prepare.faces(placed, stands, camera, frame)
    light = _prepare.light(faces, frame, sun or Sun())
    samples = _prepare.samples_for(camera)
    _raster.fill_samples(samples, faces.seen, faces.corners, faces.thing)
    image = np.zeros((height, width, 3), dtype=np.float64)
    _shading.shade(image, samples, faces, light, _prepare.sheets(placed))
    if background is not None:
        places = _prepare.ground_places(camera, frame)
        _shading.lay_ground(image, samples, _prepare.backdrop(background, frame), places, light)
    pixels = np.zeros((height, width, 3), dtype=np.uint8)
    _shading.encode(pixels, image, _curve())
    instances = np.zeros((height, width), dtype=np.uint8)
    counts = np.zeros((2, MOST_THINGS), dtype=np.int64)
    _raster.gather(instances, counts[0], counts[1], samples, faces)
    seen, whole = counts[:, : len(placed)]
    return Render(pixels, instances, boxes_of(instances, len(placed)), seen / np.maximum(whole, 1))


def boxes_of(instances: npt.NDArray[np.uint8], things: int) -> npt.NDArray[np.int32]:
    """The box around each thing of an instance mask.

    >>> boxes_of(np.array([[0, 1, 1], [0, 1, 0]], dtype=np.uint8), 1).tolist()
    [[1, 0, 3, 2]]
    """
    boxes = np.zeros((things, 4), dtype=np.int32)
    for thing in range(things):
        mine = instances == thing + 1
        rows, columns = np.flatnonzero(mine.any(axis=1)), np.flatnonzero(mine.any(axis=0))
        if rows.size:
            boxes[thing] = (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)
    return boxes


def to_linear(pixels: Pixels) -> Floats:
    """SRGB bytes as linear light, 0..1."""
    return linear_table()[pixels]


@functools.cache
def linear_table() -> Floats:
    """The linear light of each level of a byte."""
    value = np.arange(256) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).astype(np.float32)


@functools.cache
def _curve() -> npt.NDArray[np.uint8]:
    value = np.arange(CURVE_STEPS) / (CURVE_STEPS - 1)
    curve = np.where(value <= 0.0031308, value * 12.92, 1.055 * value ** (1 / 2.4) - 0.055)
    return np.round(curve * 255).astype(np.uint8)
