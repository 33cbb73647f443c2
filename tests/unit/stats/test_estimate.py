"""The mean over prompts and its interval."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragone.core.errors import ParagoneError
from paragone.core.types import Estimate
from paragone.stats.bootstrap import Kept, draw_counts
from paragone.stats.estimate import estimate_mean
from paragone.stats.wilson import wilson

RNG = np.random.default_rng


def ends(estimate: Estimate) -> tuple[float, float, float]:
    assert estimate.value is not None
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.value, estimate.high


def test_value_is_the_mean_over_prompts_of_their_means() -> None:
    # Prompt means 1, 0 and 0.5; over prompts 0.5. Over images it would be (1+1+1+0+0.5)/5 = 0.7.
    estimate = estimate_mean([[1.0, 1.0, 1.0], [0.0], [0.5]], rng=RNG(1), binary=False)
    assert (estimate.value, estimate.n, estimate.missing) == (0.5, 5, 0)


def test_missing_scores_are_counted_and_are_not_zeros() -> None:
    # 2 and (4 alone): 3. The all-missing prompt drops out with its 2, the prompt without images counts 1, the gap 1.
    scores: list[list[float | None]] = [[2.0, 2.0], [4.0, None], [None, math.nan], []]
    estimate = estimate_mean(scores, rng=RNG(1), binary=False)
    assert (estimate.value, estimate.n, estimate.missing) == (3.0, 3, 4)


def test_no_score_gives_no_value() -> None:
    estimate = estimate_mean([[None], [None, None]], rng=RNG(1), binary=True)
    assert (estimate.value, estimate.low, estimate.high, estimate.n, estimate.missing) == (None, None, None, 0, 3)
    assert estimate.reason == "no prompt has a score"


def test_one_prompt_gives_a_value_without_an_interval() -> None:
    estimate = estimate_mean([[1.0, 2.0, 3.0]], rng=RNG(1), binary=False)
    assert (estimate.value, estimate.low, estimate.high, estimate.n) == (2.0, None, None, 3)
    assert estimate.reason.startswith("one prompt")


def test_zero_one_scores_with_one_image_a_prompt_get_wilson() -> None:
    # 6 of 10 at 95 %, z = 1.959964: centre (0.6 + 0.192073) / 1.384146 = 0.572246,
    # half 1.959964 / 1.384146 * sqrt(0.024 + 0.009604) = 0.259573.
    estimate = estimate_mean([[1.0]] * 6 + [[0.0]] * 3 + [[0.0, None]], rng=RNG(1), binary=True)
    assert ends(estimate) == pytest.approx((0.312673, 0.6, 0.831819), abs=2e-6)
    assert estimate.method == "wilson"


def test_one_hit_could_have_been_luck() -> None:
    # Wilson's lower end for 1 of 20 is 0.0089, so a share of 0.008 is left out in 15 % of cases: at any hit.
    # A share of -log(0.95) / 20 = 0.002565 gives a hit in 5 %.
    low, _, high = ends(estimate_mean([[1.0]] + [[0.0]] * 19, rng=RNG(1), binary=True))
    assert (low, high) == pytest.approx((-math.log(0.95) / 20, wilson(1, 20)[1]))
    assert ends(estimate_mean([[0.0]] + [[1.0]] * 19, rng=RNG(1), binary=True)) == pytest.approx(
        (1 - high, 0.95, 1 - low)
    )


@pytest.mark.parametrize("n", [20, 50, 100])
def test_shares_of_every_size_are_held(n: int) -> None:
    # Summed over the binomial distribution. Wilson alone falls to 0.85, 0.90 and 0.92.
    found = [ends(estimate_mean([[1.0]] * k + [[0.0]] * (n - k), rng=RNG(1), binary=True)) for k in range(n + 1)]
    for share in np.linspace(0.002, 0.5, 125):
        chances = [math.comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1)]
        held = sum(chance for chance, (low, _, high) in zip(chances, found, strict=True) if low <= share <= high)
        assert held > 0.925


def test_many_missing_scores_are_a_reason_for_doubt() -> None:
    scores: list[list[float | None]] = [
        [x, None if place < 12 else x] for place, x in enumerate(RNG(1).normal(size=50))
    ]
    assert estimate_mean(scores, rng=RNG(1), binary=False).reason.startswith("12% of scores are missing: ")
    assert estimate_mean(scores[10:], rng=RNG(1), binary=False).reason == ""


def test_images_that_go_together_count_as_one_trial_a_prompt() -> None:
    scores = [[1.0, 1.0]] * 12 + [[0.0, 0.0]] * 8
    estimate = estimate_mean(scores, rng=RNG(1), binary=True)
    assert estimate.method == "wilson over prompts"
    assert ends(estimate) == pytest.approx((wilson(12, 20)[0], 0.6, wilson(12, 20)[1]))


def test_images_that_differ_freely_count_for_more() -> None:
    # 40 prompts with one hit in two each: no spread between prompts, so an image is all but a trial of its own.
    low, _, high = ends(estimate_mean([[1.0, 0.0]] * 40, rng=RNG(1), binary=True))
    width_of_40, width_of_80 = (np.subtract(*wilson(n / 2, n)[::-1]) for n in (40, 80))
    assert high - low == pytest.approx(width_of_80)
    assert width_of_80 < 0.75 * width_of_40


def hits_by_prompt(most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, most), min_size=2, max_size=30)


@settings(deadline=None)
@given(hits_by_prompt(4), st.data())
def test_one_hit_more_never_lowers_an_end(hits: list[int], data: st.DataObject) -> None:
    # 24 prompts x 4 images: no hit gave [0, 0.138], one hit [0, 0.083].
    place = data.draw(st.sampled_from(range(len(hits))))
    fewer, more = list(hits), list(hits)
    fewer[place], more[place] = min(hits[place], 3), min(hits[place], 3) + 1
    one, other = (
        estimate_mean([[1.0] * k + [0.0] * (4 - k) for k in few], rng=RNG(1), binary=True) for few in (fewer, more)
    )
    assert one.low is not None
    assert one.high is not None
    assert other.low is not None
    assert other.high is not None
    assert one.low <= other.low + 1e-12
    assert one.high <= other.high + 1e-12


def test_clustered_shares_near_zero_are_held() -> None:
    # Bootstrapped: 0.87. Each prompt has a share of its own around 0.05, 8 images; 600 cases: +- 0.018.
    rng = RNG(3)
    held = 0
    for _ in range(600):
        scores = rng.random((20, 8)) < rng.beta(0.05, 0.95, size=(20, 1))
        low, _, high = ends(estimate_mean(scores.astype(float).tolist(), rng=rng, binary=True))
        held += low <= 0.05 <= high
    assert held / 600 > 0.93


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_all_the_same_zero_one_scores_still_have_a_width(score: float) -> None:
    estimate = estimate_mean([[score] * 4] * 10, rng=RNG(1), binary=True)
    # Wilson at 0 of 10 is 0 .. z^2 / (10 + z^2) = 3.841459 / 13.841459 = 0.277533: ten prompts, not forty images.
    expected = (0.0, 0.0, 0.277533) if score == 0 else (1 - 0.277533, 1.0, 1.0)
    assert ends(estimate) == pytest.approx(expected, abs=1e-6)
    assert estimate.method == "wilson over prompts"


def test_constant_scores_have_no_width_and_say_so() -> None:
    estimate = estimate_mean([[0.3], [0.3], [0.3]], rng=RNG(1), binary=False)
    assert ends(estimate) == pytest.approx((0.3, 0.3, 0.3))
    assert "without width" in estimate.reason


def test_few_prompts_use_students_t() -> None:
    # Means 1 and 3: 2 +- t(0.975, 1 df) * sd / sqrt(2) = 2 +- 12.7062 * 1.
    estimate = estimate_mean([[1.0], [3.0]], rng=RNG(1), binary=False)
    assert ends(estimate) == pytest.approx((2 - 12.7062, 2.0, 2 + 12.7062), abs=1e-4)
    assert estimate.method == "student t over prompts"


def test_bounds_cut_the_interval() -> None:
    estimate = estimate_mean([[0.1], [0.9]], rng=RNG(1), binary=False, bounds=(0.0, 1.0))
    assert ends(estimate) == (0.0, 0.5, 1.0)


def test_constant_scores_on_a_scale_with_ends_have_a_width() -> None:
    estimate = estimate_mean([[0.0]] * 10, rng=RNG(1), binary=False, bounds=(0.0, 5.0))
    assert ends(estimate) == pytest.approx((0.0, 0.0, 5 * 0.277533), abs=1e-5)  # as 0 of 10
    assert "every prompt scored the same" in estimate.reason


def test_few_prompts_say_how_often_the_truth_is_held() -> None:
    few, enough = (estimate_mean(RNG(1).normal(size=(n, 1)).tolist(), rng=RNG(1), binary=False) for n in (10, 20))
    assert few.reason.startswith("10 prompts: ")
    assert enough.reason == ""


def test_scores_mostly_alike_fall_back_on_percentiles() -> None:
    # Two of 100 prompts differ: a resample misses both with probability 0.98^100 = 0.13 and then has no spread.
    estimate = estimate_mean([[0.0]] * 98 + [[1.0]] * 2, rng=RNG(1), binary=False)
    assert estimate.method == "bootstrap over prompts (mostly alike)"
    assert "most prompts score the same" in estimate.reason
    low, value, high = ends(estimate)
    assert -0.01 < low < value < high < 0.1


def test_normal_scores_agree_with_students_t() -> None:
    # For normal data bootstrap-t estimates Student's interval; at n = 400 the two agree closely.
    scores = RNG(2).normal(5.0, 2.0, size=400)
    estimate = estimate_mean([[score] for score in scores], rng=RNG(3), binary=False, resamples=20_000)
    half = 1.965927 * scores.std(ddof=1) / 20
    low, _, high = ends(estimate)
    assert (low, high) == pytest.approx((scores.mean() - half, scores.mean() + half), abs=0.03 * half)


def test_skewed_scores_get_a_longer_upper_arm() -> None:
    scores = [[score] for score in RNG(4).lognormal(size=60)]
    low, value, high = ends(estimate_mean(scores, rng=RNG(5), binary=False))
    assert high - value > 1.2 * (value - low)


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_very_small_and_very_large_scores_scale_their_interval(size: float) -> None:
    scores = RNG(6).normal(size=50)
    plain = ends(estimate_mean([[score] for score in scores], rng=RNG(7), binary=False))
    scaled = ends(estimate_mean([[score * size] for score in scores], rng=RNG(7), binary=False))
    assert tuple(end / size for end in scaled) == pytest.approx(plain, rel=1e-9)


def test_a_wider_level_gives_a_wider_interval() -> None:
    scores = [[score] for score in RNG(6).normal(size=50)]
    narrow = ends(estimate_mean(scores, rng=RNG(7), binary=False, level=0.8))
    wide = ends(estimate_mean(scores, rng=RNG(7), binary=False, level=0.99))
    assert wide[0] < narrow[0] < narrow[2] < wide[2]


def test_the_same_generator_gives_the_same_interval() -> None:
    scores = [[score] for score in RNG(6).normal(size=50)]
    assert estimate_mean(scores, rng=RNG(7), binary=False) == estimate_mean(scores, rng=RNG(7), binary=False)


def test_a_binary_metric_that_gives_a_half_is_an_error() -> None:
    with pytest.raises(ParagoneError, match=r"a 0/1 metric gave 0\.5"):
        estimate_mean([[1.0], [0.5]], rng=RNG(1), binary=True)


def test_resampled_counts_sum_to_n_and_stay_within_the_memory_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paragone.stats.bootstrap.CELLS", 100)
    chunks = list(draw_counts(30, rng=RNG(1), resamples=10))
    assert [chunk.shape for chunk in chunks] == [(3, 30), (3, 30), (3, 30), (1, 30)]
    assert all((chunk.sum(axis=1) == 30).all() for chunk in chunks)


def test_a_draw_that_was_kept_is_the_draw_itself_and_moves_the_generator_as_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def drawn() -> tuple[list[float], list[float]]:
        rng = RNG(11)
        counts = np.concatenate(list(draw_counts(40, rng=rng, resamples=50)))
        return counts.ravel().tolist(), rng.random(3).tolist()

    monkeypatch.setattr("paragone.stats.bootstrap._KEPT", Kept())
    first, kept = drawn(), drawn()
    monkeypatch.setattr("paragone.stats.bootstrap.KEPT_BYTES", 10)
    assert first == kept
    monkeypatch.setattr("paragone.stats.bootstrap._KEPT", Kept())
    assert drawn() == first


score = st.none() | st.floats(-1e6, 1e6)
prompts = st.lists(st.lists(score, max_size=4), max_size=12)


@settings(deadline=None)
@given(prompts, st.booleans())
def test_low_value_high_are_in_order_and_the_value_is_within_the_scores(
    scores: list[list[float | None]], bounded: bool
) -> None:
    bounds = (-1e6, 1e6) if bounded else (-math.inf, math.inf)
    estimate = estimate_mean(scores, rng=RNG(1), binary=False, resamples=200, bounds=bounds)
    present = [score for row in scores for score in row if score is not None]
    assert estimate.n == len(present)
    if estimate.value is not None:
        assert min(present) - 1e-9 <= estimate.value <= max(present) + 1e-9
    if estimate.low is not None:
        low, value, high = ends(estimate)
        assert bounds[0] <= low <= value <= high <= bounds[1]
        assert math.isfinite(low)
        assert math.isfinite(high)


@settings(deadline=None)
@given(prompts.flatmap(lambda rows: st.tuples(st.just(rows), st.permutations(rows))))
def test_the_order_of_prompts_and_images_changes_nothing(
    case: tuple[list[list[float | None]], list[list[float | None]]],
) -> None:
    rows, shuffled = case
    one = estimate_mean(rows, rng=RNG(1), binary=False, resamples=200)
    other = estimate_mean([row[::-1] for row in shuffled], rng=RNG(1), binary=False, resamples=200)
    assert one == other


def test_the_order_of_many_prompts_changes_nothing() -> None:
    scores = [[score] for score in RNG(8).normal(size=100)]
    one, other = (estimate_mean(rows, rng=RNG(9), binary=False) for rows in (scores, scores[::-1]))
    assert one == other


@settings(deadline=None)
@given(st.lists(st.lists(st.sampled_from([0.0, 1.0, None]), max_size=4), max_size=12))
def test_zero_one_intervals_stay_within_0_and_1_and_have_width(scores: list[list[float | None]]) -> None:
    estimate = estimate_mean(scores, rng=RNG(1), binary=True, resamples=200)
    if estimate.low is not None:
        low, value, high = ends(estimate)
        assert 0 <= low <= value <= high <= 1
        assert low < high


@settings(deadline=None)  # the first call imports scipy
@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([0.8, 0.95]))
def test_wilson_equals_scipys(case: tuple[int, int], level: float) -> None:
    from scipy.stats import binomtest

    successes, n = case
    expected = binomtest(successes, n).proportion_ci(level, method="wilson")
    assert wilson(successes, n, level) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_wilson_refuses_impossible_counts() -> None:
    with pytest.raises(ValueError, match="got 3 of 2"):
        wilson(3, 2)
