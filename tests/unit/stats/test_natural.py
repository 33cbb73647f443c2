"""Statistics that photographs share, on pictures whose numbers are known beforehand."""

import numpy as np
import numpy.typing as npt
import pytest

from paragone.stats.natural import NAMES, SIDE, natural_statistics


def named(pixels: npt.NDArray[np.floating]) -> dict[str, float]:
    return dict(zip(NAMES, natural_statistics(pixels), strict=True))


def test_white_noise_has_a_level_spectrum_and_the_tails_of_a_normal_law() -> None:
    grey = np.random.default_rng(0).normal(128, 20, (SIDE, SIDE, 1)).repeat(3, axis=2)
    found = named(grey)
    assert found["slope"] == pytest.approx(0, abs=0.25)
    assert found["tails"] == pytest.approx(np.log(3.1), abs=0.1)  # the fourth moment of a normal law is 3
    assert found["roughness"] == pytest.approx(np.log(np.sqrt(2) + 0.01), abs=0.05)  # twice the variance
    assert found["levels"] == pytest.approx(np.log(1 / 64 + 0.01), abs=0.2)  # the mean of 64 pixels
    assert found["colours"] == pytest.approx(1, abs=1e-4)


def test_a_spectrum_that_falls_with_the_square_is_found() -> None:
    rng = np.random.default_rng(1)
    frequency = np.hypot(*np.meshgrid(*[np.fft.fftfreq(SIDE) * SIDE] * 2))
    frequency[0, 0] = 1
    waves = np.fft.fft2(rng.normal(size=(SIDE, SIDE))) / frequency  # amplitude 1/f: power 1/f^2
    plane = np.fft.ifft2(waves).real
    found = named((128 + 4000 * plane)[..., None].repeat(3, axis=2))
    assert found["slope"] == pytest.approx(-2, abs=0.2)


def test_stripes_lie_along_the_axes_and_checks_between_them_do_not() -> None:
    x, y = np.meshgrid(np.arange(SIDE), np.arange(SIDE))
    stripes = 128 + 50 * np.cos(2 * np.pi * 8 * x / SIDE)
    slanted = 128 + 50 * np.cos(2 * np.pi * 8 * (x + y) / SIDE)
    along, between = (named(one[..., None].repeat(3, axis=2))["axes"] for one in (stripes, slanted))
    assert along > 3
    assert between < 0


def test_one_colour_gives_numbers_all_the_same() -> None:
    assert np.isfinite(natural_statistics(np.full((SIDE, SIDE, 3), 7.0))).all()
