"""Bears: on all fours or upright, in brown, black and polar white."""

from dataclasses import dataclass

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.blend import Limb, Lump, blend, sides
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, join, mesh_of, move
from paragone.scenes.procedural._parts.shapes import rod, sphere


@dataclass(frozen=True)
class Kind:
    """A bear's fur."""

    fur: Paint
    dark: Paint  # legs and ears
    snout: Paint
    hump: float = 1.0


KINDS = (
    Kind(coat("#7a4e2c"), coat("#5b381f"), coat("#b58a5c")),
    Kind(coat("#34302e"), coat("#25221f"), coat("#9c7448"), hump=0.9),
    Kind(coat("#efeadb"), coat("#e2dac6"), coat("#f4f0e4"), hump=0.85),
)
NOSE, EYE, CLAW = Paint("#141111"), Paint("#120d0a"), Paint("#d8cdb4")


def build(variant: int, state: str) -> Mesh:
    """One bear, its nose towards -y."""
    kind = KINDS[variant]
    return mesh_of(*(_upright(kind) if state == "upright" else _standing(kind)))


def _standing(kind: Kind) -> list[Part]:
    pieces: list[Limb | Lump] = [
        Lump((0, 0.05, 0.78), (0.36, 0.72, 0.35), kind.fur),
        Lump((0, -0.38, 0.88 + 0.06 * kind.hump), (0.33, 0.36, 0.34 * kind.hump), kind.fur),
        Lump((0, 0.48, 0.78), (0.36, 0.36, 0.36), kind.fur),
        Limb((0, -0.55, 0.88), (0, -0.88, 0.92), 0.27, 0.20, kind.fur),
        Limb((0, 0.80, 0.88), (0, 0.90, 0.84), 0.07, 0.06, kind.fur),
    ]
    pieces += sides(
        Limb((0.20, -0.42, 0.70), (0.22, -0.45, 0.12), 0.17, 0.115, kind.dark),
        Limb((0.22, -0.46, 0.09), (0.22, -0.60, 0.08), 0.115, 0.09, kind.dark),
        Limb((0.22, 0.50, 0.66), (0.24, 0.52, 0.34), 0.21, 0.135, kind.fur),
        Limb((0.24, 0.52, 0.34), (0.24, 0.56, 0.12), 0.135, 0.11, kind.dark),
        Limb((0.24, 0.56, 0.09), (0.24, 0.40, 0.08), 0.11, 0.09, kind.dark),
    )
    claws = [_claws(0.22, -0.68, 0.06), _claws(0.24, 0.32, 0.06)]
    return [blend(pieces, cell=0.074, melt=0.09), move(_head(kind), 0, -1.0, z=0.95), *claws]


def _upright(kind: Kind) -> list[Part]:
    pieces: list[Limb | Lump] = [
        Lump((0, 0.02, 0.80), (0.37, 0.32, 0.42), kind.fur),
        Lump((0, 0.0, 1.20), (0.33, 0.27, 0.40), kind.fur),
        Limb((-0.20, 0, 1.48), (0.20, 0, 1.48), 0.17, 0.17, kind.fur),
        Limb((0, 0, 1.50), (0, -0.06, 1.78), 0.20, 0.17, kind.fur),
        Limb((0, 0.30, 0.62), (0, 0.40, 0.58), 0.07, 0.06, kind.fur),
    ]
    pieces += sides(
        Limb((0.19, 0.0, 0.62), (0.23, -0.02, 0.12), 0.20, 0.125, kind.dark),
        Limb((0.23, 0.02, 0.09), (0.25, -0.20, 0.08), 0.12, 0.095, kind.dark),
        Limb((0.30, -0.02, 1.46), (0.45, -0.14, 1.12), 0.14, 0.10, kind.dark),
        Limb((0.45, -0.14, 1.12), (0.43, -0.42, 1.16), 0.10, 0.09, kind.dark),
    )
    claws = [_claws(0.25, -0.28, 0.06), _claws(0.43, -0.50, 1.15)]
    return [blend(pieces, cell=0.074, melt=0.08), move(_head(kind), 0, -0.12, z=1.90), *claws]


def _claws(x: float, y: float, z: float) -> Part:
    return both(
        join(
            *(
                rod((x + dx, y + 0.02, z), (x + dx, y - 0.05, z - 0.02), 0.014, CLAW, to=0.004, sides=5)
                for dx in (-0.05, 0.0, 0.05)
            )
        )
    )


def _head(kind: Kind) -> Part:
    pieces: list[Limb | Lump] = [
        Lump((0, 0, 0.02), (0.215, 0.215, 0.20), kind.fur),
        Limb((0, -0.14, -0.04), (0, -0.34, -0.065), 0.115, 0.085, kind.snout),
    ]
    ear: Point = (0.165, 0.05, 0.19)
    pieces += sides(Lump(ear, (0.075, 0.04, 0.08), kind.dark))
    head = blend(pieces, cell=0.05, melt=0.05)
    nose = sphere((0.055, 0.04, 0.042), (0, -0.415, -0.03), NOSE, sides=10)
    eye = sphere(0.026, (0.085, -0.185, 0.065), EYE, sides=8)
    mouth = sphere((0.05, 0.03, 0.008), (0, -0.40, -0.10), NOSE, sides=6)
    return join(head, nose, mouth, both(eye))


MODELS = {"bear": Model(build, len(KINDS), ("standing", "upright"))}
