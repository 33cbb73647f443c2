"""The entropy of a prompt's perceived genders as a part of the largest: 1 is balance, 0 where all are of one kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import PromptMetric
from paragone.core.types import Direction, Score, View
from paragone.metrics.bias._of_people import OfGender, undecided
from paragone.stats.bias import entropy


@dataclass(frozen=True)
class GenderEntropy(OfGender, PromptMetric):
    """Entropy in bits of the decided images' two shares."""

    label: ClassVar[str] = "gender_entropy"
    known_as: ClassVar[str] = "Entropy of perceived gender"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def judge(self, views: Sequence[View], /) -> Score:
        """One prompt."""
        counts = self.counts(views)
        if not sum(counts):
            return Score(None, undecided(views, "perceived gender"))
        return Score(entropy(counts), f"{counts[0]} women and {counts[1]} men perceived")


metric = GenderEntropy
