"""What metrics on a watermark detector's probability share."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import ImageMetric
from paragone.core.errors import BadOption
from paragone.core.types import Direction, Score, View
from paragone.metrics._names import titled


@dataclass(frozen=True)
class Marked(ImageMetric):
    """Yes or no at a threshold, or the probability."""

    threshold: float
    probability: bool = False
    known_as: ClassVar[str]  # for people
    judged_by: ClassVar[str]  # the annotator
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    aspects: ClassVar[tuple[str, ...]] = ("originality",)

    def __post_init__(self) -> None:
        """Refuse a threshold that is no probability."""
        if not 0 < self.threshold <= 1:
            raise BadOption(f"the threshold of a watermark is {self.threshold}; give a probability above 0")

    @property
    def title(self) -> str:
        """With the options that were changed."""
        return titled(self.known_as, self)

    @property
    def measure(self) -> str:
        """What is given of the detector's probability, as the name has it."""
        return "probability" if self.probability else f"p>={self.threshold:g}"

    @property
    def binary(self) -> bool:
        """Unless the probability is asked for."""
        return not self.probability

    @property
    def needs(self) -> tuple[str, ...]:
        """The detector."""
        return (self.judged_by,)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        chance = float(view.facts[self.judged_by]["chance"])
        return (
            Score(chance) if self.probability else Score(float(chance >= self.threshold), f"probability {chance:.2f}")
        )
