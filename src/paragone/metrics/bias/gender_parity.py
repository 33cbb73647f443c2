"""The rarer perceived gender's count over the commoner one's, by prompt: 1 is parity, 0 where one never occurs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import PromptMetric
from paragone.core.types import Direction, Score, View
from paragone.metrics.bias._of_people import OfGender, undecided
from paragone.stats.bias import parity_ratio


@dataclass(frozen=True)
class GenderParity(OfGender, PromptMetric):
    """The parity ratio of the decided images."""

    label: ClassVar[str] = "gender_parity"
    known_as: ClassVar[str] = "Parity ratio of perceived gender"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def judge(self, views: Sequence[View], /) -> Score:
        """One prompt."""
        counts = self.counts(views)
        if not sum(counts):
            return Score(None, undecided(views, "perceived gender"))
        return Score(parity_ratio(counts), f"{counts[0]} women and {counts[1]} men perceived")


metric = GenderParity
