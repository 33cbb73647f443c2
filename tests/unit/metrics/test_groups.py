"""Means over groups of trials: prompts are what chance chose, and groups are given."""

import numpy as np
import pytest

from paragone.core.types import Cohort, Prompt, SetScore
from paragone.metrics._groups import Trial, mean_over_groups
from paragone.stats.influences import standard_error


def found(trials: list[Trial]) -> SetScore:
    return mean_over_groups(trials, Cohort(tuple(Prompt(trial.prompt, "") for trial in trials), {}), [])


def test_one_group_has_the_error_of_a_mean_over_prompts() -> None:
    # Prompt means 1, 0.5, 0, 0.5 with two trials each: deviation sqrt(0.5 / 3), error sqrt(0.5 / 3 / 4)
    values = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    got = found([Trial(f"p{number // 2}", "all", value) for number, value in enumerate(values)])
    assert got.value == 0.5
    assert standard_error(got.influences) == pytest.approx(np.sqrt(0.5 / 3 / 4))
    assert got.degrees == pytest.approx(3)


def test_groups_of_their_own_add_their_variances() -> None:
    # Cats 1, 0, 0 and dogs 1, 0: means 1/3, 1/2; variances of the means (1/3) / 3 and (1/2) / 2, over G^2 = 4
    cats = [Trial(f"c{number}", "cat", float(number == 0)) for number in range(3)]
    dogs = [Trial(f"d{number}", "dog", float(number == 0)) for number in range(2)]
    got = found(cats + dogs)
    assert got.value == pytest.approx((1 / 3 + 1 / 2) / 2)
    assert standard_error(got.influences) == pytest.approx(np.sqrt((1 / 9 + 1 / 4) / 4))
    assert 1 < got.degrees < 3  # Satterthwaite's: between that of the smaller group and of both, 1 + 2


def test_a_group_of_one_prompt_is_set_against_the_mean_of_all() -> None:
    got = found([Trial("a", "x", 1.0), Trial("b", "x", 1.0), Trial("c", "y", 0.0)])
    # The third prompt: (0 - 0.5) / 2 with the correction 3 / 2; the others do not differ.
    assert got.influences == pytest.approx({"a": 0.0, "b": 0.0, "c": -0.25 * np.sqrt(1.5)})


def test_a_prompt_in_several_groups_counts_once() -> None:
    trials = [Trial(f"p{number}", group, float(number % 2)) for number in range(6) for group in ("x", "y")]
    alone = [Trial(f"p{number}", "x", float(number % 2)) for number in range(6)]
    assert standard_error(found(trials).influences) == pytest.approx(standard_error(found(alone).influences))


def test_one_prompt_gives_a_value_and_the_reason_that_there_is_no_interval() -> None:
    got = found([Trial("p", "x", 1.0), Trial("p", "x", 0.0)])
    assert (got.value, dict(got.influences), got.reason) == (0.5, {}, "one prompt gives no interval")
