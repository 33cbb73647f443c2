"""Meshes and the camera."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paragone.core.errors import BadInput
from paragone.scenes.meshes.mesh import Mesh, bounds, joined, moved, scaled, standing, turned
from paragone.scenes.meshes.solids import box
from paragone.scenes.rendering.camera import Camera, ground, horizon, project, rays

relaxed = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)  # a busy machine is no failure
places = st.floats(-3, 3)
cameras = st.builds(
    Camera,
    position=st.tuples(places, st.floats(-12, -6), st.floats(0.5, 5)),
    target=st.tuples(places, places, st.floats(0, 2)),
    field_of_view=st.floats(20, 70),
    size=st.tuples(st.integers(8, 40), st.integers(8, 40)),
)


@relaxed
@given(cameras, st.tuples(places, places, places), st.floats(0.5, 20))
def test_a_point_along_a_pixels_ray_projects_to_that_pixels_centre(
    camera: Camera, unit: tuple[float, float, float], distance: float
) -> None:
    row, column = camera.size[1] // 3, camera.size[0] // 4
    point = np.asarray(camera.position) + rays(camera)[row, column] * distance
    assert project(camera, point[None])[0] == pytest.approx((column + 0.5, row + 0.5, distance), abs=1e-6)


@relaxed
@given(cameras)
def test_the_ground_is_seen_below_the_horizon_only(camera: Camera) -> None:
    rows = np.arange(camera.size[1]) + 0.5
    seen = ~np.isnan(ground(camera)[:, 0, 0])
    clear = np.abs(rows - horizon(camera)) > 1e-6
    assert (seen == (rows > horizon(camera)))[clear].all()


@relaxed
@given(cameras)
def test_ground_and_project_are_each_others_inverse(camera: Camera) -> None:
    flat = ground(camera)[-1]
    kept = np.flatnonzero(~np.isnan(flat[:, 0]))
    points = np.column_stack([flat[kept], np.zeros(len(kept))])
    assert project(camera, points)[:, 0] == pytest.approx(kept + 0.5, abs=1e-5)


def test_yaw_turns_the_front_from_the_camera_to_the_viewers_right() -> None:
    nose = Mesh(
        np.array([[0, -1, 0], [0, 0, 0], [0, 0, 1]], np.float32),
        np.array([[0, 1, 2]], np.int32),
        np.ones((1, 3), np.float32),
    )
    assert turned(nose, 90).vertices[0] == pytest.approx((1, 0, 0), abs=1e-6)


def test_standing_puts_a_mesh_on_the_ground_over_the_origin() -> None:
    low, high = bounds(standing(moved(box(2, 4, 6), (5, -3, 2))))
    assert low.tolist() == [-1, -2, 0]
    assert high.tolist() == [1, 2, 6]


def test_scaling_and_joining_keep_every_triangle() -> None:
    both = joined([box(1, 1, 1), scaled(box(1, 1, 1), 3)])
    assert bounds(both).size.tolist() == [3, 3, 3]
    assert len(both.triangles) == 24
    assert both.triangles.max() == 15


def test_bad_meshes_are_refused_in_one_line() -> None:
    corners, colours = np.zeros((3, 3), np.float32), np.ones((1, 3), np.float32)
    with pytest.raises(BadInput, match="at least one triangle"):
        Mesh(corners, np.zeros((0, 3), np.int32), np.zeros((0, 3), np.float32))
    with pytest.raises(BadInput, match="beyond its 3 vertices"):
        Mesh(corners, np.array([[0, 1, 3]], np.int32), colours)
    with pytest.raises(BadInput, match="not finite"):
        Mesh(corners * np.nan, np.array([[0, 1, 2]], np.int32), colours)
    with pytest.raises(BadInput, match="2 colours"):
        Mesh(corners, np.array([[0, 1, 2]], np.int32), np.ones((2, 3), np.float32))


def test_bad_cameras_are_refused() -> None:
    with pytest.raises(BadInput, match="straight up or down"):
        Camera(position=(0, 0, 5), target=(0, 0, 0))
    with pytest.raises(BadInput, match="field of view"):
        Camera(field_of_view=180)
    with pytest.raises(BadInput, match="each side"):
        Camera(size=(256, 0))
