"""A pinhole camera over a ground plane (z = 0): where points, rays, the ground and the horizon lie in the image.

Image coordinates are in pixels, x to the right and y down; the centre of the first pixel is (0.5, 0.5).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput

Doubles = npt.NDArray[np.float64]
Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Camera:
    """Where we look from and to; the field of view is the vertical one, in degrees."""

    position: Point = (0.0, -9.0, 2.7)
    target: Point = (0.0, 0.0, 1.05)
    field_of_view: float = 34.0
    size: tuple[int, int] = (256, 256)  # width, height

    def __post_init__(self) -> None:
        """Refuse a camera that looks straight up or down, or at nothing."""
        sight = np.subtract(self.target, self.position)
        if float(np.hypot(sight[0], sight[1])) < 1e-9:
            raise BadInput("the camera looks straight up or down; move its target away in x or y")
        if not 0 < self.field_of_view < 180:
            raise BadInput(f"a field of view of {self.field_of_view} degrees; it must be between 0 and 180")
        if min(self.size) < 1 or max(self.size) > 4096:
            raise BadInput(f"an image of {self.size[0]} x {self.size[1]} pixels; each side must be 1 to 4096")


class Axes(NamedTuple):
    """The camera's own directions in the world, each of length one."""

    right: Doubles
    up: Doubles
    forward: Doubles


def axes(camera: Camera) -> Axes:
    """The directions that are right, up and forward in the image."""
    forward = np.subtract(camera.target, camera.position).astype(np.float64)
    forward /= np.linalg.norm(forward)
    right = np.array([forward[1], -forward[0], 0.0])
    right /= np.linalg.norm(right)
    return Axes(right, np.cross(right, forward), forward)


def focal(camera: Camera) -> float:
    """The focal length in pixels."""
    return float(camera.size[1] / 2 / np.tan(np.radians(camera.field_of_view) / 2))


def project(camera: Camera, points: npt.NDArray[np.floating]) -> Doubles:
    """Image x, image y and distance along the line of sight of points (n, 3); only a positive distance is seen.

    >>> project(Camera(), np.array([[0.0, 0.0, 1.05]])).round(3).tolist()
    [[128.0, 128.0, 9.15]]
    """
    offset = np.asarray(points, dtype=np.float64) - np.asarray(camera.position)
    right, up, forward = axes(camera)
    depth = offset @ forward
    scale = focal(camera) / np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    x = camera.size[0] / 2 + offset @ right * scale
    y = camera.size[1] / 2 - offset @ up * scale
    return np.stack([x, y, depth], axis=1)


def rays(camera: Camera) -> Doubles:
    """The direction (not of length one: one unit along the sight) of each pixel's centre: (height, width, 3)."""
    width, height = camera.size
    right, up, forward = axes(camera)
    x = (np.arange(width) + 0.5 - width / 2) / focal(camera)
    y = (height / 2 - np.arange(height) - 0.5) / focal(camera)
    return forward + x[None, :, None] * right + y[:, None, None] * up


def ground(camera: Camera) -> Doubles:
    """The x and y in metres of the ground seen at each pixel (height, width, 2); NaN above the horizon."""
    direction = rays(camera)
    down = direction[..., 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        along = np.where(down < -1e-9, -camera.position[2] / down, np.nan)
    return np.asarray(camera.position[:2]) + along[..., None] * direction[..., :2]


def horizon(camera: Camera) -> float:
    """The image row of the horizon; it may lie outside the image."""
    _, up, forward = axes(camera)
    return float(camera.size[1] / 2 + focal(camera) * forward[2] / up[2])
