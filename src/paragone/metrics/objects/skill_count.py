"""Whether the drawing shows as many objects as a PaintSkills prompt asks for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import Score
from paragone.metrics.objects._skills import Detection, SkillMetric, things, verdict
from paragone.scenes.vocabulary import Skill
from paragone.scenes.wording import Order


@dataclass(frozen=True)
class SkillCount(SkillMetric):
    """1 if the number of objects of the class is the one asked for (DALL-Eval, Cho et al. 2023; HEIM, Lee et al. 2023).

    `strict` counts detections of the class at or above the threshold; `heim` those its detector tells at all.
    `dalleval` lets n be the number of detections of any class above 0.7 and counts the class among the n that are most
    like it, by the chance of the class that each detection has (0 where a detector tells the likeliest class alone).
    """

    skill: ClassVar[Skill] = "count"
    known_as: ClassVar[str] = "Count accuracy"

    def score(self, order: Order, found: Sequence[Detection]) -> Score:
        """The number of detections of the class."""
        name = order.names[0]
        if self.protocol == "dalleval":
            sure = sum(item.score > self.least for item in found)
            likest = sorted(found, key=lambda item: -item.chance_of(name))[:sure]
            number = sum(item.label == name for item in likest)
        else:
            number = sum(item.label == name and item.score >= self.least for item in found)
        return verdict(str(order.count), things(number, name), is_right=number == order.count)


metric = SkillCount
