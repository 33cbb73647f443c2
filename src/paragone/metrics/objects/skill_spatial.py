"""Whether the two objects of the drawing stand to each other as a PaintSkills prompt asks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import Score
from paragone.metrics.objects._skills import Detection, SkillMetric, listed, one, verdict
from paragone.scenes.geometry import Box, relation_of
from paragone.scenes.vocabulary import Relation, Skill
from paragone.scenes.wording import RELATION_WORDS, Order

AXES = {"left": "beside", "right": "beside", "above": "over", "below": "over"}


@dataclass(frozen=True)
class SkillSpatial(SkillMetric):
    """1 if both objects are there and the larger offset of the second from the first is in the direction asked for.

    As DALL-Eval (Cho et al. 2023) and HEIM (Lee et al. 2023) ask it.

    `strict` wants exactly one detection of each class at or above the threshold (two for a pair of one class) and
    compares centres in pixels. `dalleval` takes the two surest detections, whatever their scores, and compares centres
    as parts of width and height. `heim` wants exactly one detection of each class and compares top-left corners. A pair
    of one class is right if the axis is; with `heim` a single object is such a pair, right if above or below is asked.
    """

    skill: ClassVar[Skill] = "spatial"
    known_as: ClassVar[str] = "Spatial accuracy"

    def score(self, order: Order, found: Sequence[Detection]) -> Score:
        """How the two objects stand to each other."""
        assert order.relation is not None  # an Order of this skill has one
        if self.protocol == "dalleval":
            pair = _pair(found[:2], order)
        else:
            found = [item for item in found if item.score >= self.least]
            asked = [item for item in found if item.label in order.names]
            pair = _single_each(asked, order) if self.protocol == "heim" else _pair(asked, order)
        if pair is None:
            wanted = " and ".join(one(name) for name in order.names)
            return Score(0.0, f"{listed(found[:4])}, not {wanted}")
        first, second = (self._point(item) for item in pair)
        return _compare(first, second, order, order.relation)

    @property
    def needs(self) -> tuple[str, ...]:
        """The detector, and the image's size where centres are parts of it."""
        return (self.detector, "pixels") if self.protocol == "dalleval" else (self.detector,)

    def _point(self, item: Detection) -> Box:
        """Where a detection is, as a box of no size."""
        x, y = (item.box.x0, item.box.y0) if self.protocol == "heim" else item.box.centre
        if self.protocol == "dalleval" and item.centre:
            x, y = item.centre
        return Box(x, y, x, y)


metric = SkillSpatial


def _pair(found: Sequence[Detection], order: Order) -> tuple[Detection, Detection] | None:
    """The two detections as the first and second object, if they are just these."""
    if len(found) != 2 or sorted(item.label for item in found) != sorted(order.names):
        return None
    first, second = found
    return (first, second) if first.label == order.names[0] else (second, first)


def _single_each(found: Sequence[Detection], order: Order) -> tuple[Detection, Detection] | None:
    sides = [[item for item in found if item.label == name] for name in order.names]
    return (sides[0][0], sides[1][0]) if all(len(side) == 1 for side in sides) else None


def _compare(first: Box, second: Box, order: Order, wanted: Relation) -> Score:
    seen = relation_of(second, first)
    is_alike = order.names[0] == order.names[1]
    is_right = AXES[seen] == AXES[wanted] if is_alike else seen == wanted
    words = f"{order.names[1]} {RELATION_WORDS[wanted if is_right else seen]} {order.names[0]}"
    return verdict(RELATION_WORDS[wanted], words, is_right=is_right)
