"""The Fréchet distance: hand-worked values, identities, and what it must never do."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragone.core.errors import BadInput
from paragone.stats.fidelity import (
    TOLERANCE,
    Features,
    Moments,
    frechet_distance,
    frechet_error,
    frechet_from_features,
    frechet_infinity,
    spatial_frechet,
)
from paragone.stats.fidelity.frechet import factor_of, trace_of_root


@st.composite
def feature_sets(draw: st.DrawFn) -> Features:
    """Sets below and above the dimension, with decaying, duplicated and constant columns and rows."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    count, dimension = draw(st.integers(2, 40)), draw(st.integers(1, 12))
    rows: Features = rng.normal(size=(count, dimension)) * np.exp(-rng.uniform(0, 12) * np.arange(dimension))
    rows += rng.normal(size=dimension) * draw(st.sampled_from([0.0, 1.0, 1000.0]))
    if draw(st.booleans()):
        rows[:, rng.integers(dimension)] = 3.0
    if draw(st.booleans()):
        rows[: count // 2] = rows[-1]
    return rows


def test_two_gaussians_on_a_line_give_the_known_formula() -> None:
    # (m1 - m2)^2 + (s1 - s2)^2 = 9 + (2 - 5)^2
    assert frechet_distance(np.array([0.0]), np.array([[4.0]]), np.array([3.0]), np.array([[25.0]])) == pytest.approx(
        18.0
    )


def test_covariances_that_do_not_commute() -> None:
    # S_a S_b = [[4, 2], [1, 2]]: trace 6, determinant 6, so tr of its root is sqrt(6 + 2 sqrt(6)).
    cov_a, cov_b = np.array([[2.0, 0.0], [0.0, 1.0]]), np.array([[2.0, 1.0], [1.0, 2.0]])
    expected = 3 + 4 - 2 * np.sqrt(6 + 2 * np.sqrt(6))
    assert frechet_distance(np.zeros(2), cov_a, np.zeros(2), cov_b) == pytest.approx(expected, rel=1e-12)


@given(feature_sets())
@settings(max_examples=60, deadline=None)
def test_a_set_is_at_distance_zero_from_itself(rows: Features) -> None:
    trace = np.trace(Moments.of(rows).covariance)
    assert 0 <= frechet_from_features(rows, rows) <= 1e-6 * trace + 1e-300
    moments = Moments.of(rows)
    again = frechet_distance(moments.mean, moments.covariance, moments.mean, moments.covariance)
    assert 0 <= again <= 2 * TOLERANCE * trace + 1e-300


@given(feature_sets(), st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_the_distance_is_symmetric_and_ignores_order(rows: Features, seed: int) -> None:
    rng = np.random.default_rng(seed)
    other = rng.normal(size=(int(rng.integers(2, 30)), rows.shape[1]))
    scale = np.trace(Moments.of(rows).covariance) + np.trace(Moments.of(other).covariance)
    there, back = frechet_from_features(rows, other), frechet_from_features(other, rows)
    shuffled = frechet_from_features(rng.permutation(rows), rng.permutation(other))
    assert there == pytest.approx(back, rel=1e-9, abs=1e-9 * scale)
    assert there == pytest.approx(shuffled, rel=1e-9, abs=1e-9 * scale)


@given(feature_sets(), st.lists(st.integers(1, 9), min_size=1, max_size=40))
@settings(max_examples=60, deadline=None)
def test_moments_do_not_depend_on_the_batches(rows: Features, sizes: list[int]) -> None:
    whole, parts, start = Moments.of(rows), Moments.empty(rows.shape[1]), 0
    for size in [*sizes, len(rows)]:
        parts = parts + Moments.of(rows[start : start + size])
        start += size
    scale = np.abs(rows).max()
    assert parts.count == whole.count
    np.testing.assert_allclose(parts.mean, whole.mean, atol=1e-13 * scale)
    np.testing.assert_allclose(
        parts.covariance, np.cov(rows, rowvar=False).reshape(whole.scatter.shape), atol=1e-12 * scale**2
    )


def test_below_the_dimension_the_small_matrix_gives_the_same_as_the_large_one() -> None:
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(7, 20)), rng.normal(size=(50, 20)) + 0.3
    small = frechet_from_features(a, b)
    large = frechet_distance(a.mean(0), np.cov(a, rowvar=False), b.mean(0), np.cov(b, rowvar=False))
    assert small == pytest.approx(large, rel=1e-6)


def test_two_sets_in_orthogonal_spaces_share_nothing() -> None:
    a, b = np.zeros((3, 6)), np.zeros((3, 6))
    a[:, :3], b[:, 3:] = np.eye(3), np.eye(3)
    # Each trace is 3 * (1 - 1/3) / 2 = 1, the means differ by 6 * (1/3)^2, and the root has no trace.
    assert frechet_from_features(a, b) == pytest.approx(2 + 2 / 3, rel=1e-12)


def test_float32_features_are_summed_in_float64() -> None:
    rows = np.random.default_rng(0).normal(size=(5000, 3)).astype(np.float32) + np.float32(1000)
    exact = np.cov(rows.astype(np.float64), rowvar=False)
    np.testing.assert_allclose(Moments.of(rows).covariance, exact, rtol=1e-9, atol=1e-9)


def test_the_fast_and_the_careful_trace_agree() -> None:
    rng = np.random.default_rng(1)
    a, b = (np.cov(rng.normal(size=(200, 30)) * np.exp(-np.arange(30) / 5), rowvar=False) for _ in range(2))
    careful = np.linalg.svd(factor_of(a).T @ factor_of(b), compute_uv=False).sum()
    assert trace_of_root(a, b) == pytest.approx(careful, rel=1e-9)


def test_the_jackknife_error_is_the_deviation_seen_over_many_draws() -> None:
    rng = np.random.default_rng(5)
    shape = rng.normal(size=(8, 8)) / np.sqrt(8)
    found = [frechet_error(rng.normal(size=(120, 8)), rng.normal(size=(150, 8)) @ shape + 0.1) for _ in range(300)]
    seen = np.std([one.distance for one in found])
    assert np.mean([np.linalg.norm(one.influences) for one in found]) == pytest.approx(seen, rel=0.12)


def test_the_jackknife_reports_the_distance_itself() -> None:
    rng = np.random.default_rng(6)
    a, b = rng.normal(size=(90, 5)), rng.normal(size=(80, 5)) * 2 + 1
    assert frechet_error(a, b).distance == pytest.approx(frechet_from_features(a, b), rel=1e-10)


def test_the_size_of_the_bias_is_about_what_is_seen() -> None:
    rng = np.random.default_rng(5)
    found = [frechet_error(rng.normal(size=(300, 20)), rng.normal(size=(200, 20))) for _ in range(30)]
    seen = np.mean([one.distance for one in found])  # 0 in truth
    assert np.mean([one.bias for one in found]) == pytest.approx(seen, rel=0.1)


def test_images_that_share_units_have_a_larger_bias() -> None:
    rows = np.random.default_rng(0).normal(size=(100, 4))
    four, other = np.repeat(rows, 4, axis=0), np.random.default_rng(1).normal(size=(400, 4))
    whole = np.repeat(np.arange(100), 4), np.arange(100, 500)
    assert frechet_error(four, other, units=whole).bias == pytest.approx(frechet_error(rows, other).bias, rel=0.05)


def test_one_singular_covariance_does_not_stop_the_influences() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(80, 3)), rng.normal(size=(80, 3))
    b[:, 1] = 2.0
    there, back = frechet_error(a, b), frechet_error(b, a)
    assert there.distance == pytest.approx(frechet_from_features(a, b))
    np.testing.assert_allclose(there.influences[:80], back.influences[80:], rtol=1e-4, atol=1e-5)
    a[:, 1] = 2.0
    with pytest.raises(np.linalg.LinAlgError):
        frechet_error(a, b)


