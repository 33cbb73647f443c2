"""What the four skill metrics share: what was asked, what was found, and how to say it in words."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from paragone.core.components import ImageMetric
from paragone.core.errors import BadInput
from paragone.core.types import Direction, Prompt, Score, View
from paragone.metrics._names import named
from paragone.metrics.objects._detections import Detected
from paragone.scenes.geometry import Box
from paragone.scenes.vocabulary import Skill
from paragone.scenes.wording import Order, order_of, plural, with_article

Protocol: TypeAlias = Literal["strict", "dalleval", "heim"]
# Ours; DALL-Eval's code for counting (its paper prints 0.8 for colour); HEIM takes whatever its detector tells.
THRESHOLDS: dict[str, float] = {"strict": 0.4, "dalleval": 0.7, "heim": 0.05}
# Other detectors' words for our classes: COCO's, and those of older sets.
SAME = {
    "bicycle": "bike",
    "aeroplane": "airplane",
    "diningtable": "dining table",
    "pottedplant": "potted plant",
    "motorbike": "motorcycle",
}
OF_COCO = ("coco_detector", "detr", "paintskills_detr")  # detectors that know COCO's classes
NOT_IN_COCO = ("van",)


@dataclass(frozen=True, slots=True)
class Detection:
    """One detection."""

    label: str
    score: float
    box: Box
    colour: str | None = None
    also: Mapping[str, float] = field(default_factory=dict)  # the chances of other classes, where a detector tells them
    centre: tuple[float, float] | None = None  # as parts of the image's width and height, where these are known

    def chance_of(self, name: str) -> float:
        """How much it is like a class."""
        return self.score if self.label == name else self.also.get(name, 0.0)


@dataclass(frozen=True)
class SkillMetric(Detected, ImageMetric):
    """1 if a drawing shows what a prompt of one skill asks for, by a detector's boxes.

    It applies to prompts whose `expect` states an order of that skill, and to those whose text reads as one.
    """

    protocol: Protocol = "strict"
    detector: str = "scene_detector"
    threshold: float | None = None

    skill: ClassVar[Skill]
    known_as: ClassVar[str]  # for people
    version: ClassVar[str] = "3"
    reads: ClassVar[tuple[str, ...]] = ("text",)
    may_read: ClassVar[tuple[str, ...]] = ("objects", "relations", "scene")
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    binary: ClassVar[bool] = True
    aspects: ClassVar[tuple[str, ...]] = ("alignment", "reasoning")

    @property
    def name(self) -> str:
        """With the detector, whose domain decides what the number is worth, and the options that were changed."""
        return named(self)

    @property
    def title(self) -> str:
        """As the name has it, in words."""
        return self.name.replace(f"skill_{self.skill}", self.known_as + " ", 1)

    @property
    def least(self) -> float:
        """The least score of a detection that counts: the protocol's own unless another is given."""
        return THRESHOLDS[self.protocol] if self.threshold is None else self.threshold

    def applies(self, prompt: Prompt) -> bool:
        """To orders of this skill."""
        try:
            return order_of(prompt.expect, prompt.text).skill == self.skill
        except BadInput:
            return False

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        try:
            order = order_of(view.prompt.expect, view.prompt.text)
        except BadInput as error:
            return Score(None, str(error))
        if order.skill != self.skill:
            return Score(None, f"the prompt tests {order.skill}, not {self.skill}")
        strange = [name for name in order.names if name in NOT_IN_COCO and self.detector in OF_COCO]
        if strange:
            return Score(None, f"the detector {self.detector} has no class {strange[0]}; use scene_detector")
        return self.score(order, found_in(view, self.detector))

    @abstractmethod
    def score(self, order: Order, found: Sequence[Detection]) -> Score:
        """The score of what was found, the surest first."""


def found_in(view: View, detector: str) -> list[Detection]:
    """The detections, the surest first."""
    rows: Sequence[dict[str, Any]] = view.facts[detector]["boxes"]
    pixels = view.facts.get("pixels")
    size = (pixels["width"], pixels["height"]) if pixels else None
    return sorted((_found(row, size) for row in rows), key=lambda item: -item.score)


def _found(row: Mapping[str, Any], size: tuple[int, int] | None) -> Detection:
    box, label = Box(*row["box"]), SAME.get(row["label"], row["label"])
    also = {SAME.get(name, name): chance for name, chance in row.get("also", {}).items()}
    centre = (box.centre[0] / size[0], box.centre[1] / size[1]) if size else None
    if "centre" in row:  # of the whole box, which may reach beyond the image
        centre = (float(row["centre"][0]), float(row["centre"][1]))
    return Detection(label, float(row["score"]), box, row.get("colour"), also, centre)


def verdict(wanted: str, seen: str, *, is_right: bool) -> Score:
    """A score of 1 or 0 with its reason: `3 dogs`, or `2 dogs, not 3 dogs`."""
    return Score(1.0, seen) if is_right else Score(0.0, f"{seen}, not {wanted}")


def things(number: int, name: str) -> str:
    """A number of things in words.

    >>> things(1, "bus"), things(2, "bus"), things(0, "dog")
    ('1 bus', '2 buses', 'no dog')
    """
    return f"no {name}" if number == 0 else f"{number} {name if number == 1 else plural(name)}"


def listed(found: Sequence[Detection]) -> str:
    """What was found, in words.

    >>> listed([Detection("dog", 0.9, Box(0, 0, 1, 1)), Detection("dog", 0.8, Box(0, 0, 1, 1))])
    '2 dogs'
    """
    counts = Counter(item.label for item in found)
    return " and ".join(things(number, name) for name, number in counts.items()) or "nothing"


def one(name: str) -> str:
    """A single thing in words."""
    return with_article(name)
