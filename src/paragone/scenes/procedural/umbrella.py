"""Open umbrellas: one plain, one in two colours, and a beach parasol."""

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, Point, coat, join, mesh_of, turn
from paragone.scenes.procedural._parts.shapes import box, loft, rod, sphere, tube

STEEL, DARK = Paint("#b7bcc2"), Paint("#232427")


def umbrella(variant: int, _state: str) -> Mesh:
    """An open umbrella: on a crook handle, striped in two colours, or a beach parasol on a tall pole."""
    cloth, second = (
        (coat("#c3282f"), coat("#c3282f")),
        (coat("#2e63ae"), coat("#f0ead8")),
        (coat("#e2a81f"), coat("#f4f0e4")),
    )[variant]
    is_parasol = variant == 2
    radius, top = (0.95, 2.05) if is_parasol else (0.56, 0.92)
    parts = [_canopy(radius, top, cloth, second)]
    parts.append(
        rod(
            (0, 0, 0.0 if is_parasol else 0.08),
            (0, 0, top + 0.06),
            0.022 if is_parasol else 0.012,
            Paint("#8d6a45") if is_parasol else STEEL,
            sides=8,
        )
    )
    if not is_parasol:
        crook: list[Point] = [(0, 0, 0.12)]
        crook += [
            (0.055 - 0.055 * float(np.cos(a)), 0.0, 0.06 - 0.055 * float(np.sin(a))) for a in np.linspace(0, np.pi, 8)
        ]
        parts.append(tube(crook, 0.017, Paint("#5a3a22"), sides=8))
    else:
        parts.append(box((0.4, 0.4, 0.06), (0, 0, 0.03), Paint("#8b8d90"), bevel=0.02))
    tilt = 0 if is_parasol else 12
    return mesh_of(turn(join(*parts), "x", tilt))


def _canopy(radius: float, top: float, cloth: Paint, second: Paint) -> Part:
    """Eight gores that sag between their ribs, closed below by the same cloth in shade."""
    parts = []
    rows = np.linspace(0.02, 1, 7)
    for gore in range(8):
        angle = np.radians(np.linspace(0, 45, 7) + 45 * gore)
        sag = 1 - 0.07 * np.sin(np.linspace(0, np.pi, 7))
        rings = []
        for row in rows:
            radii = radius * row * (1 - (1 - sag) * row)
            drop = top - radius * 0.55 * row**2
            upper = np.column_stack([radii * np.cos(angle), radii * np.sin(angle), np.full(7, drop)])
            rings.append(np.concatenate([upper, upper[::-1] - [0, 0, 0.012]]))
        parts.append(loft(rings, cloth if gore % 2 == 0 else second))
    ribs = []
    for angle_ in np.radians(np.arange(8) * 45):
        line: list[Point] = [
            (
                float(radius * r * np.cos(angle_)),
                float(radius * r * np.sin(angle_)),
                float(top - radius * 0.55 * r**2 - 0.016),
            )
            for r in (0.05, 0.5, 1.0)
        ]
        ribs += [tube(line, 0.006, STEEL, sides=4), sphere(0.012, line[-1], DARK, sides=6)]
    return join(*parts, *ribs, rod((0, 0, top - 0.01), (0, 0, top + 0.07), 0.014, DARK, to=0.004, sides=6))


MODELS = {"umbrella": Model(umbrella, 3)}
