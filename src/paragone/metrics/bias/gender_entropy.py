"""The entropy of a prompt's perceived genders as a part of the largest: 1 is balance, 0 where all are of one kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import Direction, Score
from paragone.metrics.bias._of_people import GenderBalance, women_and_men
from paragone.stats.bias import entropy


@dataclass(frozen=True)
class GenderEntropy(GenderBalance):
    """Entropy in bits of the decided images' two shares."""

    known_as: ClassVar[str] = "Entropy of perceived gender"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def score(self, counts: Sequence[int]) -> Score:
        """One prompt."""
        return Score(entropy(counts), f"{women_and_men(counts)} perceived")


metric = GenderEntropy
