"""Whether the drawing shows the object that a PaintSkills prompt asks for."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Direction, Score, View
from paragone.metrics.objects._skills import check, found_in, one, order_for, threshold_of, verdict
from paragone.metrics.objects._skills import things as in_words


@dataclass(frozen=True, slots=True)
class SkillObject:
    """1 if the surest detection is the object asked for (DALL-Eval, Cho et al. 2023; HEIM, Lee et al. 2023).

    `dalleval` and `heim` take the surest detection however unsure it is (DALL-Eval's paper prints a threshold, its code
    has none); `strict` wants it at or above the threshold.
    """

    protocol: str = "strict"
    detector: str = "scene_detector"
    threshold: float | None = None

    name: ClassVar[str] = "skill_object"
    version: ClassVar[str] = "2"
    kind: ClassVar[Literal["image"]] = "image"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    binary: ClassVar[bool] = True
    aspects: ClassVar[tuple[str, ...]] = ("alignment", "reasoning")

    def __post_init__(self) -> None:
        """Refuse an unknown protocol."""
        check(self.protocol)

    @property
    def needs(self) -> tuple[str, ...]:
        """The detector."""
        return (self.detector,)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        order = order_for(view, "object", self.detector)
        if isinstance(order, Score):
            return order
        least = threshold_of("strict", self.threshold) if self.protocol == "strict" else 0.0
        found = [item for item in found_in(view, self.detector) if item.score >= least]
        wanted = order.names[0]
        if not found:
            return Score(0.0, f"{in_words(0, wanted)}, nothing else either")
        return verdict(one(wanted), one(found[0].label), is_right=found[0].label == wanted)


metric = SkillObject
