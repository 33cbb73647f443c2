"""Bicycles: a racer, a city bicycle with basket and mudguards, and a mountain bicycle with fat tyres."""

from dataclasses import dataclass

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, join, mesh_of, turn
from paragone.scenes.procedural._parts.shapes import box, hoop, rod, sphere, tube

RUBBER, STEEL, DARK, LEATHER = Paint("#1d1d1f"), Paint("#b9bec4"), Paint("#26282b"), coat("#5a3c2a")


@dataclass(frozen=True)
class Shape:
    """A bicycle's frame and fittings."""

    paint: Paint
    tyre: float
    bar: str  # "drop", "swept" or "flat"
    is_step_through: bool = False
    has_basket: bool = False


SHAPES = (
    Shape(coat("#c8252c"), 0.022, "drop"),
    Shape(coat("#2f8f86"), 0.028, "swept", is_step_through=True, has_basket=True),
    Shape(coat("#e5a51f"), 0.045, "flat"),
)
RADIUS, REAR, FRONT = 0.34, 0.52, -0.54


def build(variant: int, _state: str) -> Mesh:
    """One bicycle, its front wheel towards -y."""
    shape = SHAPES[variant]
    axle = RADIUS + shape.tyre
    parts = [_wheel(y, axle, shape) for y in (FRONT, REAR)]
    parts += [_frame(shape, axle), _bar(shape, axle), _drive(axle), _saddle(shape)]
    if shape.has_basket:
        parts += [_basket(), *(_mudguard(y, axle, shape.paint) for y in (FRONT, REAR))]
    return mesh_of(*parts)


def _wheel(y: float, axle: float, shape: Shape) -> Part:
    thick = shape.tyre
    parts = [hoop(RADIUS, thick, RUBBER, at=(0, y, axle), sides=30)]
    parts.append(hoop(RADIUS - thick - 0.008, 0.016, shape.paint, at=(0, y, axle), sides=30))
    parts.append(rod((-0.05, y, axle), (0.05, y, axle), 0.025, STEEL, sides=8))
    for angle in np.arange(12) * np.pi / 6:
        end: Point = (0, y + RADIUS * 0.95 * float(np.cos(angle)), axle + RADIUS * 0.95 * float(np.sin(angle)))
        parts.append(rod((0.02 if int(angle * 2) % 2 else -0.02, y, axle), end, 0.004, STEEL, sides=4))
    return join(*parts)


def _frame(shape: Shape, axle: float) -> Part:
    crank, seat, head = (0.0, 0.10, axle - 0.06), (0.0, 0.27, 0.80), (0.0, -0.38, 0.84)
    low_head = (0.0, -0.40, 0.72)
    thick = 0.024 if shape.tyre < 0.04 else 0.03
    bars = [(crank, seat), (crank, low_head)]
    bars.append(((0.0, 0.16, 0.52), low_head) if shape.is_step_through else ((0.0, 0.255, 0.76), head))
    parts = [rod(start, end, thick, shape.paint, sides=8) for start, end in bars]
    parts.append(rod((0, -0.36, 0.90), (0, -0.42, 0.68), 0.028, shape.paint, sides=8))
    side = [rod((0.03, 0.12, crank[2]), (0.045, REAR, axle), 0.014, shape.paint, sides=6)]
    side.append(rod((0.025, 0.255, 0.74), (0.045, REAR, axle), 0.013, shape.paint, sides=6))
    fork: list[Point] = [(0.035, -0.42, 0.70), (0.045, -0.49, 0.50), (0.045, FRONT, axle)]
    side.append(tube(fork, 0.016, shape.paint, sides=6))
    return join(*parts, both(join(*side)))


