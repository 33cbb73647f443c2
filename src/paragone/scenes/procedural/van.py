"""Vans: a delivery van, a minibus with a window row and a low panel van with a short sloping nose."""

from dataclasses import dataclass

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, both, coat, join, mesh_of
from paragone.scenes.procedural._parts.shapes import box, extrude
from paragone.scenes.procedural._parts.vehicle import (
    CHROME,
    DARK,
    GLASS,
    HEADLAMP,
    TAILLAMP,
    arches,
    lamps,
    screen,
    taper,
    wheels,
)


@dataclass(frozen=True)
class Shape:
    """A van's paint, its length and height, and how many windows follow the front door's."""

    paint: Paint
    length: float
    roof: float
    windows: int
    stripe: Paint | None = None


SHAPES = (
    Shape(coat("#e9e9e4"), 5.2, 2.35, 0, Paint("#2f6fb3")),
    Shape(coat("#3d8a7a"), 4.9, 2.05, 3),
    Shape(coat("#d98a2b"), 4.6, 1.98, 1),
)
WIDTH, FLOOR, BELT = 1.95, 0.28, 1.18


def build(variant: int, _state: str) -> Mesh:
    """One van."""
    shape = SHAPES[variant]
    half = shape.length / 2
    axles = (-half + 0.85, half - 0.95)
    shell = taper(join(_shell(shape), _panes(shape)), BELT, roof=shape.roof, narrow=0.10)
    return mesh_of(
        shell,
        arches(axles, 0.36, width=WIDTH + 0.01),
        wheels(axles, 0.36, track=WIDTH + 0.05, width=0.25),
        _trim(shape),
    )


def _shell(shape: Shape) -> Part:
    half, roof = shape.length / 2, shape.roof
    outline = [
        (-half + 0.10, FLOOR), (half - 0.04, FLOOR), (half, FLOOR + 0.15), (half - 0.02, roof - 0.16),
        (half - 0.14, roof - 0.02), (-half + 1.45, roof), (-half + 1.15, roof - 0.06), (-half + 0.62, BELT),
        (-half + 0.10, BELT - 0.20), (-half, BELT - 0.36), (-half + 0.01, FLOOR + 0.12),
    ]  # fmt: skip
    return extrude(outline, WIDTH, shape.paint, bevel=0.09)


def _panes(shape: Shape) -> Part:
    half, roof = shape.length / 2, shape.roof
    top = min(roof - 0.22, 1.80)
    front = [(-half + 0.76, BELT), (-half + 1.75, BELT), (-half + 1.75, top), (-half + 1.22, top)]
    parts = [extrude(front, WIDTH + 0.03, GLASS)]
    step = (shape.length - 2.0) / 3
    for index in range(shape.windows):
        y = -half + 1.85 + index * step
        parts.append(box((WIDTH + 0.03, step - 0.12, top - BELT), (0, y + step / 2 - 0.02, (top + BELT) / 2), GLASS))
    parts.append(screen((-half + 0.66, BELT + 0.02), (-half + 1.13, roof - 0.12), WIDTH - 0.22))
    parts += [both(box((0.74, 0.04, top - BELT), (0.43, half, (top + BELT) / 2), GLASS))]
    if shape.stripe:
        parts.append(box((WIDTH + 0.02, shape.length - 2.1, 0.16), (0, 0.95, 1.42), shape.stripe))
    return join(*parts)


def _trim(shape: Shape) -> Part:
    half, out = shape.length / 2, WIDTH / 2
    seams = [box((0.02, 0.025, 1.0), (out, y, 0.80), DARK) for y in (-half + 1.80, -half + 3.1)]
    rail = box((0.02, shape.length - 3.3, 0.03), (out, 1.3, BELT - 0.10), DARK)
    mirror = box((0.20, 0.12, 0.26), (out + 0.10, -half + 0.95, BELT + 0.16), DARK, bevel=0.03)
    return join(
        both(join(*seams, rail, mirror, box((0.03, 0.18, 0.04), (out, -half + 1.65, 1.0), CHROME))),
        lamps(out - 0.28, -half + 0.03, BELT - 0.36, size=(0.38, 0.22), paint=HEADLAMP),
        lamps(out - 0.12, half - 0.01, 0.95, size=(0.16, 0.42), paint=TAILLAMP),
        box((0.85, 0.05, 0.20), (0, -half, BELT - 0.42), DARK),
        box((WIDTH - 0.06, 0.14, 0.20), (0, -half + 0.03, FLOOR + 0.13), DARK, bevel=0.04),
        box((WIDTH - 0.06, 0.10, 0.18), (0, half - 0.01, FLOOR + 0.12), DARK, bevel=0.04),
        box((0.02, 0.02, 1.5), (0, half, 1.15), DARK),
        box((0.5, 0.03, 0.12), (0, -half - 0.04, FLOOR + 0.14), Paint("#f2f0e6")),
    )


MODELS = {"van": Model(build, len(SHAPES))}
