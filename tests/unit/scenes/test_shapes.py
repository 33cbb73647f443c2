"""The solids that the pack is built from: volumes known from school, closed skins, clean borders."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragone.scenes.procedural._parts.blend import Limb, Lump, blend
from paragone.scenes.procedural._parts.borders import cut_at_borders
from paragone.scenes.procedural._parts.part import Paint, Part, both, coat, mirror, move, turn
from paragone.scenes.procedural._parts.shapes import box, extrude, hoop, lathe, rod, sphere, tube, wheel

RED, BLUE = Paint("#ff0000"), coat("#0000ff")


def _volume(part: Part) -> float:
    a, b, c = part.vertices[part.triangles].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def _open_edges(triangles: npt.NDArray[np.int64]) -> int:
    """Directed edges whose opposite is not there: none in a closed skin."""
    edges = {(int(t[i]), int(t[(i + 1) % 3])) for t in triangles for i in range(3)}
    return sum((b, a) not in edges for a, b in edges)


def test_volumes_are_those_of_geometry() -> None:
    assert _volume(box((1, 2, 3), (5, 5, 5), RED)) == pytest.approx(6)
    assert _volume(sphere(1.0, (0, 0, 0), RED, sides=64)) == pytest.approx(4 / 3 * np.pi, rel=0.01)
    assert _volume(rod((1, 1, 1), (1, 1, 4), 0.5, RED, sides=64)) == pytest.approx(np.pi * 0.25 * 3, rel=0.01)
    assert _volume(lathe([(1, 0), (0.001, 2)], RED, sides=64)) == pytest.approx(np.pi * 2 / 3, rel=0.01)
    assert _volume(extrude([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)], 4, RED)) == pytest.approx(12)  # an L
    # a torus has the volume 2 pi^2 R r^2; its section here is a hexagon, of area 3 sqrt(3) / 2 r^2
    assert _volume(hoop(1, 0.1, RED, sides=64)) == pytest.approx(2 * np.pi * 1.5 * 3**0.5 * 0.01, rel=0.01)


def test_a_blend_of_one_ball_is_a_ball() -> None:
    ball = blend([Lump((0.1, 0.2, 0.3), (1, 1, 1), RED)], cell=0.15, melt=0.1)
    assert np.allclose(np.linalg.norm(ball.vertices - [0.1, 0.2, 0.3], axis=1), 1, atol=0.01)
    assert _volume(ball) == pytest.approx(4 / 3 * np.pi, rel=0.03)
    assert _open_edges(ball.triangles) == 0


def test_limbs_melt_into_one_closed_skin_with_a_straight_border() -> None:
    limbs = [Limb((0, 0, 0), (0, 0, 1), 0.3, 0.3, RED), Limb((0, 0, 1), (0, 0, 2), 0.3, 0.3, BLUE)]
    part = blend(limbs, cell=0.12, melt=0.05)
    assert _open_edges(part.triangles) == 0
    top = part.vertices[part.triangles[part.tints]]
    low = part.vertices[part.triangles[~part.tints]]
    assert top[..., 2].min() > 1 - 0.05  # the border is at z = 1, though the grid is 0.12 wide
    assert low[..., 2].max() < 1 + 0.05


def test_a_triangle_across_a_border_is_cut_where_both_paints_are_equally_near() -> None:
    corners = np.array([[0.0, 0, 0], [4, 0, 0], [0, 4, 0]])
    near = np.array([[0.0, 3, 0], [1, 0, 1]])  # the second corner is in paint 1, the border at 1 of 1 + 3
    cut = cut_at_borders(corners, np.array([[0, 1, 2]]), near)
    assert len(cut.triangles) == 3
    areas = np.linalg.norm(
        np.cross(
            cut.vertices[cut.triangles][:, 1] - cut.vertices[cut.triangles][:, 0],
            cut.vertices[cut.triangles][:, 2] - cut.vertices[cut.triangles][:, 0],
        ),
        axis=1,
    )
    assert areas.sum() / 2 == pytest.approx(8)
    assert areas[cut.paint_of == 1].sum() / 2 == pytest.approx(8 * 0.75**2)


@given(st.sampled_from("xyz"), st.floats(-360, 360), st.floats(-3, 3))
def test_turning_moving_and_mirroring_keep_the_volume(axis: str, degrees: float, shift: float) -> None:
    part = wheel(0.4, 0.2, (0.3, 0, 0.4), rim=RED)
    changed = mirror(move(turn(part, axis, degrees), shift, -shift, z=shift))
    assert _volume(changed) == pytest.approx(_volume(part), rel=1e-6)
    assert _volume(both(part)) == pytest.approx(2 * _volume(part), rel=1e-6)


def test_a_bent_tube_does_not_twist_or_open() -> None:
    angle = np.linspace(0, np.pi, 9)
    bow = tube(np.column_stack([np.cos(angle), np.zeros(9), np.sin(angle)]), 0.1, RED, sides=8)
    assert _open_edges(bow.triangles) == 0
    octagon = 2 * 2**0.5 * 0.01  # area of an octagon of radius 0.1
    assert _volume(bow) == pytest.approx(np.pi * octagon, rel=0.05)  # Pappus: the way of the middle times the section
