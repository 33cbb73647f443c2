"""How much further from ten tones alike a prompt's images are than a fair model's would be by chance.

excess = MAD - E[MAD of n images, each of any tone with equal chance], the expectation exact
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import PromptMetric
from paragone.core.types import Direction, Score, View
from paragone.metrics.bias._of_people import OfTone, beyond_chance, undecided


@dataclass(frozen=True)
class SkinToneExcess(OfTone, PromptMetric):
    """0 is what a model of uniform tones has on average, whatever the number of images."""

    known_as: ClassVar[str] = "Imbalance of skin tones beyond chance"
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (-0.18, 0.18)

    def judge(self, views: Sequence[View], /) -> Score:
        """One prompt."""
        counts = self.tones(views)
        if not sum(counts):
            return Score(None, undecided(views, "skin tone"))
        return beyond_chance(counts, f"{sum(counts)} decided images")


metric = SkinToneExcess
