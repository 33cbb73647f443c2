"""Kernel distances, neighbourhoods and the Vendi score: hand-worked values and identities."""

import functools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragone.core.errors import BadInput
from paragone.stats.fidelity import (
    Distances,
    between_halves,
    by_unit,
    cmmd,
    discrepancy,
    features,
    gaussian,
    kernel,
    kernel_distance,
    kernel_distance_subsets,
    kernel_sums,
    neighbours,
    polynomial,
    precision_recall,
    vendi,
    vendi_score,
)
from paragone.stats.fidelity.neighbours import Places, in_float64
from paragone.stats.fidelity.screening import screened


def test_kernel_distance_by_hand() -> None:
    # d = 2, k(x, y) = (x'y / 2 + 1)^3. Within a: 2 k(e1, 0) / 2 = 1. Within b: k(2e1, e2) = 1. Across: k(e1, 2e1) = 8,
    # the other three pairs give 1, so the mean is 11/4.
    a, b = np.array([[1.0, 0.0], [0.0, 0.0]]), np.array([[2.0, 0.0], [0.0, 1.0]])
    assert kernel_distance(a, b) == pytest.approx(1 + 1 - 2 * 11 / 4)


@given(st.integers(0, 1000), st.integers(2, 9))
@settings(max_examples=30, deadline=None)
def test_tiles_do_not_change_a_sum(seed: int, size: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(20, 3)), rng.normal(size=(15, 3))
    whole = kernel_distance(a, b), cmmd(a, b), precision_recall(a, b, 3).density
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "TILE", size)
        patch.setattr(neighbours, "TILE", size)
        assert (kernel_distance(a, b), cmmd(a, b), precision_recall(a, b, 3).density) == pytest.approx(whole, rel=1e-9)


def test_the_kernel_distance_is_unbiased() -> None:
    rng = np.random.default_rng(0)
    values = [kernel_distance(rng.normal(size=(20, 4)), rng.normal(size=(20, 4))) for _ in range(400)]
    assert abs(np.mean(values)) < 3 * np.std(values) / np.sqrt(400)
    assert min(values) < 0 < max(values)


def test_subsets_of_everything_are_the_full_estimate() -> None:
    rng = np.random.default_rng(4)
    a, b = rng.normal(size=(12, 3)), rng.normal(size=(12, 3))
    assert kernel_distance_subsets(a, b, rng=rng, subsets=2, size=12) == pytest.approx([kernel_distance(a, b)] * 2)


def test_cmmd_of_a_set_with_itself_is_zero_and_ignores_lengths() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(50, 6)), rng.normal(size=(40, 6)) + 1
    assert cmmd(a, a) == pytest.approx(0.0, abs=1e-9)
    assert cmmd(a * 7, b * 0.1) == pytest.approx(cmmd(a, b), rel=1e-9)


def test_neighbourhoods_by_hand() -> None:
    # k = 1. Real 0, 1, 3: reaches 1, 1, 2. Drawn 2, 2.5, 8: reaches 0.5, 0.5, 5.5.
    real, drawn = np.array([[0.0], [1.0], [3.0]]), np.array([[2.0], [2.5], [8.0]])
    found = precision_recall(drawn, real, 1)
    # 2 lies in the balls of 1 and 3, 2.5 in that of 3, 8 in none.
    assert found.is_realistic.tolist() == [1, 1, 0]
    assert found.crowding.tolist() == [2, 1, 0]
    # 3 lies within 0.5 of 2.5; 1 and 0 in no drawn ball.
    assert found.is_recalled.tolist() == [0, 0, 1]
    # The ball of 0 holds no drawn image.
    assert found.is_covered.tolist() == [0, 1, 1]
    assert [found.precision, found.density] == pytest.approx([2 / 3, 1.0])


def test_copies_of_the_real_images_are_fully_precise_and_recalled() -> None:
    real = np.random.default_rng(0).normal(size=(30, 5)) + 100.0
    found = precision_recall(real.astype(np.float32), real.astype(np.float32), 3)
    assert (found.precision, found.recall, found.coverage) == (1.0, 1.0, 1.0)


def test_constant_features_are_at_distance_zero() -> None:
    rows = np.full((10, 4), 0.1)
    found = precision_recall(rows, rows, 3)
    assert (found.precision, found.recall, found.coverage) == (1.0, 1.0, 1.0)


def test_too_many_neighbours_are_refused() -> None:
    with pytest.raises(BadInput, match="more than 5 images"):
        precision_recall(np.zeros((5, 2)), np.zeros((9, 2)), 5)


def test_vendi_counts_the_different_images() -> None:
    # Two directions, three copies of each: as good as two images.
    rows = np.repeat(np.eye(2), 3, axis=0)
    assert vendi_score(rows) == pytest.approx(2.0)
    assert vendi_score(rows * 5) == pytest.approx(2.0)


def test_vendi_is_the_same_from_either_side() -> None:
    rows = np.random.default_rng(0).normal(size=(6, 20))
    padded = np.vstack([rows] * 5)  # copies change nothing, but now images outnumber dimensions
    assert vendi_score(padded) == pytest.approx(vendi_score(rows), rel=1e-9)


def test_the_error_of_vendi_is_the_deviation_seen_over_many_draws() -> None:
    rng = np.random.default_rng(3)
    found = [vendi(rng.normal(size=(300, 4)) * [3, 2, 1, 1]) for _ in range(300)]
    errors = [np.linalg.norm(by_unit(one.influence, np.arange(300), 300)) for one in found]
    assert np.mean(errors) == pytest.approx(np.std([one.score for one in found]), rel=0.12)


