"""Beds, made: a double with a wooden arch, a single with iron bars, and a wide one with a padded head."""

from dataclasses import dataclass

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, both, coat, mesh_of, move, turn
from paragone.scenes.procedural._parts.shapes import box, extrude, rod, sphere

LINEN = coat("#f1efe8")


@dataclass(frozen=True)
class Bed:
    """A bed's colours and width."""

    wood: Paint
    cover: Paint
    width: float
    head: str  # "board", "bars" or "padded"


BEDS = (
    Bed(Paint("#8d5a33"), coat("#4a7cb8"), 1.6, "board"),
    Bed(Paint("#2f3237"), coat("#c25b52"), 1.0, "bars"),
    Bed(Paint("#6d6a63"), coat("#7fa37a"), 1.8, "padded"),
)


def bed(variant: int, _state: str) -> Mesh:
    """A made bed with its foot towards -y: headboard, mattress, blanket and pillows."""
    shape = BEDS[variant]
    wide = shape.width
    parts = [box((wide, 2.05, 0.20), (0, 0, 0.26), shape.wood, bevel=0.02)]
    parts += [both(box((0.09, 0.09, 0.26), (wide / 2 - 0.06, y, 0.13), shape.wood)) for y in (-0.95, 0.95)]
    parts.append(box((wide - 0.04, 1.98, 0.24), (0, 0, 0.46), LINEN, bevel=0.06))
    parts.append(box((wide + 0.02, 1.38, 0.27), (0, -0.34, 0.465), shape.cover, bevel=0.07))
    parts.append(box((wide + 0.025, 0.22, 0.275), (0, 0.36, 0.47), LINEN, bevel=0.07))
    places = (0.0,) if wide < 1.3 else (-wide / 4, wide / 4)
    parts += [
        sphere((min(wide * 0.22, 0.36) if len(places) > 1 else 0.36, 0.24, 0.10), (x, 0.72, 0.62), LINEN, sides=14)
        for x in places
    ]
    return mesh_of(*parts, *_headboard(shape))


def _headboard(shape: Bed) -> list[Part]:
    wide, half = shape.width, shape.width / 2
    if shape.head == "bars":
        return _bars(shape, half)
    if shape.head == "padded":
        return [
            box((wide / 3 - 0.02, 0.12, 0.80), (x, 1.06, 0.75), shape.cover, bevel=0.05)
            for x in (-wide / 3, 0, wide / 3)
        ]
    arch = [
        (-half - 0.04, 0.0),
        (half + 0.04, 0.0),
        (half + 0.04, 0.98),
        (half * 0.5, 1.15),
        (0, 1.2),
        (-half * 0.5, 1.15),
        (-half - 0.04, 0.98),
    ]
    board = move(turn(extrude(arch, 0.07, shape.wood, bevel=0.015), "z", 90), 0, 1.05)
    return [board, box((wide + 0.08, 0.07, 0.55), (0, -1.04, 0.28), shape.wood, bevel=0.015)]


def _bars(shape: Bed, half: float) -> list[Part]:
    posts = both(rod((half - 0.02, 1.04, 0), (half - 0.02, 1.04, 1.15), 0.03, shape.wood, sides=8))
    bars = [
        rod((x, 1.04, 0.35), (x, 1.04, 1.02), 0.012, shape.wood, sides=6)
        for x in np.linspace(-half + 0.15, half - 0.15, 7)
    ]
    rails = [rod((-half, 1.04, z), (half, 1.04, z), 0.022, shape.wood, sides=6) for z in (0.4, 1.02)]
    knobs = both(sphere(0.045, (half - 0.02, 1.04, 1.18), Paint("#c9a54a"), sides=8))
    foot = [
        both(rod((half - 0.02, -1.04, 0), (half - 0.02, -1.04, 0.72), 0.03, shape.wood, sides=8)),
        rod((-half, -1.04, 0.66), (half, -1.04, 0.66), 0.022, shape.wood, sides=6),
    ]
    return [posts, *bars, *rails, knobs, *foot]


MODELS = {"bed": Model(bed, len(BEDS))}
