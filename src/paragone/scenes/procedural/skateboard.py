"""Skateboards: a plank with upturned ends on four rolls."""

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, both, coat, mesh_of
from paragone.scenes.procedural._parts.shapes import box, loft, rod, wheel

STEEL = Paint("#b7bcc2")


def skateboard(variant: int, _state: str) -> Mesh:
    """A board with upturned ends on two trucks, along y."""
    deck, rolls, grip = (
        (coat("#c8452f"), Paint("#f0e3c0"), coat("#2b2b2d")),
        (coat("#3f8fc2"), Paint("#e8c637"), coat("#4f9fd2")),
        (coat("#5fa653"), Paint("#d9534f"), coat("#2b2b2d")),
    )[variant]
    half, wide = (0.40, 0.20) if variant != 1 else (0.34, 0.17)

    def plank(low: float, high: float, shrink: float, paint: Paint) -> Part:
        rings = []
        for y in np.linspace(-half * shrink, half * shrink, 13):
            share = abs(y) / half
            half_width = wide / 2 * shrink * np.sqrt(max(1 - max(share / shrink - 0.72, 0) ** 2 / 0.0785, 0.02))
            lift = 0.115 + 0.42 * max(share - 0.62, 0) ** 1.5
            rings.append(
                [
                    (-half_width, y, lift + low),
                    (half_width, y, lift + low),
                    (half_width, y, lift + high),
                    (-half_width, y, lift + high),
                ]
            )
        return loft(rings, paint)

    parts = [plank(0.0, 0.016, 1.0, deck), plank(0.016, 0.020, 0.97, grip)]
    for y in (-half * 0.55, half * 0.55):
        parts += [both(wheel(0.036, 0.045, (wide / 2 - 0.025, y, 0.036), rim=STEEL, tyre=rolls, sides=14))]
        parts += [
            rod((-wide / 2, y, 0.036), (wide / 2, y, 0.036), 0.011, STEEL, sides=8),
            box((0.06, 0.10, 0.03), (0, y, 0.10), STEEL, bevel=0.008),
        ]
        parts.append(rod((0, y, 0.04), (0, y, 0.10), 0.025, STEEL, to=0.035, sides=8))
    return mesh_of(*parts)


MODELS = {"skateboard": Model(skateboard, 3)}
