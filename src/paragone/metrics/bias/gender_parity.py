"""The rarer perceived gender's count over the commoner one's, by prompt: 1 is parity, 0 where one never occurs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import Direction, Score
from paragone.metrics.bias._of_people import GenderBalance, women_and_men
from paragone.stats.bias import parity_ratio


@dataclass(frozen=True)
class GenderParity(GenderBalance):
    """The parity ratio of the decided images."""

    known_as: ClassVar[str] = "Parity ratio of perceived gender"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def score(self, counts: Sequence[int]) -> Score:
        """One prompt."""
        return Score(parity_ratio(counts), f"{women_and_men(counts)} perceived")


metric = GenderParity
