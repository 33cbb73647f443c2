"""Dining tables, laid: a long one, a round one on a foot, and a trestle."""

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.pack import Model
from paragone.scenes.procedural._parts.part import Paint, Part, Point, both, coat, join, mesh_of, move, turn
from paragone.scenes.procedural._parts.shapes import box, lathe, rod, sphere

STEEL = Paint("#b4b9bf")


def dining_table(variant: int, _state: str) -> Mesh:
    """A dining table laid with plates: rectangular, round on one foot, or a trestle."""
    return mesh_of(*(_long_table, _round_table, _trestle_table)[variant]())


def _place_setting(at: Point, degrees: float) -> Part:
    """A plate with knife, fork and glass, on the side of the table that faces -y before it is turned."""
    plate = lathe([(0.07, 0.0), (0.13, 0.018), (0.12, 0.02), (0.07, 0.01), (0.001, 0.01)], Paint("#f6f5f0"), sides=16)
    fork, knife = (box((0.018, 0.18, 0.008), (x, 0, 0.006), STEEL) for x in (-0.17, 0.17))
    glass = lathe([(0.03, 0), (0.035, 0.11), (0.03, 0.11)], Paint("#9fc6d8"), sides=10, at=(0.17, 0.16, 0))
    return move(turn(join(plate, fork, knife, glass), "z", degrees), at[0], at[1], z=at[2])


def _long_table() -> list[Part]:
    wood = coat("#9b6436")
    parts = [box((1.7, 0.95, 0.05), (0, 0, 0.735), wood, bevel=0.012), box((1.5, 0.78, 0.09), (0, 0, 0.67), wood)]
    parts += [both(rod((0.74, y, 0), (0.74, y, 0.70), 0.035, wood, to=0.05, sides=8)) for y in (-0.38, 0.38)]
    parts += [_place_setting((x, y, 0.76), 0 if y < 0 else 180) for x in (-0.45, 0.45) for y in (-0.28, 0.28)]
    return [*parts, _vase((0, 0, 0.76))]


def _vase(at: Point) -> Part:
    body = lathe(
        [(0.05, 0), (0.075, 0.06), (0.035, 0.14), (0.045, 0.17), (0.03, 0.17)], Paint("#5f8fb5"), sides=12, at=at
    )
    petals = [
        sphere(0.035, (at[0] + x, at[1] + y, at[2] + z), Paint("#d9534f"), sides=8)
        for x, y, z in ((0, 0, 0.27), (0.05, 0.02, 0.24), (-0.05, -0.01, 0.25))
    ]
    return join(
        body,
        *petals,
        *(
            rod((at[0], at[1], at[2] + 0.15), (at[0] + x, at[1], at[2] + 0.24), 0.006, Paint("#3f7a3a"), sides=4)
            for x in (0, 0.05, -0.05)
        ),
    )


def _round_table() -> list[Part]:
    wood = coat("#d8cfc0")
    top = lathe([(0.50, 0.70), (0.62, 0.715), (0.62, 0.75), (0.001, 0.75)], wood, sides=28)
    foot = lathe([(0.32, 0.0), (0.30, 0.04), (0.08, 0.10), (0.055, 0.4), (0.09, 0.66), (0.20, 0.71)], wood, sides=16)
    settings = []
    for degrees in (0, 90, 180, 270):
        setting = _place_setting((0, -0.38, 0.75), 0)
        settings.append(turn(setting, "z", degrees))
    return [top, foot, *settings, _vase((0, 0, 0.75))]


def _trestle_table() -> list[Part]:
    wood, cloth = coat("#7b5233"), coat("#e6ddc6")
    parts = [box((1.9, 0.85, 0.05), (0, 0, 0.735), wood, bevel=0.01), box((1.95, 0.36, 0.012), (0, 0, 0.767), cloth)]
    parts += [both(box((0.015, 0.36, 0.22), (0.968, 0, 0.66), cloth))]
    legs = [
        turn(box((0.07, 0.07, 0.86), (0.65, 0, 0.36), wood), "x", angle, about=(0.65, 0, 0.36)) for angle in (30, -30)
    ]
    parts += [both(join(*legs)), box((1.3, 0.06, 0.08), (0, 0, 0.36), wood)]
    parts += [_place_setting((x, y, 0.765), 0 if y < 0 else 180) for x in (-0.55, 0.0, 0.55) for y in (-0.27, 0.27)]
    return parts


MODELS = {"dining table": Model(dining_table, 3)}
