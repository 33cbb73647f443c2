"""Whether the object of the drawing has the colour that a PaintSkills prompt asks for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Score
from paragone.metrics.objects._skills import THRESHOLDS, Detection, SkillMetric, one, things, verdict
from paragone.scenes.vocabulary import Skill
from paragone.scenes.wording import Order

PAPER_THRESHOLD = 0.8  # DALL-Eval v1 prints it for objects and colours


@dataclass(frozen=True)
class SkillColor(SkillMetric):
    """1 if the surest detection of the object has the colour asked for (DALL-Eval v1; HEIM has no such skill).

    `strict` wants it at or above the threshold, `dalleval` above 0.8, as its paper prints.
    """

    skill: ClassVar[Skill] = "color"
    known_as: ClassVar[str] = "Colour accuracy"
    protocol: Literal["strict", "dalleval"] = "strict"

    @property
    def least(self) -> float:
        """The paper's own for DALL-Eval."""
        default = PAPER_THRESHOLD if self.protocol == "dalleval" else THRESHOLDS[self.protocol]
        return default if self.threshold is None else self.threshold

    def score(self, order: Order, found: Sequence[Detection]) -> Score:
        """The colour of the surest detection of the object."""
        name, wanted = order.names[0], one(f"{order.colour} {order.names[0]}")
        sure = [item for item in found if item.label == name and self._is_sure(item.score)]
        if not sure:
            return verdict(wanted, things(0, name), is_right=False)
        if sure[0].colour is None:
            return Score(None, f"the detector {self.detector} tells no colours; use one that does")
        return verdict(wanted, one(f"{sure[0].colour} {name}"), is_right=sure[0].colour == order.colour)

    def _is_sure(self, score: float) -> bool:
        return score > self.least if self.protocol == "dalleval" else score >= self.least


metric = SkillColor
