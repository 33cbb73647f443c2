"""Two-way errors: worked by hand, and beside the variance that a balanced design is known to have."""

import numpy as np
import pytest

from paragone.stats.raters.two_way import two_way, two_way_mean


def test_by_hand() -> None:
    # Two prompts, two raters, all cells: values 1, 2 / 3, 6; mean 3, so contributions are -2, -1, 0, 3 over 4.
    found = two_way(np.array([-2.0, -1.0, 0.0, 3.0]) / 4, ["p", "p", "q", "q"], ["a", "b", "a", "b"])
    by_prompt, by_rater, by_both = 2 * (9 + 9) / 16, 2 * (4 + 4) / 16, 4 / 3 * (4 + 1 + 0 + 9) / 16
    assert (found.by_prompt, found.by_rater, found.by_both) == pytest.approx((by_prompt, by_rater, by_both))
    assert found.error == pytest.approx(np.sqrt(max(by_prompt + by_rater - by_both, by_prompt)))


def test_a_mean_weighs_prompts_alike_and_one_rater_has_no_interval() -> None:
    found = two_way_mean([1, 1, 1, 5], ["p", "p", "p", "q"], ["a", "b", "c", "a"])
    assert found.value == 3.0
    lone = two_way_mean([1, 2], ["p", "q"], ["a", "a"])
    assert (lone.value, lone.low) == (1.5, None)
    assert "one rater" in lone.reason
    assert two_way_mean([], [], []).value is None


def test_an_interval_ends_where_the_scale_ends() -> None:
    values, prompts, raters = [5.0, 5.0, 5.0, 3.0], ["p", "p", "q", "q"], ["a", "b", "a", "b"]
    free = two_way_mean(values, prompts, raters)
    assert free.high is not None
    assert free.high > 5
    cut = two_way_mean(values, prompts, raters, bounds=(1.0, 5.0))
    assert (cut.value, cut.low, cut.high) == (free.value, max(free.low or 0.0, 1.0), 5.0)


def test_severity_of_raters_widens_a_mean_and_not_a_difference() -> None:
    rng = np.random.default_rng(5)
    severity = rng.normal(0, 1, 12)
    prompts, raters = (part.ravel() for part in np.meshgrid(np.arange(30), np.arange(12), indexing="ij"))
    noise = rng.normal(0, 0.3, (2, len(prompts)))
    one, other = (severity[raters] + noise[k] for k in (0, 1))
    mean = two_way((one - one.mean()) / len(one), prompts.tolist(), raters.tolist())
    both = (one - one.mean() - other + other.mean()) / len(one)
    difference = two_way(both, prompts.tolist(), raters.tolist())
    assert mean.error == pytest.approx(severity.std(ddof=1) / np.sqrt(12), rel=0.1)
    assert difference.error < 0.1 * mean.error
