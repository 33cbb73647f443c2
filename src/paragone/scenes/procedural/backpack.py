"""Backpacks: a stuffed sack with pockets in front and at the sides, and straps behind."""

from dataclasses import dataclass

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, mesh_of, move
from paragone.scenes.procedural._parts.shapes import box, loft, rod, tube

STEEL, DARK, BRASS = Paint("#b7bcc2"), Paint("#232427"), Paint("#c99a3c")


@dataclass(frozen=True)
class Pack:
    """A backpack's cloth and whether it carries a rolled mat."""

    cloth: Paint
    trim: Paint
    has_mat: bool = False


PACKS = (
    Pack(coat("#2f6db0"), coat("#1f4a7c")),
    Pack(coat("#c4502e"), coat("#8f3a21"), has_mat=True),
    Pack(coat("#5f8a45"), coat("#3f5f2d")),
)


def backpack(variant: int, _state: str) -> Mesh:
    """A backpack: rounded sack, front pocket with zip, side pockets, top loop, straps on its back."""
    pack = PACKS[variant]
    parts = [_sack(0.36, 0.22, 0.52, pack.cloth)]
    parts.append(move(_sack(0.27, 0.10, 0.24, pack.trim), 0, -0.125, z=0.03))
    parts.append(move(_sack(0.30, 0.06, 0.15, pack.cloth), 0, -0.10, z=0.30))
    parts += [both(move(_sack(0.07, 0.15, 0.20, pack.trim), 0.185, 0.0, z=0.03))]
    zips: list[Point] = [(-0.12, -0.178, 0.22), (0.0, -0.18, 0.245), (0.12, -0.178, 0.22)]
    parts += [tube(zips, 0.007, STEEL, sides=5), box((0.012, 0.015, 0.05), (0.10, -0.185, 0.20), BRASS)]
    loop: list[Point] = [(-0.05, 0.06, 0.50), (-0.04, 0.06, 0.57), (0.04, 0.06, 0.57), (0.05, 0.06, 0.50)]
    parts.append(tube(loop, 0.013, DARK, sides=6))
    strap: list[Point] = [
        (0.08, 0.08, 0.50),
        (0.10, 0.16, 0.52),
        (0.12, 0.22, 0.40),
        (0.13, 0.20, 0.22),
        (0.14, 0.11, 0.06),
    ]
    parts.append(both(tube(strap, 0.03, pack.trim, sides=8, flat=0.5)))
    if pack.has_mat:
        parts += [rod((-0.22, -0.02, 0.57), (0.22, -0.02, 0.57), 0.065, coat("#4f7f9c"), sides=14)]
        parts.append(both(box((0.03, 0.14, 0.14), (0.11, -0.02, 0.57), DARK, bevel=0.03)))
    return mesh_of(*parts)


def _sack(width: float, depth: float, height: float, paint: Paint) -> Part:
    """A stuffed bag that stands on z = 0: square below, rounded above."""
    angle = np.arange(20) * 2 * np.pi / 20
    cosine, sine = np.cos(angle), np.sin(angle)
    square = np.column_stack([np.sign(cosine) * np.abs(cosine) ** 0.5, np.sign(sine) * np.abs(sine) ** 0.5]) / 2
    levels = [
        (0.0, 0.86),
        (0.06, 0.98),
        (0.25, 1.03),
        (0.55, 1.0),
        (0.75, 0.93),
        (0.88, 0.80),
        (0.96, 0.58),
        (1.0, 0.25),
    ]
    rings = [np.column_stack([square * size * [width, depth], np.full(20, share * height)]) for share, size in levels]
    return loft(rings, paint)


MODELS = {"backpack": Model(backpack, len(PACKS))}
