"""Trucks: a box truck, a long-nosed tractor with a trailer, a tipper full of earth and a tanker."""

from dataclasses import dataclass

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, both, coat, join, mesh_of, move, turn
from paragone.scenes.procedural._parts.shapes import box, extrude, lathe, rod, sphere
from paragone.scenes.procedural._parts.vehicle import CHROME, DARK, GLASS, HEADLAMP, TAILLAMP, lamps, screen, wheels


@dataclass(frozen=True)
class Shape:
    """A truck: cab paint, load paint and what it carries behind a cab that may have a bonnet."""

    cab: Paint
    load: Paint
    cargo: str
    length: float
    is_long_nosed: bool = False


SHAPES = (
    Shape(coat("#2f62ad"), coat("#e8e6df"), "box", 7.0),
    Shape(coat("#b02a2a"), coat("#cfd2d6"), "box", 9.5, is_long_nosed=True),
    Shape(coat("#e0a01f"), coat("#d1951c"), "tipper", 6.8),
    Shape(coat("#3f8f58"), coat("#c8ccd1"), "tank", 8.0),
)
WIDTH, RADIUS = 2.4, 0.5


def build(variant: int, _state: str) -> Mesh:
    """One truck."""
    shape = SHAPES[variant]
    half = shape.length / 2
    nose = 1.3 if shape.is_long_nosed else 0.0
    cab_end = -half + nose + 1.75
    axles = [-half + (0.75 if nose else 0.95), half - 1.0, half - 2.1]
    if nose:
        axles.append(cab_end + 0.9)
    parts = [_cab(shape, nose), _cargo(shape, cab_end + (0.75 if nose else 0.35))]
    parts.append(box((0.9, shape.length - 1.0, 0.25), (0, 0.3, 0.78), DARK))
    parts.append(wheels(axles, RADIUS, track=WIDTH, width=0.36))
    parts.append(
        both(rod((0.95, cab_end + 0.35, 0.62), (0.95, cab_end + 1.15 - nose / 4, 0.62), 0.26, CHROME, sides=12))
    )
    return mesh_of(*parts)


def _cab(shape: Shape, nose: float) -> Part:
    front = -shape.length / 2 + nose
    back, roof = front + 1.75, 2.75
    outline = [(front + 0.04, 0.6), (back, 0.6), (back, roof), (front + 0.45, roof), (front + 0.05, 1.75), (front, 1.6)]
    pane = [(front + 0.28, 1.72), (front + 1.2, 1.72), (front + 1.2, 2.5), (front + 0.52, 2.5)]
    parts = [extrude(outline, WIDTH - 0.1, shape.cab, bevel=0.10), extrude(pane, WIDTH - 0.06, GLASS)]
    parts.append(screen((front + 0.06, 1.76), (front + 0.40, 2.62), WIDTH - 0.4))
    parts.append(both(box((0.12, 0.12, 0.55), (WIDTH / 2 + 0.14, front + 0.15, 2.0), DARK, bevel=0.03)))
    parts.append(both(box((0.02, 0.03, 1.5), (WIDTH / 2 - 0.045, front + 1.28, 1.6), DARK)))
    face = front
    if nose:
        face = front - nose
        hood = [(face, 0.65), (front + 0.1, 0.6), (front + 0.1, 1.72), (face + 0.12, 1.55), (face, 1.4)]
        parts.append(extrude(hood, WIDTH - 0.9, shape.cab, bevel=0.10))
        fender = [(face + 0.1, 0.8), (face + 0.25, 1.12), (face + 1.2, 1.12), (face + 1.45, 0.8)]
        parts.append(extrude(fender, WIDTH - 0.06, shape.cab, bevel=0.04))
        parts.append(both(rod((1.05, back + 0.15, 0.8), (1.05, back + 0.15, 3.3), 0.09, CHROME)))
        parts.append(box((1.1, 0.06, 0.85), (0, face - 0.01, 1.0), CHROME))
    else:
        parts.append(box((1.5, 0.06, 0.42), (0, face + 0.02, 1.28), DARK))
        parts.append(box((WIDTH - 0.5, 0.35, 0.14), (0, front + 0.45, roof + 0.02), shape.cab, bevel=0.05))
    parts.append(box((WIDTH - 0.1, 0.18, 0.34), (0, face, 0.62), CHROME if nose else DARK, bevel=0.05))
    parts.append(lamps(0.85, face - 0.06 if not nose else face + 0.1, 0.92, size=(0.32, 0.24), paint=HEADLAMP))
    return join(*parts)


def _cargo(shape: Shape, start: float) -> Part:
    end = shape.length / 2
    long, middle = end - start, (start + end) / 2
    tail = lamps(0.95, end + 0.01, 0.85, size=(0.3, 0.16), paint=TAILLAMP)
    if shape.cargo == "tank":
        profile = [(0.55, -long / 2), (0.85, -long / 2 + 0.15), (0.98, -long / 2 + 0.4), (0.98, long / 2 - 0.4)]
        profile += [(0.85, long / 2 - 0.15), (0.55, long / 2)]
        tank = move(turn(lathe(profile, shape.load, sides=24), "x", 90), 0, middle, z=1.9)
        bands = [move(turn(_band(1.0), "x", 90), 0, middle + y, z=1.9) for y in (-long / 4, long / 4)]
        hatch = box((0.5, long * 0.6, 0.1), (0, middle, 2.9), DARK)
        return join(tank, *bands, hatch, tail, box((1.4, long - 0.4, 0.16), (0, middle, 0.98), DARK))
    if shape.cargo == "tipper":
        side = [(start, 1.05), (end - 0.15, 1.05), (end + 0.1, 2.15), (start - 0.1, 2.3)]
        ribs = [box((WIDTH + 0.06, 0.1, 1.0), (0, y, 1.6), shape.cab) for y in np.linspace(start + 0.3, end - 0.5, 5)]
        earth = sphere((1.0, long / 2 - 0.25, 0.55), (0, middle, 2.1), Paint("#6b4a2f"), sides=14)
        visor = box((WIDTH - 0.1, 1.0, 0.08), (0, start - 0.5, 2.95), shape.load)
        return join(extrude(side, WIDTH, shape.load, bevel=0.05), earth, *ribs, visor, tail)
    crate = box((WIDTH + 0.08, long, 2.35), (0, middle, 2.2), shape.load, bevel=0.05)
    trim = [box((WIDTH + 0.12, long + 0.04, 0.09), (0, middle, z), Paint("#8a8f96")) for z in (1.05, 3.34)]
    doors = [box((0.05, 0.06, 2.1), (x, end, 2.2), DARK) for x in (-0.5, 0.0, 0.5)]
    stripe = box((WIDTH + 0.10, long * 0.7, 0.4), (0, middle, 2.2), shape.cab)
    return join(crate, *trim, *doors, stripe, tail, both(box((0.5, 0.05, 0.45), (0.85, end + 0.02, 0.65), DARK)))


def _band(radius: float) -> Part:
    return lathe([(radius, -0.06), (radius, 0.06)], DARK, sides=24)


MODELS = {"truck": Model(build, len(SHAPES))}
