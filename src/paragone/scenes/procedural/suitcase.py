"""Suitcases: two trolleys with pulled-out handles and an old leather case."""

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, mesh_of
from paragone.scenes.procedural._parts.shapes import box, rod, tube, wheel

STEEL, DARK, BRASS = Paint("#b7bcc2"), Paint("#232427"), Paint("#c99a3c")
HIGH, DEEP, FLOOR = 0.66, 0.26, 0.06


def build(variant: int, _state: str) -> Mesh:
    """One suitcase, upright, its front towards -y."""
    if variant == 1:
        return mesh_of(*_leather())
    if variant == 0:
        return mesh_of(*_trolley(coat("#2e6fb2"), 0.46), *_ribs(coat("#2e6fb2"), 0.46))
    return mesh_of(*_trolley(coat("#b8323f"), 0.54), *_straps())


def _trolley(shell: Paint, width: float) -> list[Part]:
    middle, top, side = (0, 0, FLOOR + HIGH / 2), FLOOR + HIGH, width / 2 - 0.06
    parts = [box((width, DEEP, HIGH), middle, shell, bevel=0.05)]
    parts.append(box((width + 0.012, 0.02, HIGH + 0.012), middle, DARK, bevel=0.008))
    parts.append(both(rod((0.11, 0.07, top - 0.02), (0.11, 0.07, top + 0.34), 0.011, STEEL, sides=8)))
    parts.append(box((0.26, 0.04, 0.045), (0, 0.07, top + 0.345), DARK, bevel=0.012))
    half: list[Point] = [(0.0, -0.03, top + 0.03), (0.07, -0.03, top + 0.03), (0.08, -0.03, top - 0.01)]
    parts.append(both(tube(half, 0.014, DARK, sides=6)))
    parts += [both(wheel(0.035, 0.03, (side, y, 0.035), rim=STEEL, sides=10)) for y in (-0.09, 0.09)]
    parts.append(both(box((0.06, 0.24, 0.03), (side, 0, 0.065), DARK)))
    return parts


def _ribs(shell: Paint, width: float) -> list[Part]:
    places = np.linspace(-width / 2 + 0.09, width / 2 - 0.09, 5)
    size = (0.035, DEEP + 0.02, HIGH - 0.16)
    return [box(size, (float(x), 0, FLOOR + HIGH / 2), shell, bevel=0.008) for x in places]


def _straps() -> list[Part]:
    size = (0.05, DEEP + 0.016, HIGH + 0.016)
    strap = box(size, (0.15, 0, FLOOR + HIGH / 2), Paint("#5a2a2d"), bevel=0.008)
    return [both(strap), both(box((0.075, 0.03, 0.06), (0.15, -DEEP / 2, 0.45), BRASS, bevel=0.008))]


def _leather() -> list[Part]:
    hide, trim = coat("#9a5d2e"), Paint("#5a3218")
    parts = [box((0.68, 0.20, 0.46), (0, 0, 0.25), hide, bevel=0.03)]
    parts.append(box((0.69, 0.015, 0.47), (0, 0.0, 0.25), trim))
    parts += [both(box((0.11, 0.21, 0.11), (0.295, 0, z), trim, bevel=0.025)) for z in (0.065, 0.435)]
    parts += [both(box((0.045, 0.212, 0.472), (0.18, 0, 0.25), trim, bevel=0.005))]
    parts += [both(box((0.06, 0.03, 0.05), (0.18, -0.105, 0.33), BRASS, bevel=0.008))]
    grip: list[Point] = [(-0.10, 0, 0.47), (-0.09, 0, 0.53), (0.0, 0, 0.55), (0.09, 0, 0.53), (0.10, 0, 0.47)]
    parts += [tube(grip, 0.017, trim, sides=8), both(box((0.03, 0.03, 0.03), (0.10, 0, 0.485), BRASS))]
    return parts


MODELS = {"suitcase": Model(build, 3)}
