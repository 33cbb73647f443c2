"""Pixel similarity and sharpness: hand-worked values and identities."""

import numpy as np
import pytest

from paragone.core.errors import BadInput
from paragone.stats.similarity import ms_ssim, psnr, sharpness, ssim, uiqi


@pytest.fixture
def photo() -> np.ndarray:
    rng = np.random.default_rng(0)
    y, x = np.mgrid[0:180, 0:200] / 40
    return np.stack([np.sin(x), np.cos(y), np.sin(x * y)], axis=-1) / 2.5 + 0.5 + rng.normal(size=(180, 200, 3)) * 0.02


def test_equal_images_are_perfectly_alike(photo: np.ndarray) -> None:
    assert psnr(photo, photo, data_range=1.0) == float("inf")
    assert ssim(photo, photo, data_range=1.0) == pytest.approx(1.0)
    assert ms_ssim(photo, photo) == pytest.approx(1.0)
    assert uiqi(photo, photo) == pytest.approx(1.0, abs=1e-3)


def test_more_noise_is_never_more_alike(photo: np.ndarray) -> None:
    noise = np.random.default_rng(1).normal(size=photo.shape)
    worse = [photo + strength * noise for strength in (0.01, 0.05, 0.2, 0.8)]
    for values in (
        [psnr(other, photo, data_range=1.0) for other in worse],
        [ssim(other, photo, data_range=1.0) for other in worse],
        [ms_ssim(other, photo, data_range=1.0) for other in worse],
        [uiqi(other, photo) for other in worse],
    ):
        assert values == sorted(values, reverse=True)


def test_similarity_is_symmetric(photo: np.ndarray) -> None:
    other = photo[::-1].copy()
    assert ssim(photo, other, data_range=1.0) == pytest.approx(ssim(other, photo, data_range=1.0))
    assert ms_ssim(photo, other) == pytest.approx(ms_ssim(other, photo))


def test_a_negative_of_an_image_has_no_multi_scale_similarity(photo: np.ndarray) -> None:
    assert ms_ssim(1.0 - photo, photo, data_range=1.0) == 0.0
    assert uiqi(1.0 - photo, photo) < 0


def test_sharpness_by_hand() -> None:
    # One bright pixel in the middle of 5 x 5: the Laplacian is -4 there and 1 around it, mean 0, sum of squares 20.
    image = np.zeros((5, 5))
    image[2, 2] = 1.0
    assert sharpness(image) == pytest.approx(20 / 25)


def test_blur_lowers_sharpness(photo: np.ndarray) -> None:
    blurred = (photo[1:-1, 1:-1] + photo[:-2, 1:-1] + photo[2:, 1:-1] + photo[1:-1, :-2] + photo[1:-1, 2:]) / 5
    assert sharpness(blurred) < sharpness(photo) / 2


def test_small_or_unlike_shapes_are_told(photo: np.ndarray) -> None:
    with pytest.raises(BadInput, match="at least 161 a side"):
        ms_ssim(photo[:100], photo[:100])
    with pytest.raises(BadInput, match="resize"):
        psnr(photo, photo[1:], data_range=1.0)
