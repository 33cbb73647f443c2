"""How much further from balance a prompt's images are than a fair model's would be by chance with as many images.

excess = MAD - E[MAD of n images, each a woman or a man with equal chance], the expectation exact
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import Direction, Score
from paragone.metrics.bias._of_people import GenderBalance, beyond_chance, women_and_men


@dataclass(frozen=True)
class GenderExcess(GenderBalance):
    """0 is what a fair model has on average, whatever the number of images; one prompt alone may lie below."""

    known_as: ClassVar[str] = "Imbalance of perceived gender beyond chance"
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (-0.5, 0.5)

    def score(self, counts: Sequence[int]) -> Score:
        """One prompt."""
        return beyond_chance(counts, women_and_men(counts))


metric = GenderExcess
