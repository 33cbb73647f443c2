"""Means, differences and influences where prompts share units of chance."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragone.core.types import Estimate
from paragone.stats.bounded import Scale
from paragone.stats.clusters import clustered
from paragone.stats.estimate import estimate_mean
from paragone.stats.paired import paired_difference
from paragone.stats.ranking.columns import influences_of_mean
from paragone.stats.wilson import wilson

RNG = np.random.default_rng
SCORES = st.lists(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=2, max_size=2), min_size=2, max_size=12)


def test_units_of_unequal_size_stand_for_what_they_add_to_the_mean() -> None:
    # Mean over prompts (1 + 1 + 1 + 0) / 4 = 0.75. The unit of three: 0.75 + 2 * 3/4 (1 - 0.75) = 1.125;
    # that of one: 0.75 + 2 * 1/4 (0 - 0.75) = 0.375; their mean is 0.75. Worth 16 / (9 + 1) = 1.6 equal units.
    found = clustered([1.0, 1.0, 1.0, 0.0], ["p", "p", "p", "q"])
    assert found.values.tolist() == [1.125, 0.375]
    assert found.worth == 1.6


@given(SCORES, st.booleans())
def test_asking_every_prompt_again_changes_no_interval(scores: list[list[float]], binary: bool) -> None:
    rows = [[float(score > 0.3) for score in few] for few in scores] if binary else scores
    names = [f"p{place}" for place in range(len(rows))]
    images = 2 * len(rows)
    once = estimate_mean(rows, rng=RNG(1), binary=binary, resamples=100, bounds=(0.0, 1.0))
    twice = estimate_mean(
        rows * 2, rng=RNG(1), binary=binary, resamples=100, bounds=(0.0, 1.0), units=names * 2, images=images
    )
    assert (twice.value, twice.low, twice.high) == pytest.approx((once.value, once.low, once.high), abs=1e-12)
    assert (twice.n, twice.reason) == (2 * once.n, once.reason)


@given(SCORES, st.booleans())
def test_asking_every_prompt_again_changes_no_difference(scores: list[list[float]], binary: bool) -> None:
    a, b = ({f"p{n}": float(row[at] > 0.3) if binary else row[at] for n, row in enumerate(scores)} for at in (0, 1))
    scale = Scale(0.0, 1.0, is_binary=True) if binary else Scale()
    doubled = [one | {f"{name} again": value for name, value in one.items()} for one in (a, b)]
    units = {f"{name} again": name for name in a}
    once = paired_difference(a, b, rng=RNG(1), resamples=100, scale=scale)
    twice = paired_difference(*doubled, rng=RNG(1), resamples=100, scale=scale, units=units)
    assert (twice.value, twice.low, twice.high) == pytest.approx((once.value, once.low, once.high), abs=1e-12)
    assert twice.p_value == pytest.approx(once.p_value)
    assert influences_of_mean(doubled[0], units) == pytest.approx(influences_of_mean(a), abs=1e-12)


def test_a_share_of_copies_counts_texts_and_one_of_different_images_may_count_more() -> None:
    rows = [[1.0], [0.0]] * 10 + [[1.0], [1.0]] * 10
    units = [f"p{place // 2}" for place in range(40)]
    copies = estimate_mean([[1.0]] * 20 + [[0.0]] * 20, rng=RNG(1), binary=True, units=units, images=20)
    assert (copies.low, copies.high) == pytest.approx(wilson(10, 20, 0.95))
    assert copies.method == "wilson; 40 prompts with 20 different texts"
    apart = estimate_mean(rows, rng=RNG(1), binary=True, units=units, images=40)
    alone = estimate_mean(rows, rng=RNG(1), binary=True)
    assert width(apart) >= width(alone)
    assert width(apart) < 2 * (wilson(15, 20, 0.95)[1] - 0.75)


def test_a_text_that_is_most_of_the_prompts_leaves_the_mean_uncertain() -> None:
    """Of 40 prompts 21 say the same: they are worth 3.5, and a share of hits says little more than so many tries."""
    units = ["p"] * 21 + [f"q{place}" for place in range(19)]
    found = estimate_mean([[1.0]] * 40, rng=RNG(1), binary=True, units=units, images=20)
    assert found.low == pytest.approx(1 - wilson(0, 1600 / 460, 0.95)[1])
    assert (
        "3 prompts: "
        in estimate_mean([[float(place)] for place in range(40)], rng=RNG(1), binary=False, units=units).reason
    )


def test_prompts_of_one_text_alone_have_no_interval() -> None:
    found = estimate_mean([[1.0], [0.0]], rng=RNG(1), binary=True, units=["p", "p"])
    assert (found.low, found.reason[:33]) == (None, "2 prompts of one text give no int")
    apart = paired_difference({"p": 1.0, "q": 2.0}, {"p": 3.0, "q": 2.0}, rng=RNG(1), units={"q": "p"})
    assert (apart.value, apart.low, apart.p_value) == (1.0, None, 1.0)
    assert influences_of_mean({"p": 1.0, "q": 2.0}, {"q": "p"}) == {}


def width(found: Estimate) -> float:
    assert found.low is not None
    assert found.high is not None
    assert math.isfinite(found.high - found.low)
    return found.high - found.low


def test_texts_asked_unequally_often_are_warned_of_in_differences_of_shares() -> None:
    scores = {f"p{place}": float(place % 2) for place in range(30)}
    units = {f"p{place}": "p0" for place in range(1, 10)}  # worth 900 / (100 + 20) = 7.5 of 21
    uneven = paired_difference(scores, scores, rng=RNG(1), scale=Scale(0.0, 1.0, is_binary=True), units=units)
    assert uneven.reason.startswith("21 texts, asked unequally often, are worth 8 prompts: ")
    even = paired_difference(scores, scores, rng=RNG(1), scale=Scale(0.0, 1.0, is_binary=True))
    assert even.reason == ""