def _bar(shape: Shape, axle: float) -> Part:
    stem = rod((0, -0.36, 0.88), (0, -0.40, 0.98), 0.018, STEEL, sides=8)
    paths: dict[str, list[Point]] = {
        "drop": [
            (0, -0.42, 0.98), (0.19, -0.43, 0.98), (0.21, -0.53, 0.97),
            (0.21, -0.56, 0.91), (0.21, -0.50, 0.85), (0.21, -0.42, 0.84),
        ],
        "swept": [(0, -0.42, 0.99), (0.14, -0.43, 1.03), (0.26, -0.36, 1.05), (0.29, -0.20, 1.03)],
        "flat": [(0, -0.42, 0.99), (0.18, -0.42, 1.02), (0.34, -0.38, 1.03)],
    }  # fmt: skip
    path = paths[shape.bar]
    grip = rod(path[-2], path[-1], 0.021, DARK, sides=8)
    lamp = sphere((0.04, 0.04, 0.04), (0, -0.49, 0.88), Paint("#fff2c0"), sides=8)
    return join(stem, lamp, both(join(tube(path, 0.014, STEEL, sides=7), grip)))


def _drive(axle: float) -> Part:
    z = axle - 0.06
    ring = hoop(0.085, 0.010, DARK, at=(0.055, 0.10, z), sides=20)
    disc = rod((0.045, 0.10, z), (0.058, 0.10, z), 0.06, STEEL, sides=12)
    chain = [box((0.012, REAR - 0.10, 0.014), (0.055, (REAR + 0.10) / 2, z + dz), DARK) for dz in (0.06, -0.02)]
    right = join(
        box((0.02, 0.03, 0.17), (0.08, 0.10, z - 0.08), STEEL), box((0.10, 0.08, 0.025), (0.13, 0.10, z - 0.17), DARK)
    )
    left = join(
        box((0.02, 0.03, 0.17), (-0.08, 0.10, z + 0.08), STEEL), box((0.10, 0.08, 0.025), (-0.13, 0.10, z + 0.17), DARK)
    )
    about = (0, 0.10, z)
    return join(ring, disc, *chain, turn(join(right, left), "x", 50, about=about))


def _saddle(shape: Shape) -> Part:
    post = rod((0, 0.265, 0.78), (0, 0.285, 0.92), 0.014, STEEL, sides=8)
    wide = 0.10 if shape.is_step_through else 0.075
    seat = sphere((wide, 0.085, 0.03), (0, 0.35, 0.95), LEATHER, sides=10)
    nose = sphere((0.035, 0.15, 0.025), (0, 0.24, 0.95), LEATHER, sides=8)
    return join(post, seat, nose)


def _basket() -> Part:
    wires = []
    for z in (0.74, 0.82, 0.90, 0.98):
        wide, y0, y1 = 0.12 + (z - 0.74) * 0.2, -0.56, -0.76 - (z - 0.74) * 0.2
        path: list[Point] = [(-wide, y0, z), (wide, y0, z), (wide, y1, z), (-wide, y1, z)]
        wires.append(tube(path, 0.009, Paint("#a9794a"), sides=5, closed=True))
    floor = box((0.24, 0.20, 0.02), (0, -0.66, 0.74), Paint("#a9794a"))
    posts = [
        rod((x, y, 0.74), (x * 1.35, y + (y + 0.6) * 0.4, 0.98), 0.009, Paint("#a9794a"), sides=5)
        for x in (-0.12, 0, 0.12)
        for y in (-0.56, -0.76)
    ]
    return join(*wires, floor, *posts)


def _mudguard(y: float, axle: float, paint: Paint) -> Part:
    angle = (
        np.linspace(np.radians(20), np.radians(165), 9) if y > 0 else np.linspace(np.radians(15), np.radians(130), 9)
    )
    radius = RADIUS + 0.05
    rim: list[Point] = [(0.0, y + radius * float(np.cos(a)), axle + radius * float(np.sin(a))) for a in angle]
    return tube(rim, 0.028, paint, sides=6)


MODELS = {"bike": Model(build, len(SHAPES))}
