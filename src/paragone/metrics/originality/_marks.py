"""What metrics on a watermark detector's probability share."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import ImageMetric
from paragone.core.errors import BadOption
from paragone.core.types import Direction, Score


@dataclass(frozen=True)
class Marked(ImageMetric):
    """Yes or no at a threshold, or the probability."""

    threshold: float
    probability: bool = False
    judged_by: ClassVar[str]  # the annotator
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    aspects: ClassVar[tuple[str, ...]] = ("originality",)

    def __post_init__(self) -> None:
        """Refuse a threshold that is no probability."""
        if not 0 < self.threshold <= 1:
            raise BadOption(f"the threshold of a watermark is {self.threshold}; give a probability above 0")

    @property
    def binary(self) -> bool:
        """Unless the probability is asked for."""
        return not self.probability

    @property
    def needs(self) -> tuple[str, ...]:
        """The detector."""
        return (self.judged_by,)

    def of_chance(self, chance: float) -> Score:
        """The score of a probability."""
        return (
            Score(chance) if self.probability else Score(float(chance >= self.threshold), f"probability {chance:.2f}")
        )
