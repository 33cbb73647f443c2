"""Traffic lights: red, amber and green under visors, on a post."""

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, coat, join, mesh_of, move, turn
from paragone.scenes.procedural._parts.shapes import box, extrude, lathe, rod, sphere

POST, WHITE, DARK = coat("#5b6066"), Paint("#f6f4ef"), Paint("#222428")
LIGHTS = (Paint("#ff2a1f"), Paint("#ffb01a"), Paint("#24d05a"))


def build(variant: int, _state: str) -> Mesh:
    """One traffic light that faces -y: with a backing board, plain, or with heads to four sides."""
    case = (coat("#2c3034"), coat("#d9a514"), coat("#2f5a3c"))[variant]
    tall = (2.6, 2.2, 2.3)[variant]
    axis = 0.0 if variant == 2 else 0.08
    head = move(_signal(case), z=tall - 0.5)
    parts = [rod((0, axis, 0), (0, axis, tall - 0.1), 0.055, POST, sides=12)]
    parts.append(lathe([(0.17, 0), (0.15, 0.12), (0.07, 0.2)], POST, sides=14, at=(0, axis, 0)))
    if variant == 2:
        parts += [turn(head, "z", degrees) for degrees in (0, 90, 180, 270)]
        parts.append(sphere((0.14, 0.14, 0.10), (0, 0, tall + 0.02), case, sides=12))
    else:
        parts.append(head)
    if variant == 0:
        parts.append(box((0.60, 0.03, 1.14), (0, 0.0, tall - 0.5), case))
        parts.append(box((0.66, 0.012, 1.20), (0, 0.0, tall - 0.5), WHITE))
    return mesh_of(*parts)


def _signal(case: Paint) -> Part:
    """One signal head that faces -y, centred in height."""
    parts = [box((0.34, 0.22, 0.98), (0, -0.10, 0), case, bevel=0.03)]
    for paint, z in zip(LIGHTS, (0.31, 0.0, -0.31), strict=True):
        lens = turn(lathe([(0.115, -0.02), (0.11, 0.01), (0.07, 0.03), (0.001, 0.035)], paint, sides=16), "x", 90)
        ring = turn(lathe([(0.135, -0.02), (0.135, 0.006)], DARK, sides=16), "x", 90)
        parts += [move(lens, 0, -0.215, z=z), move(ring, 0, -0.205, z=z), _visor(z)]
    return join(*parts)


def _visor(z: float) -> Part:
    """A curved roof above one lens."""
    angle = np.radians(np.linspace(10, 170, 9))
    outer, inner = (np.column_stack([np.cos(angle), np.sin(angle)]) * r for r in (0.150, 0.138))
    outline = np.concatenate([outer, inner[::-1]])
    return move(turn(extrude(outline, 0.16, DARK), "z", 90), 0, -0.28, z=z)


MODELS = {"traffic light": Model(build, 3)}
