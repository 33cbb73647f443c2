"""The effective number of different images among the drawn ones (Vendi score); needs no real images."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.core.components import SetMetric
from paragone.core.types import Cohort, Direction, SetScore
from paragone.metrics._names import NamedByOptions
from paragone.metrics._rows import rows_of
from paragone.metrics._sets import influences_of, joined, needs_of, refused
from paragone.stats.fidelity import by_unit, degrees_of, vendi


@dataclass(frozen=True, slots=True)
class VendiScore(NamedByOptions, SetMetric):
    """The exponential of the entropy of the cosine similarity matrix's eigenvalues (Friedman and Dieng, 2023)."""

    features: str = "inception_fid"
    title: ClassVar[str] = "Vendi score"
    version: ClassVar[str] = "4"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (1.0, math.inf)
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose vectors are compared."""
        return needs_of(self.features)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The score with its influences by prompt."""
        rows = rows_of(drawn, self.features)
        if isinstance(rows, str):
            return refused(drawn, rows)
        count = len(rows.values)
        if count < 2:
            return refused(drawn, f"diversity needs 2 images, there are {count}")
        found = vendi(rows.values)
        names, units = rows.numbered()
        moved = by_unit(found.influence, units, len(names))
        influences = influences_of(names, moved)
        reason = f"{count} images; the score grows with their number, so compare at equal n only"
        return SetScore(
            found.score,
            count,
            drawn.missing,
            f"infinitesimal jackknife over {'images' if len(names) == count else 'prompts'}; {rows.in_words('drawn')}",
            joined(reason, "" if influences else "one prompt gives no interval"),
            influences,
            degrees_of(moved, len(names)),
        )


metric = VendiScore
