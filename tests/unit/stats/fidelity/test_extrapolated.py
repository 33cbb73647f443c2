"""Distances without their bias, moments that are taken apart, and the temperature's interval, by other roads."""

import numpy as np
import pytest
from scipy.linalg import sqrtm

from paragone.core.errors import BadInput
from paragone.stats.fidelity import Features
from paragone.stats.fidelity.calibration import fit_by_lbfgs, fit_temperature, temperature_interval
from paragone.stats.fidelity.infinity import Extrapolation, frechet_extrapolated, frechet_infinity
from paragone.stats.fidelity.moments import Moments


def frechet(a: Features, b: Features) -> float:
    """By the matrix's square root, as the paper writes it."""
    gap, first, second = a.mean(axis=0) - b.mean(axis=0), np.cov(a.T), np.cov(b.T)
    return float(gap @ gap + np.trace(first + second - 2 * sqrtm(first @ second).real))


def test_the_extrapolation_is_twice_the_whole_less_the_mean_of_six_halves() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(60, 3)), rng.normal(0.5, 1.3, size=(48, 3))
    of = rng.permutation(np.arange(60) % 4), rng.permutation(np.arange(48) % 4)
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    halves = [frechet(a[np.isin(of[0], pair)], b[np.isin(of[1], pair)]) for pair in pairs]
    assert frechet_extrapolated(a, b, of) == pytest.approx(2 * frechet(a, b) - np.mean(halves))


def test_halves_with_no_more_images_than_dimensions_are_refused() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(16, 8))
    with pytest.raises(BadInput, match="no more than the 8 dimensions"):
        frechet_extrapolated(rows, rows, (np.arange(16) % 4, np.arange(16) % 4))
    more = rng.normal(size=(20, 8))
    assert np.isfinite(frechet_extrapolated(more, more[::-1], (np.arange(20) % 4, np.arange(20) % 4)))


def test_all_rows_but_one_can_be_taken_out_and_not_all() -> None:
    rows = np.array([[0.0, 1.0], [2.0, 5.0], [4.0, 0.0]])
    whole = Moments.of(rows)
    rest = whole - Moments.of(rows[:2])
    assert (rest.count, rest.mean.tolist()) == (1, pytest.approx([4.0, 0.0]))
    assert rest.scatter == pytest.approx(np.zeros((2, 2)), abs=1e-12)
    with pytest.raises(BadInput, match="cannot take 3 rows"):
        whole - whole
    with pytest.raises(BadInput, match="of 1 dimensions"):
        whole - Moments.of(rows[:1, :1])


def test_the_temperatures_interval_is_the_sandwich_of_numeric_derivatives() -> None:
    rng = np.random.default_rng(3)
    logits = rng.normal(size=(400, 5)) * 3
    labels = np.array([rng.choice(5, p=np.exp(row / 2) / np.exp(row / 2).sum()) for row in logits])
    best = 1 / fit_temperature(logits, labels)

    def losses(sharpness: float) -> Features:
        rows = logits * sharpness
        return np.asarray(np.log(np.exp(rows).sum(axis=1)) - rows[np.arange(400), labels])

    step = 1e-4
    slopes = (losses(best + step) - losses(best - step)) / (2 * step)
    bend = (losses(best + step) - 2 * losses(best) + losses(best - step)).mean() / step**2
    error = np.sqrt((slopes**2).mean() / 400) / bend / best  # of the logarithm
    low, high = temperature_interval(logits, labels)
    expected = [np.exp(side * 1.959964 * error) / best for side in (-1, 1)]
    assert [low, high] == pytest.approx(expected, rel=1e-4)
    narrow = temperature_interval(logits, labels, level=0.5)
    assert low < narrow[0] < 1 / best < narrow[1] < high


def test_a_temperature_at_an_end_may_be_anything() -> None:
    logits = np.array([[5.0, 0.0], [0.0, 5.0], [5.0, 0.0]])
    assert temperature_interval(logits, np.array([0, 1, 0])) == (1e-3, 1e3)
    assert temperature_interval(np.ones((3, 2)), np.array([0, 1, 0])) == (1e-3, 1e3)


def test_the_sources_search_for_a_temperature_ends_where_the_root_is() -> None:
    rng = np.random.default_rng(3)
    logits, labels = rng.normal(size=(200, 4)) * 3, rng.integers(0, 4, 200)
    logits[np.arange(200), labels] += 3
    assert fit_by_lbfgs(logits, labels) == pytest.approx(fit_temperature(logits, labels), rel=1e-4)
    assert fit_by_lbfgs(logits, labels, start=20.0) == pytest.approx(fit_temperature(logits, labels), rel=1e-4)
    assert fit_by_lbfgs(logits, labels, start=20.0, iterations=1) > 2 * fit_temperature(logits, labels)


def test_a_lines_error_is_that_of_least_squares() -> None:
    sizes, distances = np.array([100.0, 150.0, 250.0, 400.0]), np.array([5.1, 4.0, 3.4, 2.9])
    design = np.column_stack([np.ones(4), 1 / sizes])
    (value, slope), rest, _, _ = np.linalg.lstsq(design, distances, rcond=None)
    line = Extrapolation(float(value), float(slope), sizes, distances)
    assert line.error == pytest.approx(np.sqrt(rest[0] / 2 * np.linalg.inv(design.T @ design)[0, 0]))
    assert Extrapolation(1.0, 2.0, sizes[:2], distances[:2]).error == 0.0


@pytest.mark.parametrize(
    ("options", "said"), [({"points": 1}, "at least 2 points"), ({"smallest": 40}, "give no line")]
)
def test_a_line_that_cannot_be_drawn_is_refused(options: dict[str, int], said: str) -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(40, 3))
    with pytest.raises(BadInput, match=said):
        frechet_infinity(rows, rows, rng=rng, **options)
    assert len(frechet_infinity(rows, rows, rng=rng, points=2, smallest=39).sizes) == 2
