"""Pearson, Spearman, Kendall's tau-b and Somers' D with intervals: worked numbers, scipy's numbers, properties."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragone.core.types import Estimate
from paragone.stats import correlate
from paragone.stats.correlate import kendall, pearson, somers, spearman

RNG = np.random.default_rng


def related(n: int, seed: int) -> tuple[list[float], list[float]]:
    first = RNG(seed).normal(size=n)
    return first.tolist(), (first + RNG(seed + 1).normal(size=n)).tolist()


def test_spearman_worked_by_hand() -> None:
    # Ranks 1..5 against 2, 1, 4, 3, 5: squared differences 1+1+1+1+0 = 4; 1 - 6 * 4 / (5 * 24) = 0.8.
    assert spearman([1, 2, 3, 4, 5], [20, 10, 40, 30, 50]).value == pytest.approx(0.8)


def test_kendall_worked_by_hand() -> None:
    # Ten couples, of which (1, 2) and (3, 4) are out of order: (8 - 2) / 10.
    assert kendall([1, 2, 3, 4, 5], [20, 10, 40, 30, 50]).value == pytest.approx(0.6)


def test_pairs_with_a_gap_are_missing() -> None:
    estimate = spearman([1, 2, None, 4, 5], [1, 2, 3, math.nan, 5])
    assert estimate.value == pytest.approx(1.0)
    assert (estimate.n, estimate.missing) == (3, 2)


@pytest.mark.parametrize("function", [pearson, spearman, kendall, somers])
def test_what_cannot_be_correlated_has_a_reason(function: type) -> None:
    assert function([1.0], [2.0]).reason == "1 pairs cannot be correlated"
    assert function([], []).value is None
    constant = function([1.0, 1.0, 1.0], [1.0, 2.0, 3.0])
    assert (constant.value, constant.reason) == (None, "a column with one value only cannot be correlated")


def test_few_pairs_have_a_value_without_an_interval() -> None:
    estimate = kendall([1, 2, 3], [1, 2, 3])
    assert estimate.value == pytest.approx(1.0)
    assert (estimate.low, estimate.high) == (None, None)
    assert estimate.reason == "3 pairs are too few for an interval"


def test_columns_must_have_one_length() -> None:
    with pytest.raises(ValueError, match="got 1 and 2"):
        spearman([1.0], [1.0, 2.0])


columns = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=30)


@settings(deadline=None, max_examples=50)
@given(columns)
def test_values_equal_scipys_ties_and_all(pairs: list[tuple[int, int]]) -> None:
    from scipy.stats import kendalltau, pearsonr, somersd, spearmanr

    first, second = [float(a) for a, _ in pairs], [float(b) for _, b in pairs]
    rho, tau = spearman(first, second), kendall(first, second)
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert (rho.value, tau.value) == (None, None)
        return
    assert rho.value is not None
    assert rho.value == pytest.approx(spearmanr(first, second).statistic, abs=1e-12)
    assert tau.value == pytest.approx(kendalltau(first, second).statistic, abs=1e-12)
    assert pearson(first, second).value == pytest.approx(pearsonr(first, second).statistic, abs=1e-12)
    assert somers(first, second).value == pytest.approx(somersd(second, first).statistic, abs=1e-12)
    if rho.low is not None:
        assert rho.high is not None
        assert -1 - 1e-12 <= rho.low <= rho.value <= rho.high <= 1 + 1e-12


@pytest.mark.parametrize(
    ("function", "theirs"), [(spearman, "spearmanr"), (kendall, "kendalltau"), (pearson, "pearsonr")]
)
def test_intervals_equal_those_from_leaving_prompts_out_by_hand(function: Callable[..., Estimate], theirs: str) -> None:
    from scipy import stats

    first, second = (np.round(column, 1) for column in related(40, 1))  # rounded, so that ties happen
    prompts = np.repeat(np.arange(10), 4)
    left = [getattr(stats, theirs)(first[prompts != k], second[prompts != k]).statistic for k in range(10)]
    spread = np.arctanh(left)
    error = math.sqrt(0.9 * np.sum((spread - spread.mean()) ** 2))
    centre = math.atanh(getattr(stats, theirs)(first, second).statistic)
    found = function(first, second, units=[f"p{k}" for k in prompts], level=0.9)
    expected = [math.tanh(centre + sign * 1.833113 * error) for sign in (-1, 1)]  # t with 9 degrees of freedom
    assert (found.low, found.high) == pytest.approx(expected, abs=1e-6)


def test_chunks_do_not_change_what_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = related(60, 5)
    whole = spearman(first, second), kendall(first, second)
    monkeypatch.setattr(correlate, "CELLS", 150)
    assert (spearman(first, second), kendall(first, second)) == whole


def test_a_perfect_correlation_could_have_been_less() -> None:
    found = spearman(range(12), range(12))
    assert found.value == pytest.approx(1.0)
    assert found.high == 1.0
    assert found.low is not None
    assert 0.8 < found.low < 0.99
    turned = kendall(range(12), range(0, -12, -1))
    assert turned.low == -1.0
    assert turned.high is not None
    assert -0.99 < turned.high < -0.8


def test_clustered_prompts_are_held_as_often_as_said() -> None:
    # 10 prompts x 4 models, r = 0.9 between prompts and 0.3 within: percentiles of resamples held rho in 0.92.
    rng = RNG(9)
    truth = 6 / math.pi * math.asin((0.7 * 0.9 + 0.3 * 0.3) / 2)
    held = 0
    for _ in range(400):
        prompts = rng.multivariate_normal([0, 0], [[1, 0.9], [0.9, 1]], size=10)
        within = rng.multivariate_normal([0, 0], [[1, 0.3], [0.3, 1]], size=(10, 4))
        x, y = (math.sqrt(0.7) * prompts[:, None] + math.sqrt(0.3) * within).reshape(-1, 2).T.tolist()
        found = spearman(x, y, units=[f"p{k // 4}" for k in range(40)])
        held += (found.low or 0) <= truth <= (found.high or 0)
    assert held / 400 > 0.925


@pytest.mark.parametrize("function", [spearman, kendall])
def test_order_is_all_that_counts_and_turning_a_column_turns_the_sign(function: type) -> None:
    first, second = related(30, 7)
    plain = function(first, second)
    bent = function([math.exp(value) for value in first], second)
    turned = function([-value for value in first], second)
    assert bent == plain
    assert turned.value == pytest.approx(-plain.value)
    assert (turned.low, turned.high) == pytest.approx((-plain.high, -plain.low), abs=1e-9)


def width(found: Estimate) -> float:
    assert found.low is not None
    assert found.high is not None
    return found.high - found.low


@pytest.mark.parametrize("coefficient", [pearson, spearman, kendall, somers])
def test_pairs_of_one_prompt_are_drawn_together(coefficient: Callable[..., Estimate]) -> None:
    # Ten prompts by ten models that all drew alike: a hundred pairs, but ten things that could have come out otherwise.
    rng = RNG(4)
    x = rng.normal(size=10)
    y = x + rng.normal(size=10)
    prompts = [f"p{number}" for number in range(10) for _ in range(10)]
    many = coefficient(np.repeat(x, 10), np.repeat(y, 10), units=prompts)
    alone = coefficient(x, y)
    blind = coefficient(np.repeat(x, 10), np.repeat(y, 10))
    assert (many.low, many.high) == pytest.approx((alone.low, alone.high), abs=1e-9)
    assert width(blind) < 0.6 * width(many)
    assert many.method == "jackknife over prompts (Fisher's z)"
    assert many.n == 100


def test_a_unit_for_each_pair_is_the_same_as_none_named() -> None:
    x, y = RNG(2).normal(size=(2, 30)).tolist()
    units = [f"{number:02}" for number in range(30)]
    named, plain = spearman(x, y, units=units), spearman(x, y)
    assert (named.value, named.low, named.high) == (plain.value, plain.low, plain.high)


def test_few_prompts_have_no_interval_however_many_pairs_they_have() -> None:
    x, y = RNG(2).normal(size=(2, 40)).tolist()
    found = spearman(x, y, units=["p", "q"] * 20)
    assert (found.low, found.reason) == (None, "2 prompts are too few for an interval")
