"""Trains on a piece of track: two steam engines with tenders, a high-speed train and a diesel with a coach."""

from collections.abc import Sequence

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, join, mesh_of, move, turn
from paragone.scenes.procedural._parts.shapes import box, extrude, hoop, lathe, loft, rod, wheel

GLASS, IRON, STEEL, BRASS = Paint("#27333f"), Paint("#26282b"), Paint("#9aa0a6"), Paint("#d8a93a")
WOOD, GRAVEL, LAMP = Paint("#6d4e37"), Paint("#8f8a82"), Paint("#fff3c4")
TYRE, RED = Paint("#3a3d41"), coat("#b3262c")
RAIL = 0.42  # height of the top of the rails


def build(variant: int, _state: str) -> Mesh:
    """One train."""
    if variant in (0, 3):
        parts = _steam(*(coat("#2f6e4c"), coat("#25593d")) if variant == 0 else (coat("#a3242b"), coat("#8b1c24")))
    else:
        parts = _express() if variant == 1 else _diesel()
    along = join(*parts).vertices[:, 1]
    middle = float(along.min() + along.max()) / 2
    return mesh_of(*parts, move(_track(float(np.ptp(along))), 0, middle))


def _track(length: float) -> Part:
    bed = [(-1.55, 0.0), (1.55, 0.0), (1.35, 0.16), (-1.35, 0.16)]
    gravel = turn(extrude(bed, length, GRAVEL), "z", 90)
    sleepers = [box((2.5, 0.28, 0.14), (0, y, 0.21), WOOD) for y in np.arange(0.4, length, 0.95) - length / 2]
    rails = both(box((0.10, length, 0.14), (0.75, 0, RAIL - 0.07), STEEL))
    return join(gravel, *sleepers, rails)


def _steam(body: Paint, cab: Paint) -> list[Part]:
    boiler = [(0.72, 0.0), (0.76, 0.05), (0.76, 3.5), (0.86, 3.9), (0.86, 4.5)]
    smokebox = [(0.0001, -1.05), (0.55, -1.02), (0.74, -0.9), (0.80, -0.8), (0.80, 0.05), (0.70, 0.1)]
    height = 2.05

    def lying(profile: Sequence[tuple[float, float]], paint: Paint) -> Part:
        return move(turn(lathe(profile, paint, sides=16), "x", -90), 0, -2.6, z=height)

    parts = [lying(boiler, body), lying(smokebox, coat("#34383b"))]
    parts += [lying([(0.80, y), (0.80, y + 0.1)], BRASS) for y in (0.9, 2.1, 3.3)]
    chimney = [(0.20, 0.0), (0.19, 0.55), (0.24, 0.62), (0.34, 0.95), (0.30, 0.98)]
    dome = [(0.34, 0.0), (0.34, 0.3), (0.24, 0.5), (0.02, 0.58)]
    parts += [lathe(chimney, IRON, at=(0, -3.05, height + 0.7)), lathe(dome, BRASS, at=(0, -1.2, height + 0.68))]
    parts += [lathe(dome, body, at=(0, 0.2, height + 0.68)), _lamp((0, -3.4, height + 0.92))]
    parts += [box((2.3, 0.14, 0.3), (0, -3.75, RAIL + 0.62), RED), _catcher(-3.8)]
    parts += [
        both(box((0.5, 5.3, 0.08), (0.98, -1.0, 1.38), IRON)),
        box((1.1, 5.4, 0.5), (0, -0.9, 1.0), coat("#34383b")),
    ]
    parts += [*_cab(cab, 1.7), *_tender(cab, 3.9), _driving_wheels()]
    return parts


def _lamp(at: Point) -> Part:
    case = move(turn(lathe([(0.16, -0.16), (0.2, 0.12)], BRASS, sides=10), "x", 90), at[0], at[1], z=at[2])
    glow = move(turn(lathe([(0.17, -0.02), (0.17, 0.02)], LAMP, sides=10), "x", 90), at[0], at[1] - 0.14, z=at[2])
    return join(case, glow)


