"""Which reasons put a number in doubt: whatever warns of an interval or a value must be seen beside it."""

import numpy as np
import pytest

from paragone.core.catalogue import make
from paragone.core.cells import in_doubt
from paragone.core.types import Cohort, Prompt
from paragone.stats.bootstrap import MOSTLY_ALIKE, OVER_PROMPTS
from paragone.stats.caution import caution_of, few_trials, of_missing, of_uneven


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
    ],
)
def test_every_caution_puts_its_number_in_doubt(reason: str) -> None:
    assert in_doubt(f"something else; {reason}")


@pytest.mark.parametrize("reason", ["", None, "every score is 0: the interval counts prompts, not images"])
def test_other_reasons_do_not(reason: str | None) -> None:
    assert not in_doubt(reason)


def test_an_fid_that_is_mostly_bias_and_a_density_of_few_prompts_are_in_doubt() -> None:
    rng = np.random.default_rng(0)
    drawn, real = (
        Cohort(tuple(Prompt(f"{side}{n}", "") for n in range(40)), {"space": {"vector": rng.normal(size=(40, 8))}})
        for side in "pr"
    )
    for name in ("fid", "density"):
        assert in_doubt(make("metrics", name, {"features": "space"}).judge(drawn, real, rng).reason), name
