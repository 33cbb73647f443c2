"""Averages over scenarios: worked by hand, and intervals that hold the truth."""

import numpy as np
import pytest

from paragone.stats.averages import Part, average
from paragone.stats.wilson import wilson


def test_scenarios_or_prompts_count_equally() -> None:
    parts = [Part("a", 1.0, 0.6, 1.0, 10, 40), Part("b", 0.0, 0.0, 0.3, 30, 30)]
    heim, strict = (average(parts, by_prompts=one) for one in (False, True))
    assert (heim.value, strict.value, heim.n) == (0.5, 0.25, 70)
    # Below: half of 0.4 and of 0; above: half of 0 and of 0.3. By prompts a quarter and three quarters.
    assert (heim.low, heim.high) == pytest.approx((0.3, 0.65))
    assert (strict.low, strict.high) == pytest.approx((0.25 - 0.1, 0.25 + 0.225))


def test_one_scenario_keeps_its_interval_and_one_without_takes_it_away() -> None:
    one = Part("a", 0.5, 0.2, 0.9, 10, 10)
    alone = average([one], by_prompts=True)
    assert (alone.low, alone.high) == pytest.approx((0.2, 0.9))
    assert average([one, one._replace(low=None, high=None)], by_prompts=True).low is None


@pytest.mark.parametrize("by_prompts", [False, True])
def test_the_interval_holds_the_truth_where_scenarios_differ_in_size(by_prompts: bool) -> None:
    rng, sizes, means = np.random.default_rng(0), (5, 20, 100), (0.2, 0.5, 0.8)
    weights = sizes if by_prompts else (1, 1, 1)
    truth = np.average(means, weights=weights)
    held = 0
    for _ in range(1000):
        parts = []
        for size, mean in zip(sizes, means, strict=True):
            right = int(rng.binomial(size, mean))
            parts.append(Part("s", right / size, *wilson(right, size), size, size))
        found = average(parts, by_prompts=by_prompts)
        assert found.low is not None
        assert found.high is not None
        held += int(found.low <= truth <= found.high)
    assert 920 <= held <= 980  # 95 % of 1,000, three deviations and a half to either side


def test_the_average_of_a_scenario_and_the_same_again_has_the_same_interval() -> None:
    parts = [Part(name, 0.5, 0.2, 0.9, 10, 10, family="one") for name in ("pets", "pets again")]
    assert average(parts, by_prompts=False)[:3] == pytest.approx((0.5, 0.2, 0.9))
    other = Part("cars", 0.5, 0.2, 0.9, 10, 10)
    # Two thirds of the distances of the family, and a third of the other's: sqrt(0.2^2 + 0.1^2) below.
    assert average([*parts, other], by_prompts=True).low == pytest.approx(0.5 - 0.05**0.5)
