"""Paired differences, sign-flip p-values and Holm's correction."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragone.stats.bounded import Scale
from paragone.stats.paired import Difference, holm, paired_difference
from paragone.stats.paired_shares import exact_p, paired_share_interval

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
    assert result.p_value is not None
    assert result.p_value < 1e-9


def test_the_same_scores_differ_by_nothing() -> None:
    scores = by_prompt(RNG(1).normal(size=20))
    result = paired_difference(scores, scores, rng=RNG(2))
    assert (result.value, result.low, result.high, result.p_value) == (0.0, 0.0, 0.0, 1.0)
    assert result.reason == "every prompt differs by the same amount"


def test_swapping_the_models_turns_the_sign() -> None:
    a, b = by_prompt(RNG(1).normal(size=40)), by_prompt(RNG(2).normal(size=40))
    one, other = paired_difference(a, b, rng=RNG(3)), paired_difference(b, a, rng=RNG(3))
    assert one.value == -(other.value or 0)
    assert (one.low, one.high) == (-(other.high or 0), -(other.low or 0))
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
    assert exact_p(np.array(differences)) == expected


def test_exact_p_values_agree_with_scipys_permutation_test() -> None:
    from scipy.stats import permutation_test

    a, b = RNG(12).normal(0, 1, size=12), RNG(13).normal(0.4, 1, size=12)
    theirs = permutation_test((b, a), lambda x, y: np.mean(x - y), permutation_type="samples", rng=RNG(1)).pvalue
    assert exact_p(b - a) == pytest.approx(theirs, abs=1e-12)


def test_of_many_differing_prompts_no_exact_p_is_counted() -> None:
    assert exact_p(np.ones(13)) is None
    assert exact_p(np.append(np.ones(12), np.zeros(5))) == 2 / 2**12


def test_few_prompts_get_students_t_and_its_p_value() -> None:
    # Differences 1, 2, 3: mean 2, standard error 1 / sqrt(3); t = 3.4641 with 2 degrees of freedom has p = 0.0742.
    result = paired_difference(by_prompt(np.zeros(3)), by_prompt(np.array([1.0, 2.0, 3.0])), rng=RNG(1))
    assert result.p_value == pytest.approx(0.0742, abs=1e-4)
    assert result.low == pytest.approx(2 - 4.302653 / math.sqrt(3), abs=1e-5)


def contradicts(result: Difference, level: float) -> bool:
    """Whether the p-value says one thing of zero and the interval another."""
    assert result.low is not None
    assert result.high is not None
    assert result.p_value is not None
    holds_zero = result.low <= 0 <= result.high
    return abs(result.p_value - (1 - level)) > 1e-9 and holds_zero == (result.p_value < 1 - level)


@settings(deadline=None)
@given(
    st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.25, 0.5, 1.0]), min_size=2, max_size=20),
    st.sampled_from([0.8, 0.95]),
    st.sampled_from([Scale(), Scale(0.0, 1.0), Scale(0.0, 1.0, is_binary=True)]),
)
def test_p_value_and_interval_never_contradict_each_other(differences: list[float], level: float, scale: Scale) -> None:
    b = by_prompt(np.array(differences))
    result = paired_difference(dict.fromkeys(b, 0.0), b, rng=RNG(1), level=level, resamples=200, scale=scale)
    assert not contradicts(result, level)


def test_skewed_differences_without_a_mean_are_called_one_about_as_seldom_as_promised() -> None:
    # Exponential less its mean, 10 prompts: swapping signs alone gives p <= 0.05 in 9 % of cases. 2,000 cases: +- 0.010
    scores = RNG(5).exponential(size=(2000, 10)) - 1
    none = dict.fromkeys((f"p{place}" for place in range(10)), 0.0)
    p_values = [paired_difference(none, by_prompt(row), rng=RNG(1), resamples=400).p_value or 0.0 for row in scores]
    assert np.mean(np.array(p_values) <= 0.05) == pytest.approx(0.05, abs=0.015)
    by_signs = [exact_p(row) or 0.0 for row in scores[:400]]
    assert np.mean(np.array(by_signs) <= 0.05) > 0.065


ZERO_ONE = Scale(0.0, 1.0, is_binary=True)


def test_zero_one_differences_worked_by_hand() -> None:
    # 10 prompts, 3 for b and 1 for a: centre (3 - 1) / 12 = 1/6; (4 + 2) / 12 - 1/36 = 0.472222;
    # 1.959964 sqrt(0.472222 / 12) = 0.388804.
    low, high = paired_share_interval(np.array([1.0, 1.0, 1.0, -1.0, 0, 0, 0, 0, 0, 0]), level=0.95)
    assert (low, high) == pytest.approx((1 / 6 - 0.388804, 1 / 6 + 0.388804), abs=1e-6)


@pytest.mark.parametrize("images", [1, 4])
def test_models_that_agree_on_every_prompt_could_still_differ(images: int) -> None:
    scores = by_prompt(RNG(1).integers(0, images + 1, size=10) / images)
    result = paired_difference(scores, scores, rng=RNG(1), scale=ZERO_ONE)
    # 1.959964 sqrt(2 / 12 / 12) = 0.230984: two of twelve prompts differ, one either way.
    assert (result.low, result.high) == pytest.approx((-0.230984, 0.230984), abs=1e-6)
    assert result.p_value == 1.0


def test_a_whole_win_on_every_prompt_could_have_been_less() -> None:
    result = paired_difference(by_prompt(np.zeros(20)), by_prompt(np.ones(20)), rng=RNG(1), scale=ZERO_ONE)
    assert result.low is not None
    assert 0.6 < result.low < 0.9
    assert result.high == 1.0


def test_five_wins_of_five_are_no_proof_as_the_exact_test_says() -> None:
    result = paired_difference(by_prompt(np.zeros(5)), by_prompt(np.ones(5)), rng=RNG(1), scale=ZERO_ONE)
    assert result.p_value == 2 / 32
    assert result.low == 0.0


def test_smaller_differences_by_prompt_make_a_narrower_interval() -> None:
    coarse = paired_share_interval(np.array([1.0, -1.0] * 10), level=0.95)
    fine = paired_share_interval(np.array([0.125, -0.125] * 10), level=0.95)
    assert (fine[1] - fine[0]) / (coarse[1] - coarse[0]) < 0.25


def test_zero_one_differences_near_one_are_held() -> None:
    # Shares 0.98 and 0.90 of 10 prompts: the bootstrap held the truth in 0.64 of cases, for it often had no width.
    rng = RNG(7)
    held = 0
    for _ in range(500):
        a, b = (by_prompt((rng.random(10) < share).astype(float)) for share in (0.98, 0.9))
        result = paired_difference(a, b, rng=rng, scale=ZERO_ONE)
        held += (result.low or 0) <= -0.08 <= (result.high or 0)
    assert held / 500 > 0.92


def test_on_a_scale_with_ends_equal_scores_get_a_width_too() -> None:
    scores = by_prompt(RNG(1).random(30))
    result = paired_difference(scores, scores, rng=RNG(2), scale=Scale(0.0, 1.0))
    assert result.low is not None
    assert result.high is not None
    assert result.low == pytest.approx(-result.high)
    assert 0.02 < result.high < 0.2
    assert result.reason.startswith("every prompt differs by the same amount:")


def test_the_order_of_prompts_and_their_names_change_nothing() -> None:
    scores = RNG(1).normal(size=30)
    one = paired_difference(dict.fromkeys(by_prompt(scores), 0.0), by_prompt(scores), rng=RNG(2))
    turned = by_prompt(scores[::-1])
    assert paired_difference(dict.fromkeys(turned, 0.0), turned, rng=RNG(2)) == one


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
        assert 0 <= result.p_value <= 1
