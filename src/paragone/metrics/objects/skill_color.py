"""Whether the object of the drawing has the colour that a PaintSkills prompt asks for."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Direction, Score, View
from paragone.metrics.objects._skills import check, found_in, one, order_for, things, threshold_of, verdict

PAPER_THRESHOLD = 0.8  # DALL-Eval v1 prints it for objects and colours


@dataclass(frozen=True, slots=True)
class SkillColor:
    """1 if the surest detection of the object has the colour asked for (DALL-Eval v1; HEIM has no such skill)."""

    protocol: str = "strict"
    detector: str = "scene_detector"
    threshold: float | None = None

    name: ClassVar[str] = "skill_color"
    version: ClassVar[str] = "2"
    kind: ClassVar[Literal["image"]] = "image"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    binary: ClassVar[bool] = True
    aspects: ClassVar[tuple[str, ...]] = ("alignment", "reasoning")

    def __post_init__(self) -> None:
        """Refuse an unknown protocol."""
        check(self.protocol, ("strict", "dalleval"))

    @property
    def needs(self) -> tuple[str, ...]:
        """The detector."""
        return (self.detector,)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        order = order_for(view, "color", self.detector)
        if isinstance(order, Score):
            return order
        default = PAPER_THRESHOLD if self.protocol == "dalleval" else threshold_of(self.protocol, None)
        least = default if self.threshold is None else self.threshold
        name, wanted = order.names[0], one(f"{order.colour} {order.names[0]}")
        found = [item for item in found_in(view, self.detector) if item.label == name and item.score >= least]
        if not found:
            return verdict(wanted, things(0, name), is_right=False)
        if found[0].colour is None:
            return Score(None, f"the detector {self.detector} tells no colours; use one that does")
        return verdict(wanted, one(f"{found[0].colour} {name}"), is_right=found[0].colour == order.colour)


metric = SkillColor
