"""Intervals and differences from influences, worked by hand."""

import math

import numpy as np
import pytest
from scipy import stats

from paragone.core.cells import in_doubt
from paragone.stats.bounded import bounded_interval
from paragone.stats.caution import caution_of, few_trials, of_missing
from paragone.stats.estimate import estimate_mean
from paragone.stats.influences import Influenced, difference_of, half_width, interval_of

ERROR_5 = {"a": 3.0, "b": -4.0}


def test_an_interval_is_the_normal_quantile_times_the_error() -> None:
    low, high = interval_of(Influenced(10.0, ERROR_5), level=0.9)
    assert (10 - low, high - 10) == pytest.approx((5 * 1.6448536, 5 * 1.6448536))


def test_few_degrees_of_freedom_take_student_s_quantile() -> None:
    assert half_width(5.0, degrees=3, level=0.95) == pytest.approx(5 * stats.t.ppf(0.975, 3))
    assert half_width(5.0, degrees=math.inf, level=0.95) == pytest.approx(5 * 1.9599640)
    low, high = interval_of(Influenced(10.0, ERROR_5, 3.0), level=0.95)
    assert high - low == pytest.approx(10 * stats.t.ppf(0.975, 3))


def test_an_interval_ends_at_the_bounds() -> None:
    assert interval_of(Influenced(10.0, ERROR_5), level=0.95, bounds=(9.0, 11.0)) == (9.0, 11.0)


def test_a_mean_of_single_images_gets_the_interval_of_its_units() -> None:
    # Scores 0, 1, 1, 1 of four prompts: the influence of each is (x - 3/4) / sqrt(4 * 3).
    units = [0.0, 1.0, 1.0, 1.0]
    influences = {f"p{n}": (x - 0.75) / math.sqrt(12) for n, x in enumerate(units)}
    found = Influenced(0.75, influences, 3, 4, images=4)
    expected = bounded_interval(np.array(units), (0.0, 1.0), level=0.95, images=4)
    assert interval_of(found, level=0.95, bounds=(0.0, 1.0)) == pytest.approx(expected)
    plain = interval_of(found._replace(images=None), level=0.95, bounds=(0.0, 1.0))
    assert plain != pytest.approx(expected)
    assert interval_of(found, level=0.95, bounds=(0.0, math.inf)) == pytest.approx(
        interval_of(found._replace(images=None), level=0.95, bounds=(0.0, math.inf))
    )


def test_what_two_models_share_cancels() -> None:
    a = Influenced(1.0, {"p": 1.0, "q": 2.0}, n=7)
    b = Influenced(3.0, {"p": 1.0, "q": 5.0, "r": 4.0}, n=9)
    found = difference_of(a, b, level=0.95)
    # b - a by unit: 0, 3 and 4; the error is 5.
    assert found.value == 2.0
    assert (found.low, found.high) == pytest.approx((2 - 5 * 1.9599640, 2 + 5 * 1.9599640))
    assert found.p_value == pytest.approx(2 * stats.norm.sf(2 / 5))
    assert found.n == 7
    assert "3 units" in found.method


def test_the_fewer_degrees_of_two_models_count() -> None:
    a, b = Influenced(1.0, {"p": 1.0}, 4), Influenced(0.0, {"q": 1.0}, 9)
    found = difference_of(a, b, level=0.95)
    assert found.p_value == pytest.approx(2 * stats.t.sf(1 / math.sqrt(2), 4))
    half = math.sqrt(2) * stats.t.ppf(0.975, 4)
    assert (found.low, found.high) == pytest.approx((-1 - half, -1 + half))


def test_without_any_spread_the_signs_alone_speak() -> None:
    same = {f"p{n}": 0.5 for n in range(4)}
    assert difference_of(Influenced(1.0, same), Influenced(1.0, same), level=0.95).p_value == 1.0
    assert difference_of(Influenced(1.0, same), Influenced(2.0, same), level=0.95).p_value == 0.125  # 2 / 2^4
    assert difference_of(Influenced(1.0, {}), Influenced(2.0, {}), level=0.95).p_value == 1.0


def test_words_of_caution_stand_where_they_must() -> None:
    assert caution_of("any", 20, is_bounded=False) == ""
    assert "about 90 %" in caution_of("any", 19, is_bounded=False)
    assert "about 90 %" in caution_of("any", 8, is_bounded=False)
    assert caution_of("any", 7, is_bounded=False).startswith("7 prompts")
    assert "about 80 %" in caution_of("any", 7, is_bounded=False)
    assert few_trials(5) == ""
    assert few_trials(4).startswith("4 prompts")
    assert of_missing(1, 20) == ""  # 1 of 21
    assert of_missing(1, 19).startswith("5% of scores are missing")


def test_a_value_without_chance_but_for_rounding_takes_no_degrees_from_a_difference() -> None:
    """Images that are the reference itself: their distance is 0, and rounding has one degree of freedom or two."""
    noisy = Influenced(1.0, {"p": 0.3, "q": -0.4}, degrees=30.0)
    sure = Influenced(0.0, {"p": 1e-15, "q": -2e-15}, degrees=1.0)
    found = difference_of(sure, noisy, level=0.95)
    assert found.high == pytest.approx(1.0 + 0.5 * 2.042272, rel=1e-6)  # Student's t of 30 degrees


def test_the_far_end_of_a_squared_distance_is_that_of_its_root() -> None:
    # Error 1, 90 %: half is 1.6448536. On the scale of roots (2 + 1.6448536 / 4)^2 = 5.8139; the near end stays.
    found = Influenced(4.0, {"p": 1.0}, is_squared=True)
    low, high = interval_of(found, level=0.9)
    assert (low, high) == pytest.approx((4 - 1.6448536, (2 + 1.6448536 / 4) ** 2))
    assert interval_of(Influenced(0.1, {"p": 1.0}, is_squared=True), level=0.9).high == pytest.approx(
        0.1 + 1.25 * 1.6448536
    )
    other = Influenced(0.0, {"q": 1e-12}, is_squared=True)
    there, back = difference_of(other, found, level=0.9), difference_of(found, other, level=0.9)
    assert (there.low, there.high) == pytest.approx((low, high))
    assert (back.low, back.high) == pytest.approx((-high, -low))


def test_skewed_scores_of_few_prompts_are_warned_of() -> None:
    assert "91 %" in caution_of("bootstrap over prompts", 20, is_bounded=False, skewness=-1.1)
    assert caution_of("bootstrap over prompts", 20, is_bounded=False, skewness=0.9) == ""
    assert caution_of("bootstrap over prompts", 75, is_bounded=False, skewness=6.0) == ""


@pytest.mark.parametrize("sigma", [0.7, 1.0, 1.2])
def test_of_skewed_scores_few_intervals_miss_the_truth_without_a_warning(sigma: float) -> None:
    """The sample decides: one that lacks its tail looks even. No more than the 5 % that an interval promises."""
    rng, missed, silent = np.random.default_rng(int(10 * sigma)), 0, 0
    for _ in range(400):
        scores = rng.lognormal(sigma=sigma, size=(20, 1))
        found = estimate_mean(scores.tolist(), rng=rng, binary=False, resamples=300)
        assert found.low is not None
        assert found.high is not None
        misses = not found.low <= math.exp(sigma**2 / 2) <= found.high
        missed, silent = missed + misses, silent + (misses and not in_doubt(found.reason))
    assert silent <= 0.05 * 400 + 2 * math.sqrt(0.05 * 0.95 * 400)
    assert silent < missed
