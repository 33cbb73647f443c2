"""What road vehicles share: tapering bodies, glass, lamps and wheels. They drive towards -y."""

from collections.abc import Sequence

import numpy as np

from paragone.scenes.procedural._parts.part import Floats, Paint, Part, both, join, warp
from paragone.scenes.procedural._parts.shapes import box, extrude, wheel

GLASS, DARK, CHROME = Paint("#26323d"), Paint("#1d1f22"), Paint("#c9ccd0")
HEADLAMP, TAILLAMP, INDICATOR = Paint("#fff6cf"), Paint("#d01f1f"), Paint("#f29a1f")
Outline = Sequence[tuple[float, float]]


def taper(part: Part, shoulder: float, *, roof: float, narrow: float) -> Part:
    """The part narrowed above the shoulder height until it has lost the share `narrow` of its width at the roof."""

    def lean(points: Floats) -> Floats:
        share = np.clip((points[:, 2] - shoulder) / (roof - shoulder), 0, 1.2)
        return np.column_stack([points[:, 0] * (1 - narrow * share), points[:, 1:]])

    return warp(part, lean)


def rounded_ends(part: Part, half: float, *, pinch: float) -> Part:
    """The part narrowed towards its ends at y = -half and y = half, as seen from above."""

    def squeeze(points: Floats) -> Floats:
        share = np.abs(points[:, 1] / half) ** 4
        return np.column_stack([points[:, 0] * (1 - pinch * np.clip(share, 0, 1.1)), points[:, 1:]])

    return warp(part, squeeze)


def screen(low: tuple[float, float], high: tuple[float, float], width: float, paint: Paint = GLASS) -> Part:
    """A pane across the vehicle from one (y, z) to another, a little proud of the surface behind it."""
    along = np.subtract(high, low)
    out = np.array([-along[1], along[0]]) / np.linalg.norm(along) * 0.025
    corners = [low, high, tuple(np.add(high, out)), tuple(np.add(low, out))]
    return extrude(corners, width, paint)


def wheels(positions: Sequence[float], radius: float, *, track: float, width: float, rim: Paint = CHROME) -> Part:
    """Wheels left and right at these y, in dark arches; `track` is the distance between their outer faces."""
    parts = []
    for y in positions:
        parts.append(both(wheel(radius, width, (track / 2 - width / 2, y, radius), rim=rim)))
    return join(*parts)


def arches(positions: Sequence[float], radius: float, *, width: float) -> Part:
    """Dark half discs on the sides of a body, in which wheels stand."""
    angle = np.linspace(0, np.pi, 13)
    outline = np.column_stack([np.cos(angle), np.sin(angle)]) * radius * 1.16
    return join(*(extrude(outline + np.array([y, radius]), width, DARK) for y in positions))


def lamps(x: float, y: float, z: float, *, size: tuple[float, float], paint: Paint) -> Part:
    """A pair of lamps left and right at one end."""
    return both(box((size[0], 0.06, size[1]), (x, y, z), paint, bevel=0.02))