def test_infinity_removes_most_of_the_bias() -> None:
    rng = np.random.default_rng(2)
    drawn, real = rng.normal(size=(3000, 20)), rng.normal(size=(200_000, 20)) + 0.1
    # The true distance is 20 * 0.01 = 0.2.
    line = frechet_infinity(drawn, real, rng=rng, points=15)
    plain = frechet_from_features(drawn[:300], real)
    assert plain - 0.2 > 0.3
    assert abs(line.value - 0.2) < 0.03


def test_every_point_of_the_line_is_the_distance_of_its_subset() -> None:
    rng = np.random.default_rng(5)
    drawn, real = rng.normal(size=(90, 8)) + 3, rng.normal(size=(80, 8))
    drawn[:, 2] = 0.5  # a constant feature, which costs digits, as well
    line = frechet_infinity(drawn, real, rng=np.random.default_rng(1), points=7, smallest=6)
    chance = np.random.default_rng(1)
    subsets = [drawn[chance.permutation(90)[: int(size)]] for size in line.sizes]
    assert line.distances == pytest.approx([frechet_from_features(rows, real) for rows in subsets], rel=1e-8)


def test_infinity_repeats_with_the_seed() -> None:
    rows = np.random.default_rng(0).normal(size=(300, 4))
    first, second = (frechet_infinity(rows, rows + 1, rng=np.random.default_rng(7)).value for _ in range(2))
    assert first == second


def test_spatial_features_are_laid_out_flat() -> None:
    maps = np.random.default_rng(0).normal(size=(30, 2, 3, 3))
    assert spatial_frechet(maps, maps * 2) == pytest.approx(
        frechet_from_features(maps.reshape(30, 18), 2 * maps.reshape(30, 18))
    )


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        (np.zeros((1, 3)), np.zeros((4, 3)), "the first set has 1 images"),
        (np.zeros((4, 3)), np.zeros((4, 2)), "3 and 2 dimensions"),
        (np.full((4, 3), np.nan), np.zeros((4, 3)), "NaN"),
        (np.zeros(4), np.zeros((4, 3)), "shape"),
    ],
)
def test_bad_features_are_told_in_one_line(a: Features, b: Features, says: str) -> None:
    with pytest.raises(BadInput, match=says) as error:
        frechet_from_features(a, b)
    assert "\n" not in str(error.value)


def test_statistics_of_the_wrong_shape_are_refused() -> None:
    with pytest.raises(BadInput, match="shapes"):
        frechet_distance(np.zeros(2), np.eye(3), np.zeros(2), np.eye(2))
