"""Boats: a sailing boat, a rowing boat with oars, a fishing boat and a motor boat."""

from collections.abc import Sequence

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, join, mesh_of
from paragone.scenes.procedural._parts.shapes import box, extrude, loft, rod, sphere, tube

WOOD, DECK, GLASS, WHITE = Paint("#9a6a3c"), Paint("#c79c63"), Paint("#2b3a47"), Paint("#f2f1ec")
SAIL, BLACK = coat("#f4f2ea"), Paint("#2a2a2a")


def build(variant: int, _state: str) -> Mesh:
    """One boat, its bow towards -y."""
    return mesh_of(*(_sailing, _rowing, _fishing, _motor)[variant]())


def _hull(stations: Sequence[tuple[float, float, float, float]], paint: Paint, *, deck: Paint, sunk: float) -> Part:
    """A hull through (y, half width, keel, rim) stations from the bow, its floor `sunk` below the rim."""
    angle = np.linspace(0, np.pi, 9)
    outer, inner = [], []
    for y, half, keel, rim in stations:
        x, z = -half * np.cos(angle), rim - (rim - keel) * np.sin(angle) ** 0.8
        ring = np.column_stack([x, np.full(9, y), z])
        lip = ring[[8, 0]] * [0.92, 1, 1]
        # the bow and the stern are closed, and the floor stays inside the curved skin
        depth = 0.01 if y in (stations[0][0], stations[-1][0]) else min(sunk, 0.7 * (rim - keel))
        fit = np.cos(np.arcsin((depth / (rim - keel)) ** 1.25))
        floor = lip * [0.97 * fit, 1, 1] - [0, 0, depth]
        outer.append(ring[::-1])
        inner.append(np.array([lip[1], floor[1], floor[0], lip[0]]))
    skin = loft([np.concatenate([a, b]) for a, b in zip(outer, inner, strict=True)], paint)
    up = np.array([0, 0, 0.012])
    planks = loft([np.array([b[1] + up, b[2] + up, b[2], b[1]]) for b in inner], deck)
    return join(skin, planks)


def _sailing() -> list[Part]:
    paint = coat("#b3272d")
    stations = [(-2.9, 0.04, 0.75, 1.15), (-2.2, 0.45, 0.25, 1.05), (-1.2, 0.82, 0.05, 0.97), (0.2, 0.98, 0.0, 0.92)]
    stations += [(1.6, 0.88, 0.08, 0.93), (2.6, 0.66, 0.25, 0.98)]
    cabin = [(-1.3, 0.85), (0.5, 0.85), (0.5, 1.30), (-0.9, 1.25)]
    parts = [_hull(stations, paint, deck=DECK, sunk=0.06), extrude(cabin, 1.1, WHITE, bevel=0.06)]
    parts += [both(box((0.04, 0.35, 0.16), (0.56, y, 1.08), GLASS)) for y in (-0.6, 0.0)]
    parts += [rod((0, -0.6, 0.9), (0, -0.6, 6.4), 0.055, WOOD), rod((0, -0.6, 1.75), (0, 2.2, 1.7), 0.045, WOOD)]
    parts.append(_sail([(-0.5, 1.85), (2.1, 1.80), (-0.5, 6.2)], 0.30, SAIL))
    parts.append(_sail([(-2.75, 1.25), (-0.75, 1.7), (-0.68, 5.2)], 0.22, coat("#e9e3d2")))
    stripe = [(y, half + 0.015, rim - 0.22, rim - 0.10) for y, half, _, rim in stations]
    parts.append(_belt(stripe, WHITE))
    parts.append(box((0.5, 0.02, 0.3), (0.25, -0.6, 6.45), Paint("#d93a32")))
    return parts


def _belt(stations: Sequence[tuple[float, float, float, float]], paint: Paint) -> Part:
    rings = [
        [(half, y, low), (half, y, high), (half - 0.05, y, high), (half - 0.05, y, low)]
        for y, half, low, high in stations
    ]
    return both(loft([ring[::-1] for ring in rings], paint))


def _sail(corners: Sequence[tuple[float, float]], belly: float, paint: Paint) -> Part:
    """A triangular sail between (y, z) corners that bulges towards +x, thin but closed."""
    tack, clew, head = (np.array(corner) for corner in corners)
    rings = []
    for share in np.linspace(0, 0.97, 7):
        luff, leech = tack + share * (head - tack), clew + share * (head - clew)
        along = np.linspace(0, 1, 6)[:, None]
        line = luff + along * (leech - luff)
        bulge = belly * np.sin(np.pi * along[:, 0]) * (1 - share) ** 0.5 * (0.35 + 0.65 * min(share * 4, 1))
        front = np.column_stack([bulge, line])
        rings.append(np.concatenate([front, front[::-1] - [0.03, 0, 0]])[::-1])
    return loft(rings, paint)