def test_a_row_of_zeros_has_no_direction() -> None:
    assert features.unit_rows(np.zeros((2, 3))).tolist() == [[0, 0, 0], [0, 0, 0]]
    assert vendi_score(np.zeros((2, 3))) == 1.0


@pytest.mark.parametrize("dimension", [3, 40])
def test_float32_gives_the_counts_and_the_kernel_distances_of_float64(dimension: int) -> None:
    rng = np.random.default_rng(dimension)
    drawn = rng.normal(size=(2300, dimension)) + 1000.0  # far from zero, where float32 alone would fail
    real = rng.normal(size=(2500, dimension)) * 1.1 + 1000.0
    drawn[:40] = real[:40]  # exact copies
    origin = real.mean(axis=0)
    found = screened(drawn, real, k=5, kernels=False, origin=origin)
    sure = in_float64(drawn, real, 5, origin=origin)
    assert found.sums is None
    assert found.counts is not None
    np.testing.assert_array_equal(found.counts.balls, sure.balls)
    np.testing.assert_array_equal(found.counts.held > 0, sure.held > 0)
    np.testing.assert_array_equal(found.counts.recalled > 0, sure.recalled > 0)


def test_kernel_sums_in_float32_give_the_distance_of_float64() -> None:
    rng = np.random.default_rng(0)
    drawn, real = (np.maximum(rng.normal(size=(size, 24)) + 0.4, 0).astype(np.float32) for size in (2100, 2300))
    found = screened(drawn, real, k=None, kernels=True, origin=real.mean(axis=0, dtype=np.float64))
    assert found.counts is None
    assert found.sums is not None
    units = np.arange(2100), np.arange(2100, 4400)
    for sums, kind in zip(found.sums, (polynomial(24), gaussian()), strict=True):
        quick = discrepancy(drawn, real, kind, sums=sums, units=units)
        exact = discrepancy(drawn, real, kind, sums=kernel_sums(drawn, real, kind), units=units)
        # Far below what chance makes of them.
        assert abs(quick.value - exact.value) < 1e-4 * np.linalg.norm(exact.influences)
        np.testing.assert_allclose(quick.influences, exact.influences, atol=1e-3 * np.abs(exact.influences).max())


def test_where_ties_abound_all_is_done_in_float64() -> None:
    rows = np.repeat(np.random.default_rng(0).normal(size=(700, 4)), 3, axis=0)
    assert screened(rows, rows, k=5, kernels=False, origin=rows.mean(axis=0)).counts is None
    found = precision_recall(rows, rows, 5)
    assert (found.precision, found.recall, found.coverage) == (1.0, 1.0, 1.0)


def test_images_without_a_direction_are_summed_in_float64() -> None:
    rows = np.random.default_rng(0).normal(size=(2100, 3))
    rows[7] = 0.0
    assert screened(rows, rows, k=None, kernels=True, origin=rows.mean(axis=0)).sums is None


def test_some_of_the_distances_are_those_of_some_of_the_images() -> None:
    rng = np.random.default_rng(2)
    drawn, real = rng.normal(size=(40, 3)), rng.normal(size=(50, 3))
    some, others = np.arange(0, 40, 3), np.arange(1, 50, 2)
    found, anew = Distances(drawn, real, 3).of(some, others), precision_recall(drawn[some], real[others], 3)
    assert (found.precision, found.density, found.coverage) == (anew.precision, anew.density, anew.coverage)


def test_leaving_out_a_unit_is_computing_the_kernel_distance_anew() -> None:
    rng = np.random.default_rng(2)
    a, b = rng.normal(size=(12, 3)), rng.normal(size=(9, 3))
    units = np.arange(12) // 2, np.concatenate([np.arange(4), np.arange(6, 11)])  # units 0 to 3 are in both
    kind = polynomial(3)

    def distance(kept_a: np.ndarray, kept_b: np.ndarray) -> float:
        table = [kind(x @ y.T, x, y) for x, y in ((a, a), (b, b), (a, b))]
        means = []
        for values, rows, columns in zip(table, (0, 1, 0), (0, 1, 1), strict=True):
            keep = (kept_a, kept_b)
            is_apart = units[rows][:, None] != units[columns]
            used = is_apart & keep[rows][:, None] & keep[columns]
            means.append(values[used].mean())
        return float(means[0] + means[1] - 2 * means[2])

    found = discrepancy(a, b, kind, sums=kernel_sums(a, b, kind), units=units)
    everything = np.ones(12, dtype=bool), np.ones(9, dtype=bool)
    assert found.value == pytest.approx(distance(*everything))
    for unit in range(11):
        sides = 6 if unit in units[0] else 9
        without = distance(units[0] != unit, units[1] != unit)
        assert found.influences[unit] == pytest.approx((found.value - without) * np.sqrt((sides - 1) / sides))


def _recall(distances: Distances, drawn: Places, real: Places) -> list[float]:
    return [distances.of(drawn, real).recall]


def test_halves_say_how_much_recall_varies_where_a_jackknife_would_say_too_much() -> None:
    rng = np.random.default_rng(4)
    values, errors = [], []
    for trial in range(120):
        drawn, real = rng.normal(size=(160, 4)), rng.normal(size=(160, 4)) * 1.3
        values.append(precision_recall(drawn, real, 5).recall)
        if trial < 40:
            distances = Distances(drawn, real, 5)
            groups = np.arange(160) % 16
            found, _ = between_halves(functools.partial(_recall, distances), (groups, groups))
            errors.append((found**2).sum())
    assert np.sqrt(np.mean(errors)) == pytest.approx(np.std(values), rel=0.25)
