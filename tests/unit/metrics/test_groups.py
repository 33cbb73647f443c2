"""Means over groups of trials: the interval keeps its width where every trial ends alike."""

import numpy as np
import pytest

from paragone.metrics._groups import Trial, mean_over_groups
from paragone.stats.wilson import wilson


@pytest.mark.parametrize("answer", [0.0, 1.0])
def test_trials_that_all_end_alike_get_an_interval_with_width(answer: float) -> None:
    trials = [Trial(f"p{number // 2}", number % 3, answer) for number in range(40)]
    found = mean_over_groups(trials, rng=np.random.default_rng(0), images=40, missing=0)
    assert (found.value, found.low, found.high) == (answer, *wilson(answer * 20, 20))
    assert found.low < found.high  # type: ignore[operator]
    assert "counts prompts" in found.reason


def test_others_are_resampled_over_prompts() -> None:
    trials = [Trial(f"p{number}", "all", float(number % 4 > 0)) for number in range(40)]
    found = mean_over_groups(trials, rng=np.random.default_rng(0), images=40, missing=0)
    assert found.value == 0.75
    assert found.low is not None
    assert found.high is not None
    assert 0.5 < found.low < 0.75 < found.high < 0.95
    assert found.method.startswith("bootstrap over 40 prompts")
