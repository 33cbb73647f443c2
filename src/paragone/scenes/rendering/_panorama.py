"""What each pixel of a background sees: a place on the ground, or a direction in the sky."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paragone.scenes.rendering._noise import clouded
from paragone.scenes.rendering.camera import Camera, axes, rays

Floats = npt.NDArray[np.float64]  # (pixels,) or (pixels, 3)
Flags = npt.NDArray[np.bool_]
WALL = 17.0  # metres from the camera to a wall, behind everything that is composed


@dataclass(frozen=True, eq=False)
class Panorama:
    """Per pixel. On the ground: metres right of and ahead of the camera's foot. Everywhere: degrees right and up."""

    right: Floats  # metres; 0 above the horizon
    ahead: Floats  # metres; 1e6 above the horizon
    azimuth: Floats  # degrees to the right of where the camera looks
    elevation: Floats  # degrees above the horizon
    eye: float  # the camera's height in metres

    def only(self, kept: Flags) -> "Panorama":
        """The panorama of some of the pixels."""
        return Panorama(self.right[kept], self.ahead[kept], self.azimuth[kept], self.elevation[kept], self.eye)


@dataclass(frozen=True)
class Backdrop:
    """How a place is painted: what lies above the ground, the ground, and the haze that the distance takes on."""

    above: Callable[[Panorama], Floats]
    below: Callable[[Panorama], Floats]
    haze: str = ""
    haze_from: float = 60.0  # metres at which the haze begins to count
    depth: float = 1e5  # metres to where the ground ends: the horizon, or a wall


def panorama(camera: Camera) -> Panorama:
    """The panorama of a camera, as (height, width) arrays."""
    right, _, forward = axes(camera)
    level = np.array([forward[0], forward[1], 0.0])
    level /= np.linalg.norm(level)
    direction = rays(camera)
    across, along, up = direction @ right, direction @ level, direction[..., 2]
    is_below = up < 0
    distance = np.where(is_below, -camera.position[2] / np.where(is_below, up, -1.0), 1e6)
    return Panorama(
        right=np.where(is_below, across * distance, 0.0),
        ahead=np.where(is_below, along * distance, 1e6),
        azimuth=np.degrees(np.arctan2(across, along)),
        elevation=np.degrees(np.arctan2(up, np.hypot(across, along))),
        eye=camera.position[2],
    )


def paint(place: Backdrop, view: Panorama) -> Floats:
    """The picture of a place, (height, width, 3) sRGB, nominally 0..1."""
    is_ground = view.ahead < place.depth
    picture = np.zeros((*is_ground.shape, 3))
    picture[~is_ground] = place.above(view.only(~is_ground))
    land = view.only(is_ground)
    ground = place.below(land)
    picture[is_ground] = (
        mix(ground, colour(place.haze), far(land, place.haze_from) ** 3 * 0.9) if place.haze else ground
    )
    return picture


def colour(hex_: str) -> Floats:
    """SRGB 0..1 of a "#rrggbb"."""
    return np.array([int(hex_[at : at + 2], 16) for at in (1, 3, 5)]) / 255


def mix(one: npt.ArrayLike, two: npt.ArrayLike, share: npt.ArrayLike) -> Floats:
    """From the first colour (share 0) to the second (share 1)."""
    part = np.clip(np.asarray(share, dtype=np.float64), 0, 1)[..., None]
    blended: Floats = np.asarray(one) * (1 - part) + np.asarray(two) * part
    return blended


def step(value: Floats, low: float, high: float) -> Floats:
    """0 below `low`, 1 above `high`, smooth between."""
    share = np.clip((value - low) / (high - low), 0, 1)
    risen: Floats = share * share * (3 - 2 * share)
    return risen


def far(view: Panorama, metres: float) -> Floats:
    """0 at one's feet, 1 at the horizon, a half at that many metres."""
    distance = np.hypot(view.right, view.ahead)
    share: Floats = distance / (distance + metres)
    return share


def sky(view: Panorama, zenith: str, horizon: str, *, clouds: str = "#ffffff", cover: float, seed: int) -> Floats:
    """A sky that pales towards the horizon, with clouds over about the share `cover` of it."""
    plain = mix(colour(horizon), colour(zenith), view.elevation / 28)
    if not cover:
        return plain
    height = view.elevation + 3.5
    cloud = clouded(view.azimuth / height * 2.2, 60 / height, seed, octaves=5)
    return mix(plain, colour(clouds), 0.85 * step(cloud, 0.80 - cover * 0.6, 0.98 - cover * 0.5))


def ridge(view: Panorama, *, low: float, high: float, width: float, seed: int) -> Floats:
    """How far each direction lies under a skyline of hills between two heights in degrees; positive inside a hill."""
    line = clouded(view.azimuth / width, np.full_like(view.azimuth, seed * 7.7), seed, octaves=6)
    under: Floats = low + (high - low) * np.clip((line - 0.25) * 2, 0, 1) - view.elevation
    return under


def on_wall(view: Panorama) -> tuple[Floats, Floats]:
    """Where each line of sight meets the wall ahead: metres to the right and metres above the floor."""
    azimuth, elevation = np.radians(view.azimuth), np.radians(view.elevation)
    return WALL * np.tan(azimuth), view.eye + np.tan(elevation) * WALL / np.cos(azimuth)


def speckle(view: Panorama, size: float, seed: int) -> Floats:
    """Noise on the ground about its mean, -1..1, that calms down where it would be finer than the pixels."""
    grain = clouded(view.right / size, view.ahead / size, seed, octaves=4) * 2 - 1
    calm: Floats = grain / (1 + (np.hypot(view.right, view.ahead) / (40 * size + 15)) ** 2)
    return calm
