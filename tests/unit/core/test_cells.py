"""Which reasons put a number in doubt: whatever warns of an interval or a value must be seen beside it."""

import numpy as np
import pytest

from paragone.core.catalogue import make
from paragone.core.cells import in_doubt
from paragone.core.types import Cohort, Prompt
from paragone.stats.bootstrap import MOSTLY_ALIKE, OVER_PROMPTS
from paragone.stats.caution import caution_of, few_trials, of_difference, of_missing, of_uneven
from paragone.stats.estimate import ALIKE


@pytest.mark.parametrize(
    "reason",
    [
        caution_of(OVER_PROMPTS, 6, is_bounded=True),
        caution_of(OVER_PROMPTS, 19, is_bounded=False),
        caution_of(OVER_PROMPTS, 30, is_bounded=False, skewness=3.0),
        caution_of(MOSTLY_ALIKE, 50, is_bounded=False),
        few_trials(3),
        of_uneven(14.2, 20),
        of_missing(1, 9),
        ALIKE,  # a mean of which nothing is known but that it did not vary
    ],
)
def test_every_caution_puts_its_number_in_doubt(reason: str) -> None:
    assert in_doubt(f"something else; {reason}")


@pytest.mark.parametrize("reason", ["", None, "every score is 0: the interval counts prompts, not images"])
def test_other_reasons_do_not(reason: str | None) -> None:
    assert not in_doubt(reason)


def judged(name: str, prompts: int) -> str:
    """What is said of a metric of so many prompts with one image each."""
    rng = np.random.default_rng(0)
    drawn, real = (
        Cohort(
            tuple(Prompt(f"{side}{n}", "") for n in range(prompts)),
            {"space": {"vector": rng.normal(size=(prompts, 8))}},
        )
        for side in "pr"
    )
    return str(make("metrics", name, {"features": "space"}).judge(drawn, real, rng).reason)


@pytest.mark.parametrize("name", ["fid", "fid_infinity", "density", "precision"])
def test_an_fid_that_is_mostly_bias_and_set_metrics_of_few_prompts_are_in_doubt(name: str) -> None:
    assert in_doubt(judged(name, 40))


@pytest.mark.parametrize("name", ["fid_infinity", "density"])
def test_set_metrics_of_enough_prompts_are_not(name: str) -> None:
    assert not in_doubt(judged(name, 60))


def test_a_difference_says_what_is_true_of_it_as_well_and_nothing_else() -> None:
    """Differences of density fall short as density does; those of precision and fid_infinity do not."""
    assert in_doubt(of_difference("", judged("density", 40)))
    assert of_difference(judged("precision", 40), judged("fid_infinity", 40), judged("fid", 40), None) == ""
