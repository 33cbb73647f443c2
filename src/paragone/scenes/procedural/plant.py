"""Potted plants: broad leaves in a clay pot, a fern in a white one, a cactus and a flowering plant."""

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, Point, coat, join, mesh_of, move, turn
from paragone.scenes.procedural._parts.shapes import lathe, loft, rod, sphere, tube

EARTH, STEM = Paint("#4a3324"), Paint("#4f7a36")
GREENS = (coat("#3f8b3f"), coat("#52a04a"), coat("#357a3a"))


def build(variant: int, _state: str) -> Mesh:
    """One plant in its pot."""
    return mesh_of(*(_broad_leaves, _fern, _flowers, _cactus)[variant]())


def _pot(radius: float, height: float, paint: Paint) -> Part:
    profile = [
        (radius * 0.68, 0),
        (radius * 0.95, height * 0.78),
        (radius * 1.08, height * 0.8),
        (radius * 1.1, height),
    ]
    profile += [(radius * 0.98, height), (radius * 0.95, height * 0.9), (0.001, height * 0.9)]
    soil = lathe([(radius * 0.95, height * 0.88), (0.001, height * 0.93)], EARTH, sides=16)
    return join(lathe(profile, paint, sides=20), soil)


def _leaf(long: float, wide: float, *, arch: float, paint: Paint) -> Part:
    """A pointed leaf that starts at the origin, rises and bows outwards along -y."""
    rings = []
    for share in np.linspace(0, 1, 7):
        half = max(wide / 2 * np.sin(np.pi * min(share * 0.92 + 0.06, 1.0)) ** 0.8, 0.002)
        y, z = -long * share, arch * np.sin(np.pi * 0.75 * share)
        fold = min(half * 0.3, 0.012)
        rings.append([(-half, y, z + fold), (0, y, z), (half, y, z + fold), (0, y, z - fold / 2)])
    return loft(rings, paint)


def _spray(leaf: Part, *, count: int, turn_by: float, tilt: float, at: Point) -> list[Part]:
    leaning = turn(leaf, "x", -tilt)
    return [move(turn(leaning, "z", 360 / count * i + turn_by), at[0], at[1], z=at[2]) for i in range(count)]


def _broad_leaves() -> list[Part]:
    parts = [_pot(0.17, 0.28, coat("#b5603a"))]
    for height, count, long, tilt in ((0.42, 7, 0.34, 8), (0.60, 6, 0.32, 28), (0.76, 5, 0.28, 50)):
        leaf = _leaf(long, 0.16, arch=0.10, paint=GREENS[count % 3])
        parts += _spray(leaf, count=count, turn_by=height * 200, tilt=tilt, at=(0, 0, height))
    parts += [rod((0, 0, 0.24), (0, 0, 0.80), 0.018, STEM, to=0.010, sides=7)]
    return parts


def _fern() -> list[Part]:
    parts = [_pot(0.20, 0.24, coat("#e9e6df"))]
    for count, long, tilt, arch in ((11, 0.50, 12, 0.24), (9, 0.46, 38, 0.20), (6, 0.40, 64, 0.10)):
        leaf = _leaf(long, 0.075, arch=arch, paint=GREENS[count % 3])
        parts += _spray(leaf, count=count, turn_by=tilt * 1.7, tilt=tilt, at=(0, 0, 0.23))
    return parts


def _flowers() -> list[Part]:
    parts = [_pot(0.16, 0.22, coat("#3f6f9c"))]
    for count, long, tilt in ((8, 0.24, 10), (7, 0.24, 45)):
        parts += _spray(
            _leaf(long, 0.10, arch=0.08, paint=GREENS[count % 3]), count=count, turn_by=tilt, tilt=tilt, at=(0, 0, 0.22)
        )
    for index in range(6):
        angle = index * np.pi / 3
        x, y, z = 0.13 * float(np.cos(angle)), 0.13 * float(np.sin(angle)), 0.56 + 0.06 * (index % 2)
        stem: list[Point] = [(0, 0, 0.2), (x * 0.6, y * 0.6, 0.4), (x, y, z)]
        petals = [
            sphere(
                (0.038, 0.038, 0.018),
                (x + 0.045 * float(np.cos(a)), y + 0.045 * float(np.sin(a)), z),
                Paint("#e04a7b"),
                sides=6,
            )
            for a in np.arange(5) * 2 * np.pi / 5
        ]
        parts += [
            tube(stem, 0.008, STEM, sides=5),
            sphere(0.028, (x, y, z + 0.012), Paint("#f4c430"), sides=6),
            *petals,
        ]
    return parts


def _cactus() -> list[Part]:
    def arm(path: list[Point], radius: float) -> Part:
        return join(
            tube(path, [radius * 0.9, *[radius] * (len(path) - 2), radius * 0.8], GREENS[1], sides=12),
            sphere(radius * 0.82, path[-1], GREENS[1], sides=10),
        )

    parts = [_pot(0.15, 0.20, coat("#c97b4a")), arm([(0, 0, 0.16), (0, 0, 0.4), (0, 0, 0.66)], 0.085)]
    parts.append(arm([(0.05, 0, 0.36), (0.17, 0, 0.38), (0.19, 0, 0.44), (0.19, 0, 0.58)], 0.048))
    parts.append(arm([(-0.05, 0, 0.42), (-0.15, 0, 0.44), (-0.17, 0, 0.50), (-0.17, 0, 0.60)], 0.044))
    parts += [sphere((0.05, 0.05, 0.03), (0, 0, 0.74), Paint("#e2557f"), sides=8)]
    for height in np.linspace(0.25, 0.65, 8):
        for angle in np.arange(6) * np.pi / 3:
            x, y = 0.088 * float(np.cos(angle)), 0.088 * float(np.sin(angle))
            parts.append(
                rod(
                    (x, y, float(height)),
                    (x * 1.35, y * 1.35, float(height) + 0.01),
                    0.006,
                    Paint("#f0ead2"),
                    to=0.002,
                    sides=3,
                )
            )
    return parts


MODELS = {"potted plant": Model(build, 4)}
