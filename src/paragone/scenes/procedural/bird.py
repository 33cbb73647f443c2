"""Birds: flying with spread wings or perched on a branch, as a blue songbird, a gull and a cardinal."""

from dataclasses import dataclass

import numpy as np

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.blend import Limb, Lump, blend
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, join, mesh_of, move, turn
from paragone.scenes.procedural._parts.shapes import loft, rod, sphere, tube

EYE, BARK = Paint("#14110f"), Paint("#6f4e34")


@dataclass(frozen=True)
class Kind:
    """A bird's feathers and build."""

    back: Paint
    breast: Paint
    wing: Paint
    tip: Paint
    beak: Paint
    legs: Paint
    span: float = 0.34  # of one wing
    has_crest: bool = False


KINDS = (
    Kind(coat("#3f78c0"), coat("#e8a05a"), coat("#2f5f9f"), coat("#25416b"), Paint("#3a3a3a"), Paint("#c98a3a")),
    Kind(
        coat("#eef0f1"),
        coat("#ffffff"),
        coat("#aab4bd"),
        Paint("#2b2e33"),
        Paint("#f0a81f"),
        Paint("#e59a2c"),
        span=0.50,
    ),
    Kind(
        coat("#b8232a"),
        coat("#c9343a"),
        coat("#9a1c24"),
        coat("#7d161d"),
        Paint("#f08a2a"),
        Paint("#c98a3a"),
        has_crest=True,
    ),
)


def build(variant: int, state: str) -> Mesh:
    """One bird, its beak towards -y."""
    kind = KINDS[variant]
    return mesh_of(*(_flying(kind) if state == "flying" else _perched(kind)))


def _head(kind: Kind, at: Point) -> Part:
    x, y, z = at
    beak = rod((x, y - 0.055, z - 0.005), (x, y - 0.13, z - 0.018), 0.022, kind.beak, to=0.002, sides=8)
    eye = both(sphere(0.011, (0.040, y - 0.030, z + 0.014), EYE, sides=6))
    parts = [beak, eye]
    if kind.has_crest:
        parts.append(rod((0, y - 0.005, z + 0.035), (0, y + 0.055, z + 0.125), 0.034, kind.back, to=0.003, sides=7))
    return join(*parts)


def _perched(kind: Kind) -> list[Part]:
    up = 0.16
    pieces: list[Limb | Lump] = [
        Lump((0, 0.0, up + 0.10), (0.085, 0.14, 0.095), kind.back, tilt=-38),
        Lump((0, -0.035, up + 0.085), (0.076, 0.10, 0.095), kind.breast, tilt=-38),
        Lump((0, -0.085, up + 0.225), (0.060, 0.065, 0.060), kind.back),
        Limb((0, -0.05, up + 0.14), (0, -0.08, up + 0.22), 0.065, 0.05, kind.back),
    ]
    body = blend(pieces, cell=0.019, melt=0.03)
    wing = turn(sphere((0.022, 0.145, 0.065), (0, 0.03, 0), kind.wing, sides=12), "x", -35)
    wing = join(wing, turn(sphere((0.015, 0.09, 0.03), (0, 0.14, -0.012), kind.tip, sides=8), "x", -35))
    tail = turn(loft(_fan(0.20, 0.03, 0.055), kind.wing), "x", -42)
    leg = rod((0.035, -0.01, up + 0.03), (0.035, -0.02, 0.055), 0.008, kind.legs, sides=6)
    foot = sphere((0.02, 0.03, 0.012), (0.035, -0.03, 0.055), kind.legs, sides=6)
    return [
        body,
        _head(kind, (0, -0.085, up + 0.23)),
        both(move(wing, 0.078, 0.02, z=up + 0.115)),
        move(tail, 0, 0.10, z=up + 0.03),
        both(join(leg, foot)),
        *_branch(),
    ]


def _branch() -> list[Part]:
    branch: list[Point] = [(-0.26, 0.02, 0.015), (-0.1, -0.01, 0.035), (0.08, -0.02, 0.028), (0.26, 0.015, 0.04)]
    twig: list[Point] = [(0.12, -0.015, 0.03), (0.19, -0.05, 0.09), (0.22, -0.06, 0.14)]
    return [
        tube(branch, [0.02, 0.026, 0.024, 0.017], BARK, sides=8),
        tube(twig, [0.012, 0.009, 0.006], BARK, sides=6),
        sphere((0.03, 0.012, 0.05), (0.235, -0.065, 0.17), Paint("#4f8f3f"), sides=8),
    ]


def _fan(long: float, narrow: float, wide: float) -> list[list[Point]]:
    """Rings of a flat tail that widens along +y."""
    return [
        [(-w, y, 0.006), (w, y, 0.006), (w, y, -0.006), (-w, y, -0.006)]
        for y, w in ((0.0, narrow), (long * 0.7, wide), (long, wide * 0.85))
    ]


def _flying(kind: Kind) -> list[Part]:
    pieces: list[Limb | Lump] = [
        Lump((0, 0, 0.0), (0.070, 0.17, 0.068), kind.back),
        Lump((0, -0.02, -0.022), (0.062, 0.14, 0.058), kind.breast),
        Lump((0, -0.19, 0.025), (0.054, 0.062, 0.054), kind.back),
        Limb((0, -0.10, 0.01), (0, -0.18, 0.02), 0.06, 0.046, kind.back),
    ]
    body = blend(pieces, cell=0.019, melt=0.03)
    tail = move(loft(_fan(0.20, 0.03, 0.10), kind.wing), 0, 0.13, z=0.005)
    feet = both(rod((0.025, 0.06, -0.055), (0.025, 0.14, -0.06), 0.007, kind.legs, sides=5))
    flight = [body, _head(kind, (0, -0.19, 0.03)), tail, feet, both(_wing(kind))]
    return [turn(join(*flight), "x", -14)]


def _wing(kind: Kind) -> Part:
    """A raised wing: an inner arm, then long finger feathers."""
    span = kind.span
    inner = []
    for share in np.linspace(0, 1, 6):
        x, z = 0.04 + span * 0.58 * share, 0.03 + 0.16 * np.sin(share * 1.3)
        front, back = -0.105 - 0.05 * np.sin(np.pi * share * 0.8), 0.10 + 0.02 * np.sin(np.pi * share)
        inner.append(
            [(x, front, z), (x, (front + back) / 2, z + 0.018), (x, back, z), (x, (front + back) / 2, z - 0.006)]
        )
    parts = [loft(inner, kind.wing)]
    wrist = np.array([0.04 + span * 0.56, -0.06, 0.03 + 0.16 * np.sin(1.3)])
    for index in range(6):
        angle = np.radians(-22 + index * 21)
        long = span * (0.62 - 0.055 * index)
        tip = wrist + np.array([long * np.cos(angle), long * np.sin(angle) + 0.02, 0.10 - 0.02 * index])
        root = wrist + np.array([0.0, 0.026 * index - 0.03, 0.0])
        lift = np.array([0, 0, 0.006])
        side = np.array([-np.sin(angle), np.cos(angle), 0]) * 0.024
        rings = [
            [p - s, p + lift, p + s, p - lift]
            for p, s in ((root, side), ((root + tip) / 2, side * 1.2), (tip, side * 0.35))
        ]
        parts.append(loft(rings, kind.tip))
    return join(*parts)


MODELS = {"bird": Model(build, len(KINDS), ("flying", "perched"))}
