"""Whether the drawing shows as many objects as a PaintSkills prompt asks for."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Direction, Score, View
from paragone.metrics.objects._skills import check, found_in, order_for, things, threshold_of, verdict


@dataclass(frozen=True, slots=True)
class SkillCount:
    """1 if the number of objects of the class is the one asked for (DALL-Eval, Cho et al. 2023; HEIM, Lee et al. 2023).

    `strict` counts detections of the class at or above the threshold; `heim` those its detector tells at all.
    `dalleval` lets n be the number of detections of any class above 0.7 and counts the class among the n that are most
    like it, by the chance of the class that each detection has (0 where a detector tells the likeliest class alone).
    """

    protocol: str = "strict"
    detector: str = "scene_detector"
    threshold: float | None = None

    name: ClassVar[str] = "skill_count"
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
        order = order_for(view, "count", self.detector)
        if isinstance(order, Score):
            return order
        least, name = threshold_of(self.protocol, self.threshold), order.names[0]
        found = found_in(view, self.detector)
        if self.protocol == "dalleval":
            sure = sum(item.score > least for item in found)
            likest = sorted(found, key=lambda item: -item.chance_of(name))[:sure]
            number = sum(item.label == name for item in likest)
        else:
            number = sum(item.label == name and item.score >= least for item in found)
        return verdict(str(order.count), things(number, name), is_right=number == order.count)


metric = SkillCount
