"""Fire hydrants: barrel, bonnet, two side caps and one in front."""

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, both, coat, join, mesh_of, move, turn
from paragone.scenes.procedural._parts.shapes import lathe, sphere

STEEL = Paint("#a4a9af")
LOOKS = (  # body, caps, width, height
    (coat("#c4231f"), Paint("#d8d4c8"), 1.0, 1.0),
    (coat("#e8b21c"), coat("#e8b21c"), 1.0, 1.0),
    (coat("#c4231f"), coat("#a81b18"), 0.86, 1.12),
)
BARREL = (
    *((0.17, 0), (0.17, 0.05), (0.125, 0.06), (0.115, 0.10), (0.115, 0.42), (0.15, 0.44), (0.15, 0.48), (0.12, 0.49)),
    *((0.12, 0.53), (0.145, 0.54), (0.145, 0.57)),
)
BONNET = ((0.135, 0.57), (0.125, 0.62), (0.09, 0.67), (0.04, 0.695), (0.035, 0.70), (0.035, 0.75), (0.001, 0.755))
SIDE = ((0.055, 0.0), (0.055, 0.15), (0.075, 0.15), (0.075, 0.19), (0.04, 0.2), (0.03, 0.235), (0.001, 0.236))
FRONT = ((0.075, 0), (0.075, 0.13), (0.1, 0.13), (0.1, 0.18), (0.04, 0.19), (0.035, 0.225), (0.001, 0.226))


def build(variant: int, _state: str) -> Mesh:
    """One hydrant, its large cap towards -y."""
    body, caps, wide, tall = LOOKS[variant]
    parts = [
        lathe([(radius * wide, z * tall) for radius, z in profile], paint)
        for profile, paint in ((BARREL, body), (BONNET, caps))
    ]
    z = 0.36 * tall
    parts.append(both(move(turn(lathe(SIDE, caps, sides=12), "y", 90), z=z)))
    parts.append(move(turn(lathe(FRONT, caps, sides=14), "x", 90), z=z - 0.05))
    return mesh_of(*parts, *_bolts(0.49 * tall), both(_chain(z)))


def _bolts(collar: float) -> list[Part]:
    parts = []
    for angle in np.arange(8) * np.pi / 4:
        x, y = 0.15 * float(np.cos(angle)), 0.15 * float(np.sin(angle))
        parts.append(sphere(0.014, (x, y, 0.06), STEEL, sides=6))
        parts.append(sphere(0.013, (x * 0.87, y * 0.87, collar), STEEL, sides=6))
    return parts


def _chain(z: float) -> Part:
    links = [(0.13 + 0.02 * step, -0.06, z - 0.02 - 0.02 * step) for step in range(4)]
    return join(*(sphere((0.012, 0.012, 0.016), link, STEEL, sides=6) for link in links))


MODELS = {"fire hydrant": Model(build, len(LOOKS))}
