"""Park benches: slats on cast iron, all wood, and planks on concrete blocks."""

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, join, mesh_of, turn
from paragone.scenes.procedural._parts.shapes import box, tube

IRON = Paint("#2b2d30")


def bench(variant: int, _state: str) -> Mesh:
    """A park bench: slats on cast iron, all wood, or stone blocks with a timber seat and back."""
    return mesh_of(*(_iron_bench, _wooden_bench, _concrete_bench)[variant]())


def _iron_bench() -> list[Part]:
    wood = coat("#a06a38")
    slats = [
        box((1.6, 0.085, 0.035), (0, y, 0.44 - abs(y) * 0.03), wood, bevel=0.008) for y in (-0.21, -0.1, 0.01, 0.12)
    ]
    slats += [
        turn(box((1.6, 0.035, 0.085), (0, 0.23, z), wood, bevel=0.008), "x", -12, about=(0, 0.2, 0.44))
        for z in (0.56, 0.67, 0.78, 0.88)
    ]
    leg: list[Point] = [
        (0.68, -0.26, 0.0),
        (0.68, -0.20, 0.22),
        (0.68, -0.24, 0.41),
        (0.68, 0.18, 0.41),
        (0.68, 0.33, 0.92),
    ]
    back: list[Point] = [(0.68, 0.32, 0.0), (0.68, 0.20, 0.22), (0.68, 0.18, 0.41)]
    arm: list[Point] = [(0.68, -0.24, 0.41), (0.68, -0.27, 0.62), (0.68, -0.10, 0.66), (0.68, 0.24, 0.64)]
    iron = [tube(path, 0.026, IRON, sides=6) for path in (leg, back, arm)]
    return [*slats, both(join(*iron))]


def _wooden_bench() -> list[Part]:
    wood, dark = coat("#c08a4e"), coat("#a87439")
    parts = [box((1.5, 0.13, 0.05), (0, y, 0.44), wood, bevel=0.01) for y in (-0.15, 0.0, 0.15)]
    parts += [box((1.5, 0.04, 0.13), (0, 0.25, z), wood, bevel=0.01) for z in (0.62, 0.80)]
    side = [box((0.08, 0.08, 0.62), (0.68, -0.2, 0.31), dark), box((0.08, 0.08, 0.90), (0.68, 0.22, 0.45), dark)]
    side += [
        box((0.10, 0.52, 0.05), (0.68, 0.0, 0.64), dark, bevel=0.01),
        box((0.06, 0.40, 0.07), (0.68, 0, 0.38), dark),
    ]
    return [*parts, both(join(*side)), box((1.3, 0.05, 0.06), (0, 0, 0.2), dark)]


def _concrete_bench() -> list[Part]:
    stone, wood = Paint("#a7a7a2"), coat("#4f8a5b")
    parts = [both(box((0.26, 0.46, 0.40), (0.62, 0, 0.20), stone, bevel=0.02))]
    parts += [box((1.75, 0.12, 0.06), (0, y, 0.43), wood, bevel=0.01) for y in (-0.18, -0.05, 0.08, 0.21)]
    parts.append(both(box((0.06, 0.04, 0.55), (0.55, 0.26, 0.65), IRON)))
    parts += [box((1.75, 0.05, 0.12), (0, 0.24, z), wood, bevel=0.01) for z in (0.70, 0.86)]
    return parts


MODELS = {"bench": Model(bench, 3)}
