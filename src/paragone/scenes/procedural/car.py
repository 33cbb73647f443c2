"""Cars: a saloon, a hatchback, an off-roader and a small city car."""

from dataclasses import dataclass

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, both, coat, join, mesh_of
from paragone.scenes.procedural._parts.shapes import box, extrude, rod
from paragone.scenes.procedural._parts.vehicle import (
    CHROME,
    DARK,
    GLASS,
    HEADLAMP,
    INDICATOR,
    TAILLAMP,
    arches,
    lamps,
    rounded_ends,
    screen,
    taper,
    wheels,
)


@dataclass(frozen=True)
class Shape:
    """A car's side view: lengths along y from the nose (negative) to the tail."""

    paint: Paint
    length: float
    width: float
    bonnet: float  # height of the bonnet's end at the windscreen
    roof: float
    screen_foot: float  # y of the windscreen's foot
    roof_front: float
    roof_back: float
    tail_foot: float  # y where the rear window meets the body
    wheel: float
    lift: float = 0.24  # height of the floor
    has_rack: bool = False


SHAPES = (
    Shape(coat("#b3202a"), 4.5, 1.80, 0.93, 1.44, -0.85, -0.15, 0.95, 1.62, 0.33),
    Shape(coat("#2f66b0"), 3.9, 1.74, 0.98, 1.50, -0.85, -0.25, 1.35, 1.82, 0.32),
    Shape(coat("#5c6f4a"), 4.6, 1.92, 1.12, 1.82, -0.80, -0.35, 1.98, 2.16, 0.41, lift=0.36, has_rack=True),
    Shape(coat("#e3b72c"), 2.9, 1.62, 0.98, 1.56, -0.72, -0.25, 0.98, 1.32, 0.30),
)


def build(variant: int, _state: str) -> Mesh:
    """One car."""
    shape = SHAPES[variant]
    half = shape.length / 2
    body = rounded_ends(join(_hull(shape), _lights(shape)), half, pinch=0.10)
    axles = (-half + 0.78, half - 0.80) if shape.length > 3.2 else (-half + 0.52, half - 0.50)
    return mesh_of(
        body,
        taper(_cabin(shape), shape.bonnet, roof=shape.roof, narrow=0.22),
        arches(axles, shape.wheel, width=shape.width + 0.01),
        wheels(axles, shape.wheel, track=shape.width + 0.06, width=0.23),
        _mirrors(shape),
    )


def _hull(shape: Shape) -> Part:
    half, low, top = shape.length / 2, shape.lift, shape.bonnet
    outline = [
        (-half + 0.12, low), (half - 0.12, low), (half - 0.02, low + 0.16), (half, top - 0.28), (half - 0.08, top),
        (shape.tail_foot, top + 0.03), (shape.screen_foot, top), (-half + 0.30, top - 0.13), (-half + 0.05, top - 0.24),
        (-half, top - 0.45), (-half + 0.03, low + 0.12),
    ]  # fmt: skip
    sill = box((shape.width - 0.04, shape.length - 1.0, 0.10), (0, 0, low + 0.03), DARK)
    return join(extrude(outline, shape.width, shape.paint, bevel=0.07), sill)


def _cabin(shape: Shape) -> Part:
    top, roof, width = shape.bonnet, shape.roof, shape.width
    foot, front, back, tail = shape.screen_foot, shape.roof_front, shape.roof_back, shape.tail_foot
    shell = [(foot, top - 0.05), (tail, top - 0.05), (tail, top), (back, roof - 0.02), (front, roof), (foot, top)]
    middle = (front + back) / 2 - 0.05
    lean = (front - foot) * 0.85
    ahead = [(foot + 0.16, top + 0.04), (middle, top + 0.04), (middle, roof - 0.09), (foot + 0.16 + lean, roof - 0.09)]
    slant = (tail - back) * 0.85
    behind = [(middle + 0.08, top + 0.04), (tail - 0.14, top + 0.04), (tail - 0.14 - slant, roof - 0.09)]
    behind += [(middle + 0.08, roof - 0.09)]
    parts = [extrude(shell, width - 0.06, shape.paint, bevel=0.04)]
    parts += [extrude(pane, width - 0.02, GLASS) for pane in (ahead, behind)]
    parts.append(screen((foot + 0.04, top + 0.04), (front - 0.05, roof - 0.05), width - 0.22))
    parts.append(screen((back + 0.05, roof - 0.07), (tail - 0.03, top + 0.05), width - 0.26))
    if shape.has_rack:
        rail = rod(
            (width / 2 - 0.12, front + 0.2, roof + 0.07), (width / 2 - 0.12, back - 0.1, roof + 0.07), 0.03, DARK
        )
        parts += [both(rail), *(box((width - 0.2, 0.05, 0.04), (0, y, roof + 0.05), DARK) for y in (0.3, 1.2))]
    return join(*parts)


def _lights(shape: Shape) -> Part:
    half, top, wide = shape.length / 2, shape.bonnet, shape.width
    return join(
        lamps(wide / 2 - 0.26, -half + 0.02, top - 0.34, size=(0.36, 0.16), paint=HEADLAMP),
        lamps(wide / 2 - 0.10, -half + 0.10, top - 0.34, size=(0.14, 0.12), paint=INDICATOR),
        lamps(wide / 2 - 0.20, half - 0.02, top - 0.20, size=(0.34, 0.18), paint=TAILLAMP),
        box((wide * 0.46, 0.06, 0.15), (0, -half + 0.01, top - 0.36), DARK),
        box((wide * 0.40, 0.08, 0.03), (0, -half, top - 0.36), CHROME),
        box((wide * 0.96, 0.10, 0.13), (0, -half + 0.02, shape.lift + 0.14), DARK, bevel=0.03),
        box((wide * 0.96, 0.10, 0.13), (0, half - 0.02, shape.lift + 0.14), DARK, bevel=0.03),
        box((0.46, 0.03, 0.11), (0, half, top - 0.38), Paint("#f2f0e6")),
        box((0.46, 0.03, 0.11), (0, -half - 0.035, shape.lift + 0.15), Paint("#f2f0e6")),
    )


def _mirrors(shape: Shape) -> Part:
    top, out = shape.bonnet, shape.width / 2
    mirror = box((0.20, 0.10, 0.13), (out + 0.04, shape.screen_foot + 0.30, top + 0.10), shape.paint, bevel=0.03)
    handles = [
        box((0.03, 0.18, 0.035), (out, y, top - 0.13), CHROME) for y in (0.15, 1.05) if y < shape.roof_back + 0.3
    ]
    seam = box((0.012, 0.025, top - shape.lift - 0.2), (out, (shape.roof_front + shape.roof_back) / 2, 0.66), DARK)
    return both(join(mirror, seam, *handles))


MODELS = {"car": Model(build, len(SHAPES))}
