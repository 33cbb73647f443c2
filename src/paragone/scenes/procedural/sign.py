"""Stop signs: a red octagon with its word, on a post."""

import itertools
from collections.abc import Sequence

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, join, mesh_of, move, turn
from paragone.scenes.procedural._parts.shapes import box, extrude, rod, sphere

STEEL, WHITE, DARK = coat("#a4a9af"), Paint("#f6f4ef"), Paint("#222428")
STROKES: dict[str, Sequence[Sequence[tuple[float, float]]]] = {  # letters on a 2 x 3 grid, as polylines
    "S": [
        [(2, 2.6), (1.6, 3), (0.4, 3), (0, 2.6), (0, 1.9), (0.4, 1.55)],
        [(0.4, 1.55), (1.6, 1.45), (2, 1.1), (2, 0.4), (1.6, 0), (0.4, 0), (0, 0.4)],
    ],
    "T": [[(0, 3), (2, 3)], [(1, 3), (1, 0)]],
    "O": [[(0.5, 0), (1.5, 0), (2, 0.5), (2, 2.5), (1.5, 3), (0.5, 3), (0, 2.5), (0, 0.5), (0.5, 0)]],
    "P": [[(0, 0), (0, 3), (1.5, 3), (2, 2.6), (2, 1.8), (1.5, 1.4), (0, 1.4)]],
}  # fmt: skip


def _letters(word: str, *, height: float, at: Point, paint: Paint) -> Part:
    """A word in flat strokes that faces -y, its middle at a point."""
    unit = height / 3
    parts = []
    for index, letter in enumerate(word):
        left = (index - len(word) / 2) * unit * 2 + unit * 0.3
        for line in STROKES[letter]:
            for (x0, z0), (x1, z1) in itertools.pairwise(line):
                start, end = (
                    np.array([left + x0 * unit * 0.7, z0 * unit]),
                    np.array([left + x1 * unit * 0.7, z1 * unit]),
                )
                long = float(np.linalg.norm(end - start)) + unit * 0.5
                bar = box((long, 0.012, unit * 0.55), (0, 0, 0), paint)
                angle = float(np.degrees(np.arctan2(end[1] - start[1], end[0] - start[0])))
                x, z = (start + end) / 2
                parts.append(move(turn(bar, "y", -angle), at[0] + float(x), at[1], z=at[2] - height / 2 + float(z)))
    return join(*parts)


def stop_sign(variant: int, _state: str) -> Mesh:
    """A red octagon with the word STOP, on a post."""
    tall, radius, post = ((2.05, 0.44, STEEL), (1.75, 0.46, coat("#5f6b52")), (1.55, 0.50, coat("#7c5a3c")))[variant]
    red = coat("#c1121c")
    angle = np.radians(np.arange(8) * 45 + 22.5)

    def plate(size: float, thick: float, paint: Paint) -> Part:
        outline = np.column_stack([np.cos(angle), np.sin(angle)]) * size
        return turn(extrude(outline, thick, paint), "z", 90)

    centre = tall - radius
    parts = [
        move(plate(radius, 0.02, WHITE), 0, 0, z=centre),
        move(plate(radius * 0.93, 0.03, red), 0, -0.004, z=centre),
    ]
    parts.append(move(plate(radius, 0.006, coat("#b9bcc0")), 0, 0.016, z=centre))
    parts.append(_letters("STOP", height=radius * 0.66, at=(0, -0.022, centre), paint=WHITE))
    if variant == 1:
        parts.append(box((0.075, 0.075, tall - 0.25), (0, 0.058, (tall - 0.25) / 2), post))
    else:
        parts.append(rod((0, 0.05, 0), (0, 0.05, tall - 0.1), 0.03, post))
    parts += [both(sphere(0.018, (0.0, 0.03, z), DARK, sides=6)) for z in (centre - 0.25, centre + 0.25)]
    parts.append(box((0.28, 0.28, 0.04), (0, 0.05, 0.02), Paint("#8b8d90"), bevel=0.01))
    return mesh_of(*parts)


MODELS = {"stop sign": Model(stop_sign, 3)}
