"""People: standing or sitting on the ground, in four builds with their own clothes, hair and skin."""

from dataclasses import dataclass

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.blend import Limb, Lump, blend, sides
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, join, mesh_of, scale
from paragone.scenes.procedural._parts.shapes import lathe, sphere


@dataclass(frozen=True)
class Look:
    """What one person wears and how they are built."""

    skin: Paint
    hair: Paint
    top: Paint
    legs: Paint
    shoes: Paint
    height: float = 1.78
    girth: float = 1.0
    shoulders: float = 1.0
    is_long_haired: bool = False
    is_skirted: bool = False
    is_bare_armed: bool = False


LOOKS = (
    Look(Paint("#d9a27e"), Paint("#3a2618"), coat("#3f74b5"), coat("#39404f"), Paint("#241f1e")),
    Look(
        Paint("#e6b796"), Paint("#7a3e1d"), coat("#c8454f"), coat("#b93a46"), Paint("#5a2a2a"),
        height=1.68, girth=0.9, shoulders=0.88, is_long_haired=True, is_skirted=True, is_bare_armed=True,
    ),
    Look(
        Paint("#7c4d31"), Paint("#17120f"), coat("#d9b53c"), coat("#5c6b82"), Paint("#e8e4de"),
        height=1.83, girth=1.06, shoulders=1.05, is_bare_armed=True,
    ),
    Look(
        Paint("#b97f55"), Paint("#1d1714"), coat("#4c9a63"), coat("#2f5d8c"), Paint("#cfd3d6"),
        height=1.62, girth=0.92, shoulders=0.92, is_long_haired=True,
    ),
)  # fmt: skip


def build(variant: int, state: str) -> Mesh:
    """One person; the state "sitting" sits on the ground with the knees drawn up."""
    look = LOOKS[variant]
    drop = 0.80 if state == "sitting" else 0.0  # how far the hips come down
    legs = _sitting_legs(look) if state == "sitting" else _standing_legs(look)
    body = blend([*_torso(look, drop), *legs, *_arms(look, state, drop)], cell=0.042, melt=0.035)
    whole = join(body, _head(look, 1.63 - drop))
    if look.is_skirted and state != "sitting":
        # a hem must be sharp, and hands that hang beside it must not melt into it
        hem = [(0.01, 0.58), (0.25, 0.55), (0.22, 0.75), (0.195, 0.92), (0.152, 1.06), (0.01, 1.09)]
        skirt = lathe(hem, look.legs, sides=22)
        whole = join(whole, scale(skirt, 1.0, 0.76, z=1.0))
    size = look.height / 1.76
    return mesh_of(scale(whole, size * look.girth, size * look.girth, z=size))


def _torso(look: Look, drop: float) -> list[Limb | Lump]:
    wide = 0.17 * look.shoulders
    return [
        Lump((0, 0.0, 0.97 - drop), (0.155, 0.11, 0.13), look.legs),
        Lump((0, 0.0, 1.14 - drop), (0.135, 0.098, 0.17), look.top),
        Lump((0, -0.005, 1.29 - drop), (0.165 * look.shoulders, 0.115, 0.17), look.top),
        Limb((-wide, 0.01, 1.41 - drop), (wide, 0.01, 1.41 - drop), 0.07, 0.07, look.top),
        Limb((0, 0.01, 1.43 - drop), (0, -0.01, 1.56 - drop), 0.056, 0.052, look.skin),
    ]


def _standing_legs(look: Look) -> list[Limb | Lump]:
    cloth = look.skin if look.is_skirted else look.legs
    return sides(
        Limb((0.085, 0, 0.92), (0.10, -0.01, 0.50), 0.095, 0.062, cloth),
        Limb((0.10, -0.01, 0.50), (0.11, 0.025, 0.10), 0.062, 0.043, cloth),
        Limb((0.11, 0.04, 0.05), (0.13, -0.15, 0.045), 0.05, 0.042, look.shoes),
    )


def _sitting_legs(look: Look) -> list[Limb | Lump]:
    cloth = look.skin if look.is_skirted else look.legs
    pieces = sides(
        Limb((0.09, 0, 0.11), (0.15, -0.40, 0.40), 0.098, 0.066, cloth),
        Limb((0.15, -0.40, 0.40), (0.16, -0.66, 0.10), 0.064, 0.045, cloth),
        Limb((0.16, -0.66, 0.05), (0.18, -0.84, 0.06), 0.05, 0.042, look.shoes),
    )
    if look.is_skirted:
        pieces += sides(Limb((0.08, 0, 0.12), (0.13, -0.27, 0.31), 0.12, 0.10, look.legs))
    return pieces


def _arms(look: Look, state: str, drop: float) -> list[Limb | Lump]:
    shoulder: Point = (0.185 * look.shoulders, 0.01, 1.42 - drop)
    elbow: Point = (0.29 * look.shoulders + 0.01, 0.03, 1.14 - drop)
    wrist: Point = (0.335, -0.05, 0.91 - drop)
    if state == "sitting":
        elbow, wrist = (0.28 * look.shoulders, -0.10, 0.40), (0.19, -0.36, 0.49)
    hand: Point = (wrist[0], wrist[1] - 0.02, wrist[2] - 0.07)
    sleeve = look.skin if look.is_bare_armed else look.top
    return sides(
        Limb(shoulder, elbow, 0.062, 0.044, look.top if not look.is_bare_armed else sleeve),
        Limb(shoulder, _between(shoulder, elbow, 0.55), 0.068, 0.06, look.top),
        Limb(elbow, wrist, 0.045, 0.034, sleeve),
        Limb(wrist, hand, 0.036, 0.034, look.skin),
    )


def _between(start: Point, end: Point, part: float) -> Point:
    x, y, z = (a + part * (b - a) for a, b in zip(start, end, strict=True))
    return x, y, z


def _head(look: Look, height: float) -> Part:
    face: list[Limb | Lump] = [Lump((0, -0.012, height), (0.078, 0.096, 0.118), look.skin)]
    face += [Limb((0, -0.10, height + 0.01), (0, -0.118, height - 0.02), 0.012, 0.018, look.skin)]
    hair: list[Limb | Lump] = [Lump((0, 0.018, height + 0.035), (0.090, 0.102, 0.108), look.hair)]
    hair += [Lump((0, -0.045, height + 0.088), (0.070, 0.055, 0.038), look.hair)]
    if look.is_long_haired:
        hair += sides(Limb((0.06, 0.05, height + 0.03), (0.07, 0.06, height - 0.17), 0.045, 0.04, look.hair))
        hair += [Limb((0, 0.075, height), (0, 0.09, height - 0.20), 0.06, 0.05, look.hair)]
    eye = sphere((0.014, 0.008, 0.010), (0.032, -0.100, height + 0.012), Paint("#f7f5f0"), sides=8)
    pupil = sphere((0.007, 0.005, 0.008), (0.032, -0.107, height + 0.012), Paint("#1d1512"), sides=6)
    brow = sphere((0.02, 0.008, 0.005), (0.032, -0.101, height + 0.036), look.hair, sides=6)
    mouth = sphere((0.026, 0.010, 0.007), (0, -0.098, height - 0.058), Paint("#a3423f"), sides=6)
    ear = sphere((0.014, 0.022, 0.032), (0.080, -0.005, height), look.skin, sides=8)
    head = blend([*face, *hair], cell=0.027, melt=0.012)
    return join(head, both(join(eye, pupil, brow, ear)), mouth)


MODELS = {"person": Model(build, len(LOOKS), ("sitting", "none"))}
