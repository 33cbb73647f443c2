"""Buses: a city bus, a bonneted school bus and a double-decker."""

from dataclasses import dataclass

import numpy as np

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
    wheels,
)


@dataclass(frozen=True)
class Shape:
    """A bus: its paint, its length, its roof and how many window rows it has."""

    paint: Paint
    roof_paint: Paint
    length: float
    roof: float
    decks: int = 1
    bonnet: float = 0.0  # length of the engine's nose


SHAPES = (
    Shape(coat("#3c8f4e"), coat("#e8ebe4"), 9.5, 3.0),
    Shape(coat("#f0b01c"), coat("#f3e6c0"), 8.6, 2.95, bonnet=1.4),
    Shape(coat("#c3242b"), coat("#c3242b"), 8.8, 4.3, decks=2),
    Shape(coat("#3f6fb8"), coat("#3f6fb8"), 9.5, 3.25),
)
WIDTH, FLOOR = 2.5, 0.38


def build(variant: int, _state: str) -> Mesh:
    """One bus."""
    shape = SHAPES[variant]
    half = shape.length / 2
    axles = (-half + (0.75 if shape.bonnet else 1.9), half - 2.0)
    parts = [_shell(shape), _windows(shape), _face(shape)]
    parts += [arches(axles, 0.48, width=WIDTH + 0.02), wheels(axles, 0.48, track=WIDTH + 0.06, width=0.34)]
    return mesh_of(*parts)


def _shell(shape: Shape) -> Part:
    half, roof, nose = shape.length / 2, shape.roof, shape.bonnet
    front = -half + nose
    outline = [(front, FLOOR), (half, FLOOR), (half, roof - 0.25), (half - 0.15, roof), (front + 0.2, roof)]
    outline += [(front, roof - 0.2)]
    parts = [extrude(outline, WIDTH, shape.paint, bevel=0.10)]
    parts.append(
        box((WIDTH - 0.3, shape.length - nose - 0.6, 0.1), (0, nose / 2, roof + 0.03), shape.roof_paint, bevel=0.04)
    )
    if nose:
        hood = [(-half, FLOOR + 0.1), (front + 0.1, FLOOR), (front + 0.1, 1.62), (-half + 0.15, 1.45), (-half, 1.25)]
        parts.append(extrude(hood, WIDTH - 0.5, shape.paint, bevel=0.12))
    else:
        unit = box((WIDTH - 0.9, 2.0, 0.22), (0, 0.8, roof + 0.12), shape.roof_paint, bevel=0.06)
        parts.append(unit)
    parts.append(box((WIDTH + 0.02, shape.length - nose - 0.2, 0.12), (0, nose / 2, 1.18), DARK if nose else CHROME))
    return join(*parts)


def _windows(shape: Shape) -> Part:
    half, nose = shape.length / 2, shape.bonnet
    front = -half + nose
    parts = []
    for deck in range(shape.decks):
        low, high = (1.38, 2.30) if deck == 0 else (2.85, 3.75)
        start, end = front + (1.25 if deck == 0 else 0.25), half - 0.35
        count = max(int(np.floor((end - start) / 1.15)), 1)
        step = (end - start) / count
        for index in range(count):
            y = start + (index + 0.5) * step
            parts.append(box((WIDTH + 0.03, step - 0.16, high - low), (0, y, (low + high) / 2), GLASS))
        parts.append(box((WIDTH - 0.5, 0.05, high - low - 0.1), (0, half, (low + high) / 2), GLASS))
    door = both(box((0.04, 0.85, 1.95), (WIDTH / 2, front + 0.72, 1.42), GLASS))
    split = both(box((0.06, 0.05, 1.95), (WIDTH / 2, front + 0.72, 1.42), shape.paint))
    return join(*parts, door, split)


def _face(shape: Shape) -> Part:
    half, nose = shape.length / 2, shape.bonnet
    front = -half + nose
    foot = 1.62 if nose else 1.15
    parts = [screen((front, foot), (front, 2.42), WIDTH - 0.25)]
    parts.append(box((0.06, 0.06, 2.42 - foot), (0, front - 0.02, (2.42 + foot) / 2), shape.paint))
    sign = 2.62
    parts.append(box((WIDTH - 0.7, 0.08, 0.26), (0, front, sign), DARK))
    parts.append(box((WIDTH - 1.3, 0.10, 0.12), (0, front, sign), Paint("#f5b62e")))
    if shape.decks == 2:
        parts.append(screen((front, 2.90), (front, 3.75), WIDTH - 0.25))
    wide = WIDTH / 2 - (0.55 if nose else 0.32)
    parts.append(lamps(wide, -half - 0.01, 0.95, size=(0.34, 0.26), paint=HEADLAMP))
    parts.append(lamps(WIDTH / 2 - 0.2, half + 0.01, 1.05, size=(0.22, 0.42), paint=TAILLAMP))
    parts.append(
        box((WIDTH - 0.4 if nose else WIDTH - 0.1, 0.2, 0.22), (0, -half + 0.02, FLOOR + 0.15), DARK, bevel=0.04)
    )
    parts.append(box((WIDTH - 0.1, 0.14, 0.22), (0, half - 0.01, FLOOR + 0.14), DARK, bevel=0.04))
    parts.append(box((1.0, 0.06, 0.34), (0, -half, 0.92), DARK))
    parts.append(both(box((0.12, 0.16, 0.45), (WIDTH / 2 + 0.16, front - 0.05, 2.15), DARK, bevel=0.03)))
    return join(*parts)


MODELS = {"bus": Model(build, len(SHAPES))}
