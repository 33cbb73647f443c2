"""Airplanes: two airliners, a propeller plane with high wings and a biplane."""

from collections.abc import Sequence

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, join, mesh_of, move, turn
from paragone.scenes.procedural._parts.shapes import box, lathe, loft, rod, sphere, wheel

GLASS, DARK, STEEL = Paint("#223040"), Paint("#23262b"), Paint("#aab0b7")


def build(variant: int, _state: str) -> Mesh:
    """One airplane, its nose towards -y."""
    if variant in (0, 1):
        livery = (coat("#f0f2f4"), coat("#2a5fae")) if variant == 0 else (coat("#dfe3e6"), coat("#c5302f"))
        return mesh_of(*_airliner(*livery, four=variant == 1))
    return mesh_of(*(_light_plane() if variant == 2 else _biplane()))


def _fuselage(stations: Sequence[tuple[float, float, float]], paint: Paint, *, sides: int = 18) -> Part:
    """A round body through (y, radius, height of the middle)."""
    angle = np.arange(sides) * 2 * np.pi / sides
    rings = [
        np.column_stack([-radius * np.cos(angle), np.full(sides, y), middle + radius * np.sin(angle)])
        for y, radius, middle in stations
    ]
    return loft(rings, paint)


def _blade(
    root: Point, tip: Point, chords: tuple[float, float], *, thick: float, paint: Paint, upright: bool = False
) -> Part:
    """A wing or fin: root and tip are the middles of the leading edges, chords run back along +y."""
    rings = []
    for (x, y, z), chord, height in ((root, chords[0], thick), (tip, chords[1], thick * 0.5)):
        profile = [(0.0, 0.0), (0.25, 0.5), (0.65, 0.35), (1.0, 0.0), (0.65, -0.35), (0.25, -0.5)]
        if upright:
            rings.append([(x + t * height, y + s * chord, z) for s, t in profile])
        else:
            rings.append([(x, y + s * chord, z + t * height) for s, t in profile])
    return loft(rings, paint)


def _airliner(body: Paint, accent: Paint, *, four: bool) -> list[Part]:
    stations = [(-16, 0.15, 3.55), (-15.5, 0.8, 3.65), (-14.4, 1.45, 3.85), (-12.5, 1.95, 4.0), (6, 1.95, 4.0)]
    stations += [(11, 1.45, 4.4), (15.5, 0.55, 5.1), (16.3, 0.2, 5.2)]
    parts = [_fuselage(stations, body)]
    wing = _blade((1.2, -4.5, 3.1), (15.5, 5.2, 4.6), (7.0, 2.0), thick=0.9, paint=body)
    tail = _blade((0.4, 11.3, 5.0), (6.0, 14.6, 5.5), (3.6, 1.6), thick=0.4, paint=body)
    parts += [
        both(wing),
        both(tail),
        both(_blade((15.4, 5.2, 4.55), (15.9, 6.4, 6.0), (1.9, 0.9), thick=0.25, paint=accent)),
    ]
    parts.append(_blade((0, 10.0, 5.2), (0, 14.6, 10.4), (6.0, 2.6), thick=0.6, paint=accent, upright=True))
    places = [(5.2, -3.6, 2.35)] + ([(9.6, -0.6, 2.8)] if four else [])
    parts += [both(_engine(place, accent)) for place in places]
    parts += [box((3.96, 0.42, 0.5), (0, y, 4.35), GLASS) for y in np.arange(-11.5, 9.0, 1.0) if y < 6.2]
    parts += [box((3.94, 17.5, 0.22), (0, -3.0, 3.7), accent)]
    parts += [_fuselage([(-15.02, 0.9, 4.12), (-14.2, 1.36, 4.22)], GLASS)]
    legs = [rod((2.2, 1.0, 0.5), (1.8, 0.6, 3.2), 0.16, STEEL), wheel(0.55, 0.45, (2.2, 0.4, 0.55), rim=STEEL)]
    legs.append(wheel(0.55, 0.45, (2.2, 1.6, 0.55), rim=STEEL))
    parts += [both(join(*legs)), rod((0, -12.2, 0.4), (0, -12.4, 3.0), 0.14, STEEL)]
    parts.append(both(wheel(0.42, 0.3, (0.25, -12.2, 0.42), rim=STEEL)))
    return parts


def _engine(at: Point, accent: Paint) -> Part:
    cowl = [(0.55, 1.9), (0.8, 1.2), (0.95, -0.6), (0.92, -1.5), (0.78, -1.6)]
    tube_ = lathe([(r, -y) for r, y in cowl], accent, sides=16)
    fan = lathe([(0.76, 1.55), (0.76, 1.62)], DARK, sides=16)
    spinner = lathe([(0.25, 1.6), (0.02, 1.95)], STEEL, sides=10)
    pod = turn(join(tube_, fan, spinner), "x", 90)
    return join(move(pod, at[0], at[1], z=at[2]), box((0.2, 2.6, 0.8), (at[0], at[1] + 0.9, at[2] + 0.9), STEEL))


