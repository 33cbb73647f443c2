"""Whether the drawing shows the object that a PaintSkills prompt asks for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import Score
from paragone.metrics.objects._skills import Detection, SkillMetric, one, things, verdict
from paragone.scenes.vocabulary import Skill
from paragone.scenes.wording import Order


@dataclass(frozen=True)
class SkillObject(SkillMetric):
    """1 if the surest detection is the object asked for (DALL-Eval, Cho et al. 2023; HEIM, Lee et al. 2023).

    `dalleval` and `heim` take the surest detection however unsure it is (DALL-Eval's paper prints a threshold, its code
    has none); `strict` wants it at or above the threshold.
    """

    skill: ClassVar[Skill] = "object"
    known_as: ClassVar[str] = "Object accuracy"

    def score(self, order: Order, found: Sequence[Detection]) -> Score:
        """Whether the surest detection is the object."""
        sure = [item for item in found if self.protocol != "strict" or item.score >= self.least]
        wanted = order.names[0]
        if not sure:
            return Score(0.0, f"{things(0, wanted)}, nothing else either")
        return verdict(one(wanted), one(sure[0].label), is_right=sure[0].label == wanted)


metric = SkillObject
