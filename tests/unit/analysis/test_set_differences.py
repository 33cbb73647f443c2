"""The interval of a set metric's difference."""

import numpy as np
import pytest

from paragone.analysis.set_differences import SetValue, set_difference


def test_the_same_set_twice_differs_by_nothing() -> None:
    one = SetValue(3.0, 2, {"p": 0.4, "q": -0.4})
    found = set_difference(one, one, level=0.95)
    assert (found.value, found.low, found.high, found.p_value) == (0.0, 0.0, 0.0, 1.0)


def test_a_prompt_that_one_set_lacks_counts_with_zero() -> None:
    a = SetValue(1.0, 2, {"p": 0.3, "q": -0.3})
    b = SetValue(2.0, 3, {"p": 0.3, "q": -0.3, "r": 0.1})
    found = set_difference(a, b, level=0.5)
    # Only r is left: standard error 0.1, and t = 0.816497 at one half with two degrees of freedom.
    assert found.high == pytest.approx(1.0 + 0.0816497)
    assert (found.n, found.unmatched) == (2, 1)


def test_p_is_two_sided_students() -> None:
    a, b = SetValue(0.0, 2, {"p": 0.0, "q": 0.0}), SetValue(1.0, 2, {"p": 0.6, "q": -0.8})
    # Standard error 1 and one degree of freedom: the Cauchy distribution has a quarter on each side of 1.
    assert set_difference(a, b, level=0.95).p_value == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (SetValue(None, 0, {"p": 0.1, "q": 0.1}), "has no value"),
        (SetValue(1.0, 2, None), "no influences"),
        (SetValue(1.0, 1, {"p": 0.1}), "one prompt gives no interval"),
    ],
)
def test_what_cannot_be_told_has_no_interval_and_says_why(one: SetValue, reason: str) -> None:
    other = SetValue(2.0, 1, {"p": 0.2})
    found = set_difference(one, other, level=0.95)
    assert (found.low, found.high, found.p_value) == (None, None, None)
    assert reason in found.reason


def test_the_interval_covers_a_difference_of_means_as_it_says() -> None:
    # Means are the set metric whose influences are known: (x - mean) / n. Prompts have an effect that both share.
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(400):
        shared = rng.normal(0, 3, 30)
        scores = shared + rng.normal(0, 1, (2, 30)) + np.array([[0.0], [0.7]])
        sides = [
            SetValue(float(x.mean()), 30, {str(k): float(v - x.mean()) / 30 for k, v in enumerate(x)}) for x in scores
        ]
        found = set_difference(*sides, level=0.95)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 0.7 <= found.high
    assert 0.92 < covered / 400 < 0.98
