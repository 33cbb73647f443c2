import numpy as np
import pytest

from paragone.annotators._networks.prepare import centre_crop, padded, warped
from paragone.annotators.faces._mtcnn import _running_sums, area_resize, squared
from paragone.annotators.faces.gender_face import chip_to_image, similarity
from paragone.core.types import Pixels


def picture(height: int, width: int) -> Pixels:
    return np.random.default_rng(0).integers(0, 256, (height, width, 3), dtype=np.uint8)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 5000), (3000, 1), (300, 200), (224, 224), (33, 1000)])
def test_a_centre_crop_has_the_size_asked_whatever_the_image(height: int, width: int) -> None:
    assert centre_crop(picture(height, width), 256, 224, policy="pil-bilinear").shape == (224, 224, 3)


def test_a_centre_crop_of_an_image_of_the_right_size_is_its_middle() -> None:
    pixels = picture(256, 300)
    crop = centre_crop(pixels, 256, 224, policy="pil-bilinear")
    np.testing.assert_array_equal(crop, pixels[16:240, 38:262])


def test_padding_keeps_the_aspect_ratio_and_says_the_scale() -> None:
    fitted = padded(picture(100, 200), 50, policy="pil-bilinear", fill=7.0)
    assert fitted.scale == (0.25, 0.25)
    assert (fitted.square[25:] == 7.0).all()
    assert not (fitted.square[:25] == 7.0).all()


def test_warping_by_the_identity_changes_nothing() -> None:
    pixels = picture(20, 20)
    np.testing.assert_array_equal(warped(pixels, np.array([[1.0, 0, 0], [0, 1, 0]]), 20), pixels)


def test_warping_by_a_shift_shows_the_shifted_pixels() -> None:
    pixels = picture(20, 20)
    shown = warped(pixels, np.array([[1.0, 0, 3], [0, 1, 5]]), 10)
    np.testing.assert_array_equal(shown, pixels[5:15, 3:13])


def test_warping_a_large_region_averages_what_it_jumps_over() -> None:
    stripes = np.zeros((64, 64, 3), np.uint8)
    stripes[:, ::2] = 200
    shown = warped(stripes, np.array([[4.0, 0, 1.5], [0, 4.0, 1.5]]), 16)
    np.testing.assert_allclose(shown, 100, atol=1)


def test_a_similarity_is_found_again_from_points_it_moved() -> None:
    points = np.random.default_rng(1).uniform(-3, 3, (5, 2))
    turn = 2.5 * np.array([[np.cos(0.7), -np.sin(0.7)], [np.sin(0.7), np.cos(0.7)]])
    found = similarity(points, points @ turn.T + [4, -1])
    np.testing.assert_allclose(found, np.column_stack([turn, [4, -1]]), atol=1e-12)


def test_area_resize_to_the_same_size_is_the_image_and_to_one_pixel_its_mean() -> None:
    pixels = picture(7, 11)
    sums = _running_sums(pixels)
    np.testing.assert_array_equal(area_resize(sums, (0, 0, 7, 11), (7, 11)), pixels)
    np.testing.assert_allclose(area_resize(sums, (0, 0, 7, 11), (1, 1))[0, 0], pixels.mean(axis=(0, 1)))
    np.testing.assert_allclose(area_resize(sums, (2, 3, 4, 5), (1, 1))[0, 0], pixels[2:4, 3:5].mean(axis=(0, 1)))


def test_squares_keep_the_centre() -> None:
    assert squared(np.array([[0, 0, 4, 10]], np.float32)).tolist() == [[-3, 0, 7, 10]]


def test_a_level_face_gives_an_upright_chip() -> None:
    points = np.zeros((478, 3), np.float32)
    # Outer and inner corners of the eye on the image's left, then on its right, and the base of the nose.
    for place, at in {33: (10, 20), 133: (18, 20.5), 362: (32, 20.5), 263: (40, 20), 2: (25, 38)}.items():
        points[place, :2] = at
    matrix = chip_to_image(points)
    assert matrix[0, 0] > 0.5
    assert abs(matrix[1, 0]) < 0.05
    left_eye = matrix @ [(0.227 + 0.2) / 1.4 * 32, (0.221 + 0.2) / 1.4 * 32, 1]  # the middle of dlib's left eye
    np.testing.assert_allclose(left_eye, (14, 20), atol=2)
