"""The effective number of different images among the drawn ones (Vendi score); needs no real images."""

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.types import Cohort, Direction, Estimate
from paragone.metrics._names import named
from paragone.metrics._rows import rows_of
from paragone.metrics._sets import needs_of, reach, refused
from paragone.stats.fidelity import vendi


@dataclass(frozen=True, slots=True)
class VendiScore:
    """The exponential of the entropy of the cosine similarity matrix's eigenvalues (Friedman and Dieng, 2023)."""

    features: str = "inception_fid"
    version: ClassVar[str] = "3"
    kind: ClassVar[Literal["set"]] = "set"
    needs_real: ClassVar[bool] = False
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (1.0, math.inf)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    @property
    def name(self) -> str:
        """With the feature space."""
        return named("vendi", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose vectors are compared."""
        return needs_of(self.features)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate:
        """The score with its interval."""
        rows = rows_of(drawn, self.features)
        if isinstance(rows, str):
            return refused(drawn, rows)
        count, prompts = len(rows.values), rows.prompts
        if count < 2:
            return refused(drawn, f"diversity needs 2 images, there are {count}")
        found = vendi(rows.values, clusters=rows.clusters)
        unit = "prompts" if prompts < count else "images"
        method = f"infinitesimal jackknife over {unit}; {rows.told('drawn')}"
        reason = f"{count} images; the score grows with their number, so compare at equal n only"
        if prompts < 2:
            reason += "; one prompt gives no interval"
            return Estimate(found.score, None, None, count, drawn.missing, method, reason)
        half = reach(found.standard_error, prompts - 1)
        low, high = max(found.score - half, 1.0), found.score + half
        return Estimate(found.score, low, high, count, drawn.missing, method, reason)


metric = VendiScore
