"""Damage as the shipped detector sees it: more is never better (`benchmarks/referee.py --damage` has the table)."""

import pytest
from benchmarks.referee import Looker, damaged_facts, is_right, verdict_on

from paragone.scenarios.paintskills import scenario
from paragone.scenes.damage import CONCERNS
from paragone.scenes.vocabulary import Skill

AMOUNTS = (0.0, 0.5, 1.0)


@pytest.mark.parametrize("skill", list(CONCERNS))
def test_the_shipped_detector_judges_more_damage_no_better(skill: Skill) -> None:
    every = {"object": 5, "count": 19, "color": 31, "spatial": 287}[skill]  # cells to step over: 8 prompts
    prompts = scenario(version="v1", skill=skill).load()[: 8 * every : every]
    look, kinds = Looker(None), CONCERNS[skill]
    facts = [damaged_facts(prompt, kinds, AMOUNTS, look) for prompt in prompts]
    for kind in kinds:
        right = [
            sum(is_right(skill, prompt, told[kind, amount]) for prompt, told in zip(prompts, facts, strict=True))
            for amount in AMOUNTS
        ]
        assert right[0] > right[2], (kind, right)
        # Half the damage may by luck mend one drawing that the detector had misread.
        assert right[1] <= right[0] + 1, (kind, right)
        assert right[2] <= right[1], (kind, right)


def test_a_rise_is_told_with_the_chance_that_it_is_luck() -> None:
    assert verdict_on([[True, True], [True, False], [False, False]]) == "never rises"
    # One prompt better and none worse: chance gives that half of the time.
    assert verdict_on([[True, False], [True, True]]) == "rises at 0.25: 1 better, 0 worse, p 0.50"
