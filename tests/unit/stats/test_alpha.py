"""Krippendorff's alpha with an interval over prompts."""

import numpy as np
import pytest

from paragone.core.types import Estimate
from paragone.stats.agreement import Scale, disagreement, krippendorff_alpha
from paragone.stats.alpha import alpha_estimate

Table = list[list[float | None]]


def rated(items: int, seed: int, error: float) -> Table:
    """Three raters of items that are worth 1 to 5, each of them off by one or more now and then."""
    rng = np.random.default_rng(seed)
    worth = rng.integers(1, 6, size=items)
    off = rng.integers(1, 6, size=(3, items))
    return np.where(rng.random((3, items)) < error, off, worth).astype(float).tolist()  # type: ignore[no-any-return]


def names(items: int, each: int = 1) -> list[str]:
    return [f"p{item // each}" for item in range(items)]


def ends(found: Estimate) -> tuple[float, float]:
    assert found.low is not None
    assert found.high is not None
    return found.low, found.high


@pytest.mark.parametrize("scale", ["nominal", "ordinal", "interval"])
def test_the_value_is_alpha_and_alpha_is_made_of_disagreements(scale: Scale) -> None:
    table = rated(40, 1, 0.3)
    found = alpha_estimate(table, scale, units=names(40))
    assert found.value == krippendorff_alpha(table, scale)
    parts = disagreement(table, scale)  # three ratings of each item, so items weigh alike
    assert found.value == pytest.approx(1 - parts.by_item.mean() / parts.expected)


def test_prompts_are_the_unit_of_chance() -> None:
    # The same ratings told twice over for each prompt are no more evidence; as prompts of their own they would be.
    table = np.array(rated(30, 2, 0.3))
    twice = np.repeat(table, 2, axis=1).tolist()
    once = ends(alpha_estimate(table.tolist(), "interval", units=names(30)))
    together, apart = (ends(alpha_estimate(twice, "interval", units=names(60, each))) for each in (2, 1))
    assert together == pytest.approx(once, abs=0.01)
    assert apart[1] - apart[0] < 0.8 * (once[1] - once[0])


def test_raters_of_one_mind_might_not_always_be() -> None:
    table: Table = [[float(item % 2) for item in range(20)]] * 2
    low, high = ends(alpha_estimate(table, "nominal", units=names(20)))
    assert high == 1.0
    assert 0.6 < low < 0.8  # Wilson's 0 of 20 is up to 0.161, of 0.513 that any two ratings differ


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    truth = krippendorff_alpha(rated(40_000, 99, 0.3), "ordinal")
    assert truth is not None
    found = [ends(alpha_estimate(rated(25, seed, 0.3), "ordinal", units=names(25))) for seed in range(150)]
    assert np.mean([low <= truth <= high for low, high in found]) > 0.9


def test_what_has_no_alpha_or_no_interval_has_a_reason() -> None:
    alone = alpha_estimate([[1.0, 2.0], [None, None]], "nominal", units=["p", "q"])
    assert (alone.value, alone.n, alone.missing) == (None, 0, 2)
    few = alpha_estimate([[1.0, 2.0], [1.0, 1.0]], "nominal", units=["p", "q"])
    assert (few.low, few.reason) == (None, "no interval from 2 prompts")
