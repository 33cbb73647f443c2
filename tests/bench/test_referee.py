"""The simulator as referee: a perfect drawing scores best, and more damage never scores better.

The boxes are the renderer's own, so that it is the skill metrics that are judged here, not a detector.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from paragone.core.components import ImageMetric
from paragone.core.types import Prompt, Sample, View
from paragone.metrics.objects.skill_color import SkillColor
from paragone.metrics.objects.skill_count import SkillCount
from paragone.metrics.objects.skill_object import SkillObject
from paragone.metrics.objects.skill_spatial import SkillSpatial
from paragone.models.simulator.scene_damaged import SceneDamaged
from paragone.scenarios.paintskills import scenario
from paragone.scenes.arrange import boxes_of
from paragone.scenes.damage import CONCERNS
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.request import series_in
from paragone.scenes.vocabulary import Skill

SAMPLE = Sample("k", "m", "s", "p", 0, "image", "drawn", "", None)
METRICS: dict[Skill, Callable[[], ImageMetric]] = {
    "object": SkillObject,
    "count": SkillCount,
    "color": SkillColor,
    "spatial": SkillSpatial,
}
CASES = [(skill, kind) for skill, kinds in CONCERNS.items() for kind in kinds if kind not in ("blur", "noise")]


def scores(skill: Skill, kind: str, amount: float, prompts: Sequence[Prompt]) -> list[float]:
    """What a metric gives for the damaged scenes, told exactly what is in them."""
    model, pack, judge = SceneDamaged(kind=kind, amount=amount), load_pack("procedural"), METRICS[skill]().judge
    found = []
    for prompt in prompts:
        scene = model.scene(prompt, 3, series_in(prompt, pack="procedural", size=256))
        rows = [
            {"label": thing.name, "score": 1.0, "box": list(box), "colour": thing.colour}
            for thing, box in zip(scene.things, boxes_of(scene.things, pack, scene.camera), strict=True)
        ]
        score = judge(View(prompt, SAMPLE, {"scene_detector": {"boxes": rows}})).value
        assert score is not None
        found.append(score)
    return found


@pytest.mark.parametrize(("skill", "kind"), CASES)
def test_a_perfect_drawing_scores_best_and_more_damage_never_better(skill: Skill, kind: str) -> None:
    every = {"object": 2, "count": 7, "color": 11, "spatial": 147}[skill]  # cells to step over: about 12 prompts
    prompts = scenario(version="v1", skill=skill).load()[: 12 * every : every]
    by_amount = [scores(skill, kind, amount, prompts) for amount in (0.0, 0.3, 0.6, 1.0)]
    assert by_amount[0] == [1.0] * 12
    assert by_amount[-1] == [0.0] * 12
    for less, more in pairwise(by_amount):
        assert all(b <= a for a, b in zip(less, more, strict=True))
    assert sum(by_amount[1]) > sum(by_amount[2])
