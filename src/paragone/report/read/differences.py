"""The stored differences between the models of a run, from either side."""

from collections.abc import Mapping, Sequence

from paragone.analysis.changes import Change, turn
from paragone.analysis.differences import Pair, baselines_in

Pairs = Mapping[Pair, Sequence[Change]]


class StoredDifferences:
    """Models against each other, in the order of the ranking."""

    def __init__(self, stored: Pairs, models: Sequence[str]) -> None:
        self._stored = stored
        self._models = models

    def of(self, one: str, other: str) -> Sequence[Change] | None:
        """The differences other - one; None if these two were not compared."""
        if (one, other) in self._stored:
            return self._stored[one, other]
        back = self._stored.get((other, one))
        return None if back is None else [turn(change) for change in back]

    def against(self, baseline: str) -> dict[str, Sequence[Change]]:
        """Each other model's differences from a baseline, as far as they are stored."""
        return {model: found for model in self._models if (found := self.of(baseline, model)) is not None}

    @property
    def baselines(self) -> list[str]:
        """The models that every other was compared with."""
        compared = baselines_in(self._stored)
        return [model for model in self._models if model in compared]

    @property
    def pairs(self) -> Pairs:
        """Every pair that was compared, the better ranked first."""
        place = {model: number for number, model in enumerate(self._models)}
        ranked = sorted(tuple(sorted((place[one], place[other]))) for one, other in self._stored)
        names = ((self._models[one], self._models[other]) for one, other in ranked)
        return {(one, other): self.of(one, other) or [] for one, other in names}