def _rowing() -> list[Part]:
    paint = coat("#3b7fb0")
    stations = [(-1.75, 0.03, 0.30, 0.66), (-1.4, 0.28, 0.12, 0.58), (-0.7, 0.54, 0.02, 0.50), (0.2, 0.62, 0.0, 0.47)]
    stations += [(1.0, 0.54, 0.03, 0.49), (1.6, 0.38, 0.12, 0.55)]
    parts = [_hull(stations, paint, deck=DECK, sunk=0.30)]
    parts += [box((width, 0.24, 0.04), (0, y, 0.40), WOOD) for y, width in ((-0.75, 0.95), (0.15, 1.1), (1.05, 0.95))]
    rim: list[Point] = [(half, y, top + 0.015) for y, half, _, top in stations]
    parts.append(both(tube(rim, 0.032, WOOD, sides=6)))
    oar = rod((0.25, 0.55, 0.72), (1.65, -0.15, 0.12), 0.026, DECK, sides=6)
    blade = sphere((0.24, 0.12, 0.02), (1.75, -0.2, 0.08), WOOD, sides=8)
    parts.append(both(join(oar, blade)))
    return parts


def _fishing() -> list[Part]:
    paint = coat("#2b6f6b")
    stations = [(-3.6, 0.05, 0.7, 2.05), (-2.8, 0.65, 0.2, 1.75), (-1.5, 1.15, 0.02, 1.45), (0.4, 1.28, 0.0, 1.28)]
    stations += [(2.2, 1.18, 0.08, 1.28), (3.2, 0.98, 0.3, 1.38)]
    house = [(-1.1, 1.2), (0.9, 1.2), (0.9, 2.95), (-0.85, 2.95)]
    parts = [_hull(stations, paint, deck=DECK, sunk=0.22), extrude(house, 1.6, WHITE, bevel=0.05)]
    parts += [box((1.66, long, 0.5), (0, y, 2.5), GLASS) for y, long in ((-0.35, 0.55), (0.4, 0.45))]
    parts.append(both(box((0.6, 0.06, 0.5), (0.38, -0.93, 2.5), GLASS)))
    parts.append(box((1.9, 2.2, 0.12), (0, 0.0, 3.0), coat("#c0392b"), bevel=0.04))
    parts += [rod((0, 1.3, 1.1), (0, 1.3, 4.6), 0.08, WOOD), rod((0, 1.3, 2.0), (0, 3.2, 3.6), 0.06, WOOD)]
    stays: list[Point] = [(0, 3.2, 3.6), (0, -3.5, 2.1)]
    parts += [rod((0, 1.3, 4.5), end, 0.02, BLACK, sides=5) for end in stays]
    parts.append(rod((0.5, 0.5, 3.0), (0.5, 0.5, 3.7), 0.18, Paint("#d9822b"), sides=12))
    parts.append(box((0.9, 0.8, 0.5), (0, 2.3, 1.4), Paint("#8a6b45")))
    parts.append(_belt([(y, half + 0.02, rim - 0.30, rim - 0.12) for y, half, _, rim in stations], WHITE))
    fenders: list[Point] = [(1.24, -0.8, 0.95), (1.30, 1.0, 0.95)]
    return [*parts, *(both(sphere((0.07, 0.2, 0.2), at, BLACK, sides=8)) for at in fenders)]


def _motor() -> list[Part]:
    paint = coat("#e2e5e8")
    stations = [(-2.6, 0.04, 0.62, 1.05), (-1.9, 0.55, 0.22, 1.0), (-0.9, 0.88, 0.04, 0.93), (0.4, 0.97, 0.0, 0.88)]
    stations += [(1.9, 0.93, 0.02, 0.85), (2.3, 0.90, 0.06, 0.85)]
    parts = [
        _hull(stations, paint, deck=DECK, sunk=0.10),
        _belt([(y, h + 0.02, r - 0.32, r - 0.14) for y, h, _, r in stations], Paint("#1f4e9c")),
    ]
    fore = [(-1.9, 0.95), (-0.35, 0.88), (-0.35, 1.12), (-0.8, 1.14)]
    pane = [(-0.62, 1.10), (-0.50, 1.08), (0.02, 1.58), (-0.06, 1.58)]
    parts += [extrude(fore, 1.3, paint, bevel=0.06), extrude(pane, 1.45, GLASS)]
    parts += [
        both(box((0.5, 0.5, 0.28), (0.40, 0.55, 0.98), Paint("#a3352f"), bevel=0.05)),
        both(box((0.5, 0.14, 0.5), (0.40, 0.85, 1.18), Paint("#a3352f"), bevel=0.05)),
    ]
    parts += [
        box((1.5, 0.45, 0.3), (0, 1.7, 0.98), Paint("#a3352f"), bevel=0.05),
        box((0.42, 0.5, 0.7), (0, 2.52, 1.05), Paint("#22252a"), bevel=0.1),
    ]
    parts += [
        box((0.16, 0.2, 0.9), (0, 2.55, 0.4), Paint("#22252a")),
        rod((0, -2.5, 1.05), (0, -2.5, 1.5), 0.02, WHITE),
    ]
    return parts


MODELS = {"boat": Model(build, 4)}
