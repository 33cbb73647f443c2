"""Paired differences, sign-flip p-values and Holm's correction."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragone.stats.paired import holm, paired_difference, sign_flip_p

RNG = np.random.default_rng


def by_prompt(scores: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> dict[str, float]:
    return {f"p{place}": float(score) for place, score in enumerate(scores)}


def test_difference_is_b_less_a_over_shared_prompts() -> None:
    # Shared p and q: (3 - 1 + 4 - 3) / 2 = 1.5. r has no score in a, s is only in b, t only in a.
    a = {"p": 1.0, "q": 3.0, "r": None, "t": 9.0}
    b = {"p": 3.0, "q": 4.0, "r": 7.0, "s": math.nan}
    result = paired_difference(a, b, rng=RNG(1))
    assert (result.value, result.n, result.unmatched) == (1.5, 2, 2)


def test_nothing_shared_gives_no_value() -> None:
    result = paired_difference({"p": 1.0}, {"q": 1.0}, rng=RNG(1))
    assert (result.value, result.low, result.p_value, result.n, result.unmatched) == (None, None, None, 0, 2)
    assert "no scored prompt in common" in result.reason


def test_one_shared_prompt_gives_no_interval_and_no_evidence() -> None:
    result = paired_difference({"p": 1.0}, {"p": 5.0}, rng=RNG(1))
    assert (result.value, result.low, result.high, result.p_value) == (4.0, None, None, 1.0)


def test_pairing_removes_what_prompts_share() -> None:
    # Prompts differ by 10, the models by 1 with noise 0.1: paired, the interval is some hundredths wide.
    easy = RNG(1).normal(0, 10, size=100)
    result = paired_difference(by_prompt(easy), by_prompt(easy + 1 + RNG(2).normal(0, 0.1, size=100)), rng=RNG(3))
    assert result.low is not None
    assert result.high is not None
    assert 0.95 < result.low < result.high < 1.05
    assert result.p_value == 1 / 10_000  # the smallest that 9,999 drawn patterns can give


def test_the_same_scores_differ_by_nothing() -> None:
    scores = by_prompt(RNG(1).normal(size=20))
    result = paired_difference(scores, scores, rng=RNG(2))
    assert (result.value, result.low, result.high, result.p_value) == (0.0, 0.0, 0.0, 1.0)
    assert result.reason == "every prompt differs by the same amount"


def test_swapping_the_models_turns_the_sign() -> None:
    a, b = by_prompt(RNG(1).normal(size=40)), by_prompt(RNG(2).normal(size=40))
    one, other = paired_difference(a, b, rng=RNG(3)), paired_difference(b, a, rng=RNG(3))
    assert one.value == -(other.value or 0)
    assert one.p_value == other.p_value


@pytest.mark.parametrize(
    ("differences", "expected"),
    [
        ([1.0, 2.0, 4.0], 2 / 8),  # only +++ and --- reach 7
        ([1.0, -1.0], 1.0),  # every pattern is at least as far as 0
        ([3.0, 1.0, 1.0, -1.0], 8 / 16),  # with +3, the ones must sum to 1 or 3: 4 of 8 patterns; with -3 the same
        ([0.0, 0.0, 5.0], 1.0),  # one differing prompt
        ([0.1, 0.2, -0.3], 1.0),  # sums to 5.6e-17 in floating point: still a tie with zero
    ],
)
def test_exact_p_values_worked_by_hand(differences: list[float], expected: float) -> None:
    assert sign_flip_p(np.array(differences), rng=RNG(1)) == expected


@pytest.mark.parametrize("n", [8, 12, 40])
def test_p_values_agree_with_scipys_permutation_test(n: int) -> None:
    from scipy.stats import permutation_test

    a, b = RNG(n).normal(0, 1, size=n), RNG(n + 1).normal(0.4, 1, size=n)
    theirs = permutation_test(
        (b, a), lambda x, y: np.mean(x - y), permutation_type="samples", n_resamples=9999, rng=RNG(1)
    ).pvalue
    ours = sign_flip_p(b - a, rng=RNG(2))
    # Up to 12 both count every pattern; beyond, two samples of 9,999 differ by at most about 4 standard errors.
    tolerance = 1e-12 if n <= 12 else 4 * math.sqrt(2 * theirs * (1 - theirs) / 9999)
    assert ours == pytest.approx(theirs, abs=tolerance)


def test_p_values_are_even_where_there_is_no_difference() -> None:
    # Of 400 comparisons without a difference about 5 % fall below 0.05: 20 +- 4 standard errors of 4.4.
    p_values = np.array([sign_flip_p(RNG(seed).normal(size=10), rng=RNG(0)) for seed in range(400)])
    assert 3 <= np.sum(p_values <= 0.05) <= 37


def test_holm_worked_by_hand() -> None:
    # Sorted 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1: 0.02, 0.03, 0.06, 0.04 -> the last may not fall below 0.06.
    adjusted = holm([0.01, 0.04, 0.03, 0.005])
    assert adjusted == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_holm_leaves_missing_p_values_out_of_the_count() -> None:
    assert holm([None, 0.02, None]) == [None, 0.02, None]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_lies_between_the_raw_and_bonferronis(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    for p, corrected in zip(p_values, adjusted, strict=True):
        assert corrected is not None
        assert p <= corrected <= min(1.0, p * len(p_values)) + 1e-12


@settings(deadline=None)
@given(
    st.dictionaries(st.text(max_size=3), st.floats(-1e3, 1e3)),
    st.dictionaries(st.text(max_size=3), st.floats(-1e3, 1e3)),
)
def test_the_value_lies_in_its_interval(a: dict[str, float], b: dict[str, float]) -> None:
    result = paired_difference(a, b, rng=RNG(1), resamples=200)
    assert result.n == len(a.keys() & b.keys())
    assert result.n + result.unmatched == len(a.keys() | b.keys())
    if result.low is not None:
        assert result.value is not None
        assert result.high is not None
        assert result.low <= result.value <= result.high
    if result.p_value is not None:
        assert 0 < result.p_value <= 1