def _catcher(y: float) -> Part:
    """The wedge of bars in front of the wheels."""
    top, low = RAIL + 0.55, RAIL - 0.02
    bars = [
        rod((x, y, top), (x * 1.25, y - 0.75 + abs(x) * 0.45, low), 0.045, RED, sides=6)
        for x in np.linspace(-0.95, 0.95, 9)
    ]
    return join(*bars)


def _cab(paint: Paint, start: float) -> list[Part]:
    side = [(start, 1.3), (start + 1.6, 1.3), (start + 1.6, 3.1), (start, 3.1)]
    roof = turn(extrude([(-1.3, 3.1), (1.3, 3.1), (0.9, 3.32), (0, 3.4), (-0.9, 3.32)], 2.0, coat("#34383b")), "z", 90)
    window = box((2.26, 0.75, 0.75), (0, start + 0.85, 2.5), GLASS)
    front = both(box((0.42, 0.06, 0.6), (0.72, start - 0.01, 2.65), GLASS))
    return [extrude(side, 2.2, paint, bevel=0.04), move(roof, 0, start + 0.75), window, front]


def _tender(paint: Paint, start: float) -> list[Part]:
    tank = box((2.2, 2.9, 1.4), (0, start + 1.45, 1.9), paint, bevel=0.05)
    coal = box((2.0, 2.5, 0.5), (0, start + 1.45, 2.6), Paint("#17181a"), bevel=0.2)
    line = box((2.24, 2.6, 0.07), (0, start + 1.45, 2.4), BRASS)
    frame = box((1.5, 4.0, 0.3), (0, start + 0.9, 1.05), IRON)
    rolling = [both(_rail_wheel(0.42, start + y)) for y in (0.6, 1.5, 2.4)]
    return [tank, coal, line, frame, *rolling]


def _rail_wheel(radius: float, y: float) -> Part:
    return wheel(radius, 0.16, (0.78, y, RAIL + radius), rim=STEEL, tyre=TYRE, sides=10)


def _driving_wheels() -> Part:
    parts = []
    for y in (-1.6, -0.2, 1.2):
        middle: Point = (0.82, y, RAIL + 0.66)
        spoke = box((0.05, 0.06, 1.2), middle, RED)
        parts.append(hoop(0.62, 0.07, RED, at=middle, sides=16))
        parts += [turn(spoke, "x", angle, about=middle) for angle in (0, 45, 90, 135)]
    parts.append(box((0.07, 3.2, 0.11), (0.96, -0.2, RAIL + 0.42), STEEL))
    parts.append(rod((0.98, -3.5, RAIL + 0.62), (0.98, -2.6, RAIL + 0.62), 0.24, IRON, sides=12))
    parts += [_rail_wheel(0.34, -3.2), _rail_wheel(0.34, -2.55)]
    return both(join(*parts))


def _car_section(y: float, height: float, width: float, *, low: float = RAIL + 0.25) -> list[Point]:
    """The outline of a railway car across y: straight sides under a round roof, counter-clockwise from +y."""
    shoulder = low + (height - low) * 0.72
    half = [(0.86, low), (1.0, low + 0.25), (1.0, shoulder), (0.84, shoulder + (height - shoulder) * 0.62)]
    half += [(0.5, shoulder + (height - shoulder) * 0.92)]
    right = [(x * width, z) for x, z in half]
    left = [(-x, z) for x, z in reversed(right)]
    return [(-x, y, z) for x, z in [*right, (0.0, height), *left]]