def _propeller(y: float, z: float, radius: float) -> Part:
    blade = box((0.16, 0.05, 2 * radius), (0, y, z), DARK, bevel=0.02)
    spinner = move(turn(lathe([(0.2, -0.1), (0.18, 0.1), (0.02, 0.38)], STEEL, sides=12), "x", 90), 0, y, z=z)
    return join(turn(blade, "y", 35, about=(0, y, z)), turn(blade, "y", 125, about=(0, y, z)), spinner)


def _gear(half: float, y: float, *, radius: float, top: float) -> Part:
    strut = rod((half, y, radius), (half * 0.45, y, top), 0.06, STEEL, sides=8)
    return both(join(strut, wheel(radius, 0.2, (half, y, radius), rim=STEEL)))


def _light_plane() -> list[Part]:
    body, accent = coat("#f1ead8"), coat("#d0452f")
    stations = [(-3.4, 0.42, 1.35), (-3.3, 0.52, 1.35), (-2.2, 0.62, 1.4), (-1.6, 0.72, 1.55), (0.6, 0.72, 1.58)]
    stations += [(2.6, 0.38, 1.62), (4.2, 0.16, 1.68)]
    parts = [_fuselage(stations, body), _propeller(-3.55, 1.35, 0.95)]
    parts.append(both(_blade((0.0, -1.15, 2.28), (5.4, -0.95, 2.42), (1.65, 1.2), thick=0.24, paint=accent)))
    parts.append(both(_blade((0.1, 3.1, 1.75), (1.75, 3.35, 1.75), (1.05, 0.75), thick=0.12, paint=accent)))
    parts.append(_blade((0, 2.8, 1.75), (0, 3.6, 3.05), (1.5, 0.8), thick=0.14, paint=accent, upright=True))
    parts += [
        box((1.46, 0.75, 0.42), (0, -0.75, 1.95), GLASS, bevel=0.05),
        box((1.46, 0.75, 0.42), (0, 0.1, 1.95), GLASS, bevel=0.05),
    ]
    parts.append(turn(box((1.1, 0.08, 0.62), (0, -1.42, 2.02), GLASS), "x", -35, about=(0, -1.42, 2.02)))
    parts += [
        both(rod((0.6, -0.5, 1.15), (2.6, -0.6, 2.3), 0.05, STEEL, sides=6)),
        box((1.3, 4.2, 0.14), (0, -0.7, 1.45), accent),
    ]
    parts += [
        _gear(1.05, -0.3, radius=0.32, top=1.0),
        rod((0, -2.7, 0.28), (0, -2.6, 1.0), 0.05, STEEL),
        wheel(0.28, 0.16, (0, -2.75, 0.28), rim=STEEL),
    ]
    return parts


def _biplane() -> list[Part]:
    body, wing = coat("#c63a2f"), coat("#e7b93c")
    stations = [
        (-2.7, 0.35, 1.4),
        (-2.6, 0.52, 1.4),
        (-1.8, 0.56, 1.4),
        (0.6, 0.50, 1.42),
        (3.2, 0.16, 1.5),
        (3.5, 0.06, 1.52),
    ]
    parts = [_fuselage(stations, body, sides=14), _propeller(-2.85, 1.4, 0.95)]
    for root, tip in (((0.0, -1.85, 2.55), (4.2, -1.75, 2.67)), ((0.0, -1.5, 1.1), (4.2, -1.4, 1.22))):
        parts.append(both(_blade(root, tip, (1.4, 1.15), thick=0.18, paint=wing)))
    for x, top in ((0.5, 2.56), (2.9, 2.63)):
        for low, high in ((-1.45, -1.6), (-0.65, -0.85)):
            parts.append(both(rod((x, low, 1.1), (x, high, top), 0.045, DARK, sides=6)))
    parts.append(both(_blade((0.05, 2.5, 1.6), (1.5, 2.75, 1.6), (0.95, 0.7), thick=0.1, paint=wing)))
    parts.append(_blade((0, 2.4, 1.6), (0, 2.9, 2.6), (1.2, 0.75), thick=0.12, paint=wing, upright=True))
    parts += [
        sphere((0.34, 0.42, 0.12), (0, 0.05, 1.88), DARK),
        sphere((0.13, 0.15, 0.17), (0, 0.1, 2.08), Paint("#8a5a35")),
        box((0.5, 0.04, 0.22), (0, -0.45, 1.98), GLASS),
    ]
    parts += [_gear(0.8, -1.5, radius=0.36, top=1.05), rod((0, 3.0, 1.4), (0, 3.3, 0.95), 0.05, DARK)]
    return parts


MODELS = {"airplane": Model(build, 4)}
