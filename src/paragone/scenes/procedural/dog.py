"""Dogs: standing or sitting, in four coats: a brown hound, a spotted one, a shepherd and a short white terrier."""

from dataclasses import dataclass

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.blend import Limb, Lump, blend, sides
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, join, mesh_of, move, turn
from paragone.scenes.procedural._parts.shapes import loft, sphere


@dataclass(frozen=True)
class Breed:
    """A dog's coat and build."""

    fur: Paint
    dark: Paint  # ears, saddle
    belly: Paint
    leg: float = 1.0  # length of the legs
    snout: float = 1.0
    thick: float = 1.0
    has_upright_ears: bool = False


BREEDS = (
    Breed(coat("#b07a45"), coat("#6e4522"), coat("#dcb98a")),
    Breed(coat("#e9e4da"), coat("#3b342f"), coat("#f4f1ea"), leg=1.08, thick=0.92),
    Breed(coat("#a9783f"), coat("#2f2620"), coat("#c79a5c"), leg=1.05, snout=1.15, has_upright_ears=True),
    Breed(coat("#efe9dd"), coat("#c9a77c"), coat("#f7f3ea"), leg=0.72, snout=0.85, thick=1.1, has_upright_ears=True),
)
NOSE, EYE, TONGUE, COLLAR = Paint("#15110f"), Paint("#17110c"), Paint("#d4737c"), Paint("#b3262c")


def build(variant: int, state: str) -> Mesh:
    """One dog, its nose towards -y."""
    breed = BREEDS[variant]
    return mesh_of(*(_sitting(breed) if state == "sitting" else _standing(breed)))


def _standing(breed: Breed) -> list[Part]:
    up, fat = 0.36 * breed.leg, breed.thick
    front: Point = (0.085 * fat, -0.24, up)
    back: Point = (0.085 * fat, 0.25, up + 0.01)
    pieces: list[Limb | Lump] = [
        Lump((0, -0.18, up + 0.06), (0.125 * fat, 0.18, 0.15 * fat), breed.fur),
        Lump((0, 0.02, up + 0.08), (0.115 * fat, 0.26, 0.115 * fat), breed.dark),
        Lump((0, 0.0, up + 0.01), (0.10 * fat, 0.22, 0.09 * fat), breed.belly),
        Lump((0, 0.24, up + 0.07), (0.11 * fat, 0.13, 0.125 * fat), breed.fur),
        Limb((0, -0.27, up + 0.12), (0, -0.36, up + 0.24), 0.10 * fat, 0.08 * fat, breed.fur),
        Limb((0, 0.33, up + 0.14), (0, 0.46, up + 0.25), 0.034, 0.030, breed.fur),
        Limb((0, 0.46, up + 0.25), (0, 0.52, up + 0.40), 0.030, 0.018, breed.dark),
    ]
    pieces += sides(
        Limb(front, (front[0], -0.25, up * 0.45), 0.062, 0.038, breed.fur),
        Limb((front[0], -0.25, up * 0.45), (front[0], -0.24, 0.04), 0.036, 0.032, breed.fur),
        Limb((front[0], -0.245, 0.03), (front[0], -0.30, 0.028), 0.036, 0.032, breed.belly),
        Limb(back, (back[0] + 0.01, 0.24, up * 0.52), 0.088 * fat, 0.048, breed.fur),
        Limb((back[0] + 0.01, 0.24, up * 0.52), (back[0], 0.33, up * 0.30), 0.046, 0.034, breed.fur),
        Limb((back[0], 0.33, up * 0.30), (back[0], 0.30, 0.04), 0.034, 0.031, breed.fur),
        Limb((back[0], 0.295, 0.03), (back[0], 0.235, 0.028), 0.036, 0.032, breed.belly),
    )
    return [blend(pieces, cell=0.033, melt=0.03), move(_head(breed), 0, -0.40, z=up + 0.31)]


def _sitting(breed: Breed) -> list[Part]:
    up, fat = 0.36 * breed.leg, breed.thick
    pieces: list[Limb | Lump] = [
        Limb((0, 0.20, 0.14), (0, -0.10, up + 0.11), 0.135 * fat, 0.135 * fat, breed.dark),
        Lump((0, -0.11, up + 0.04), (0.12 * fat, 0.13, 0.17), breed.fur),
        Lump((0, 0.02, up * 0.62), (0.10 * fat, 0.13, 0.14), breed.belly),
        Limb((0, -0.13, up + 0.16), (0, -0.17, up + 0.32), 0.10 * fat, 0.08 * fat, breed.fur),
        Limb((0, 0.31, 0.08), (0.02, 0.48, 0.035), 0.035, 0.03, breed.fur),
        Limb((0.02, 0.48, 0.035), (0.10, 0.60, 0.035), 0.03, 0.018, breed.dark),
    ]
    pieces += sides(
        Limb((0.085 * fat, -0.15, up), (0.085, -0.18, 0.04), 0.055, 0.034, breed.fur),
        Limb((0.085, -0.185, 0.03), (0.085, -0.24, 0.028), 0.037, 0.032, breed.belly),
        Lump((0.125 * fat, 0.10, 0.13), (0.065, 0.14, 0.13), breed.fur, tilt=-25),
        Limb((0.14 * fat, 0.13, 0.035), (0.145 * fat, -0.07, 0.033), 0.042, 0.036, breed.fur),
        Limb((0.145 * fat, -0.07, 0.033), (0.145 * fat, -0.10, 0.030), 0.037, 0.033, breed.belly),
    )
    return [blend(pieces, cell=0.033, melt=0.03), move(_head(breed), 0, -0.21, z=up + 0.40)]


def _head(breed: Breed) -> Part:
    """The head around its own centre."""
    tip = -0.10 - 0.13 * breed.snout
    pieces: list[Limb | Lump] = [
        Lump((0, 0, 0.01), (0.092, 0.105, 0.092), breed.fur),
        Limb((0, -0.06, -0.02), (0, tip + 0.02, -0.035), 0.060, 0.042, breed.belly),
        Limb((0, -0.07, -0.055), (0, tip + 0.05, -0.065), 0.040, 0.026, breed.belly),
        Limb((0, -0.02, 0.06), (0, -0.12, 0.01), 0.05, 0.03, breed.fur),
    ]
    head = blend(pieces, cell=0.025, melt=0.02)
    nose = sphere((0.026, 0.022, 0.020), (0, tip - 0.018, -0.018), NOSE, sides=8)
    eye = sphere(0.015, (0.047, -0.082, 0.036), EYE, sides=8)
    tongue = sphere((0.018, 0.03, 0.008), (0, tip + 0.03, -0.078), TONGUE, sides=8)
    return join(head, nose, tongue, both(join(eye, _ear(breed))))


def _ear(breed: Breed) -> Part:
    if breed.has_upright_ears:
        rings = [[(0.075, 0.045, 0.05), (0.03, 0.05, 0.075), (0.025, 0.0, 0.08), (0.07, 0.0, 0.06)]]
        rings += [[(0.068, 0.03, 0.12), (0.048, 0.035, 0.125), (0.045, 0.012, 0.125), (0.064, 0.01, 0.12)]]
        rings += [[(0.062, 0.02, 0.165), (0.058, 0.022, 0.165), (0.057, 0.018, 0.165), (0.061, 0.017, 0.165)]]
        return loft(rings, breed.dark)
    flap = sphere((0.018, 0.045, 0.085), (0, 0, -0.07), breed.dark, sides=10)
    return move(turn(flap, "y", -14), 0.085, 0.02, z=0.065)


MODELS = {"dog": Model(build, len(BREEDS), ("standing", "sitting"))}
