"""Whether the two objects of the drawing stand to each other as a PaintSkills prompt asks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import Score
from paragone.metrics.objects._skills import Found, SkillMetric, listed, one, verdict
from paragone.scenes.geometry import Box, relation_of
from paragone.scenes.vocabulary import Relation, Skill
from paragone.scenes.wording import RELATION_WORDS, Order

AXES = {"left": "beside", "right": "beside", "above": "over", "below": "over"}


@dataclass(frozen=True)
class SkillSpatial(SkillMetric):
    """1 if both objects are there and the larger offset of the second from the first is in the direction asked for.

    As DALL-Eval (Cho et al. 2023) and HEIM (Lee et al. 2023) ask it.

    `strict` wants exactly one detection of each class at or above the threshold (two for a pair of one class) and
    compares centres. `dalleval` takes the two surest detections, whatever their scores, and compares centres; in both,
    a pair of one class is right if the axis is. `heim` wants exactly one detection of each class and compares top-left
    corners, so that for a pair of one class a single object is right whenever below is asked for.
    """

    skill: ClassVar[Skill] = "spatial"
    title: ClassVar[str] = "Spatial accuracy"

    def score(self, order: Order, found: Sequence[Found]) -> Score:
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
        return _compare(pair, order, order.relation, is_heim=self.protocol == "heim")


metric = SkillSpatial


def _pair(found: Sequence[Found], order: Order) -> tuple[Found, Found] | None:
    """The two detections as the first and second object, if they are just these."""
    if len(found) != 2 or sorted(item.label for item in found) != sorted(order.names):
        return None
    first, second = found
    return (first, second) if first.label == order.names[0] else (second, first)


def _single_each(found: Sequence[Found], order: Order) -> tuple[Found, Found] | None:
    sides = [[item for item in found if item.label == name] for name in order.names]
    return (sides[0][0], sides[1][0]) if all(len(side) == 1 for side in sides) else None


def _compare(pair: tuple[Found, Found], order: Order, wanted: Relation, *, is_heim: bool) -> Score:
    first, second = (_corner(item.box) if is_heim else item.box for item in pair)
    seen = relation_of(second, first)
    is_alike = order.names[0] == order.names[1] and not is_heim
    is_right = AXES[seen] == AXES[wanted] if is_alike else seen == wanted
    words = f"{order.names[1]} {RELATION_WORDS[wanted if is_right else seen]} {order.names[0]}"
    return verdict(RELATION_WORDS[wanted], words, is_right=is_right)


def _corner(box: Box) -> Box:
    # A box of no size at the corner: its centre is the corner.
    return Box(box.x0, box.y0, box.x0, box.y0)
