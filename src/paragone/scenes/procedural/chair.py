"""Chairs: wooden with slats, upholstered, and an office chair on castors."""

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, join, mesh_of, turn
from paragone.scenes.procedural._parts.shapes import box, rod, sphere, tube

IRON, STEEL = Paint("#2b2d30"), Paint("#b4b9bf")


def chair(variant: int, _state: str) -> Mesh:
    """A chair with its seat towards -y: wooden with slats, upholstered, office swivel or plastic shell."""
    return mesh_of(*(_slat_chair, _soft_chair, _office_chair)[variant]())


def _slat_chair() -> list[Part]:
    wood = coat("#a8713f")
    parts = [box((0.46, 0.46, 0.045), (0, 0, 0.45), wood, bevel=0.015)]
    parts.append(both(rod((0.19, -0.19, 0), (0.19, -0.19, 0.44), 0.022, wood, to=0.028, sides=8)))
    post: list[Point] = [(0.19, 0.24, 0), (0.19, 0.20, 0.45), (0.19, 0.29, 0.98)]
    parts.append(both(tube(post, 0.024, wood, sides=8)))
    parts += [box((0.40, 0.025, 0.07), (0, y, z), wood, bevel=0.01) for y, z in ((0.228, 0.62), (0.252, 0.76))]
    parts.append(box((0.44, 0.03, 0.11), (0, 0.28, 0.93), wood, bevel=0.012))
    parts += [
        both(rod((0.19, -0.19, 0.2), (0.19, 0.22, 0.2), 0.013, wood, sides=6)),
        rod((-0.19, 0, 0.2), (0.19, 0, 0.2), 0.013, wood, sides=6),
    ]
    return parts


def _soft_chair() -> list[Part]:
    cloth, wood = coat("#b34a3c"), Paint("#5a3c27")
    parts = [box((0.50, 0.50, 0.11), (0, 0, 0.44), cloth, bevel=0.035)]
    parts.append(turn(box((0.48, 0.09, 0.58), (0, 0.24, 0.76), cloth, bevel=0.035), "x", -8, about=(0, 0.24, 0.46)))
    parts += [both(rod((0.22, y * 1.06, 0), (0.19, y, 0.40), 0.015, wood, to=0.026, sides=8)) for y in (-0.20, 0.20)]
    return parts


def _office_chair() -> list[Part]:
    cloth = coat("#3567a8")
    parts = [box((0.50, 0.48, 0.09), (0, -0.02, 0.50), cloth, bevel=0.035)]
    parts.append(turn(box((0.46, 0.08, 0.56), (0, 0.25, 0.88), cloth, bevel=0.03), "x", -7, about=(0, 0.25, 0.6)))
    parts += [box((0.08, 0.04, 0.35), (0, 0.27, 0.62), IRON), rod((0, 0, 0.12), (0, 0, 0.46), 0.03, STEEL)]
    for angle in np.radians(np.arange(5) * 72 + 90):
        end: Point = (0.30 * float(np.cos(angle)), 0.30 * float(np.sin(angle)), 0.09)
        parts += [
            rod((0, 0, 0.14), end, 0.028, IRON, to=0.02, sides=6),
            sphere(0.04, (end[0], end[1], 0.04), IRON, sides=8),
        ]
    arm: list[Point] = [(0.24, 0.05, 0.50), (0.30, 0.05, 0.56), (0.30, 0.05, 0.70)]
    parts.append(
        both(join(tube(arm, 0.018, IRON, sides=6), box((0.06, 0.26, 0.035), (0.30, 0.0, 0.71), IRON, bevel=0.01)))
    )
    return parts


MODELS = {"chair": Model(chair, 3)}