def _express() -> list[Part]:
    body, band = coat("#eef0f2"), coat("#c22a33")
    nose = [
        (-6.4, 1.25, 0.35),
        (-6.1, 1.75, 0.70),
        (-5.4, 2.3, 1.0),
        (-4.5, 2.95, 1.22),
        (-3.4, 3.5, 1.35),
        (0.0, 3.6, 1.35),
    ]
    lead = loft([_car_section(y, height, width) for y, height, width in nose], body)
    coach = loft([_car_section(y, 3.6, 1.35) for y in (0.25, 6.2)], body)
    glass = loft(
        [
            _car_section(y, h, w, low=lo)
            for y, h, w, lo in ((-5.15, 2.62, 0.72, 2.1), (-4.3, 3.16, 0.86, 2.6), (-3.7, 3.44, 0.9, 3.1))
        ],
        GLASS,
    )
    parts = [lead, coach, glass, box((2.5, 0.3, 2.6), (0, 0.12, 2.0), IRON)]
    for start, end, count in ((-2.9, -0.3, 3), (0.5, 6.0, 6)):
        step = (end - start) / count
        parts += [box((2.74, step - 0.22, 0.62), (0, start + (i + 0.5) * step, 2.42), GLASS) for i in range(count)]
        parts.append(box((2.73, end - start + 0.4, 0.28), (0, (start + end) / 2, 1.55), band))
    parts += [both(box((0.42, 0.3, 0.14), (0.52, -6.02, 1.45), LAMP)), box((0.9, 0.2, 0.3), (0, -6.3, 0.85), IRON)]
    parts += [*_bogies((-4.0, -1.4, 1.6, 4.9)), *_pantograph(3.2)]
    return parts


def _pantograph(y: float) -> list[Part]:
    arms = both(
        join(
            rod((0.4, y, 3.55), (0.4, y + 0.7, 3.95), 0.04, IRON, sides=6),
            rod((0.4, y + 0.7, 3.95), (0.4, y, 4.4), 0.04, IRON, sides=6),
        )
    )
    return [arms, box((1.6, 0.12, 0.07), (0, y, 4.42), IRON)]


def _bogies(places: Sequence[float]) -> list[Part]:
    parts = []
    for y in places:
        parts += [both(_rail_wheel(0.38, y + shift)) for shift in (-0.5, 0.5)]
        parts.append(box((1.9, 1.7, 0.22), (0, y, RAIL + 0.40), IRON))
    return parts


def _diesel() -> list[Part]:
    body, band, coach = coat("#e08a1e"), Paint("#f4f1e8"), coat("#d57f18")
    cab = [(-5.2, 1.0), (-3.4, 1.0), (-3.4, 3.5), (-4.6, 3.5), (-5.05, 2.4), (-5.2, 2.3)]
    parts = [extrude(cab, 2.6, body, bevel=0.08), box((2.1, 4.0, 2.0), (0, -1.5, 2.15), body, bevel=0.12)]
    parts += [box((2.6, 6.0, 0.22), (0, -2.3, 1.02), IRON), box((2.62, 0.3, 0.3), (0, -5.3, 0.95), Paint("#c8262c"))]
    parts += [both(box((0.9, 0.08, 0.7), (0.55, -4.83, 2.95), GLASS)), box((2.66, 0.7, 0.65), (0, -4.0, 2.9), GLASS)]
    parts += [box((2.14, 3.9, 0.25), (0, -1.5, 1.9), band), box((2.64, 1.6, 0.25), (0, -4.3, 1.9), band)]
    parts += [box((2.12, 0.35, 0.5), (0, y, 2.65), IRON) for y in (-2.8, -2.1, -1.4, -0.7)]
    parts += [lathe([(0.4, 0), (0.4, 0.16)], IRON, at=(0, y, 3.12), sides=14) for y in (-2.3, -0.9)]
    parts += [_lamp((0.0, -4.65, 3.62)), both(box((0.26, 0.08, 0.18), (0.85, -5.22, 1.35), LAMP))]
    wagon = loft([_car_section(y, 3.55, 1.32) for y in (0.95, 6.2)], coach)
    step = 5.0 / 5
    parts += [wagon, box((1.0, 0.6, 0.5), (0, 0.75, 1.1), IRON), *_bogies((-4.2, -0.9, 2.0, 5.2))]
    parts += [box((2.68, step - 0.25, 0.7), (0, 1.1 + (i + 0.5) * step, 2.45), GLASS) for i in range(5)]
    parts.append(box((2.67, 5.1, 0.22), (0, 3.58, 1.75), band))
    return parts


MODELS = {"train": Model(build, 4)}
