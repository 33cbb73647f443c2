"""The Fréchet distance that endless images would have, extrapolated over 1/n (FID-infinity)."""

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.types import Cohort, Direction, Estimate
from paragone.metrics._names import named
from paragone.metrics._sets import estimated, needs_of, reach, refused, sides
from paragone.metrics.fidelity._frechet import distance_of
from paragone.stats.fidelity import Extrapolation, frechet_infinity


@dataclass(frozen=True, slots=True)
class FidInfinity:
    """The intercept of the line through (1/n, FID of n drawn images), over 15 sizes (Chong and Forsyth, 2020)."""

    features: str = "inception_fid"
    points: int = 15
    version: ClassVar[str] = "3"
    kind: ClassVar[Literal["set"]] = "set"
    needs_real: ClassVar[bool] = True
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (-math.inf, math.inf)  # a line may cross zero
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    @property
    def name(self) -> str:
        """With the feature space."""
        return named("fid_infinity", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose vectors are compared."""
        return needs_of(self.features)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate:
        """The intercept; its error is that of the distance at the largest n joined with that of the line."""
        both = sides(drawn, real, self.features)
        if isinstance(both, Estimate):
            return both
        least = both.drawn.shape[1] * 5 // 4 + 3
        if min(len(both.drawn), len(both.real)) < least:
            return refused(drawn, f"the line needs at least {least} images a side, there are {both.counts}; use kid")
        line = frechet_infinity(both.drawn, both.real, rng=rng, points=self.points)
        method = f"line over {len(line.sizes)} sizes from {int(line.sizes[0])}; {both.counts}"
        try:
            found = distance_of(both)
        except np.linalg.LinAlgError:
            reason = "a constant feature makes the covariance singular, so the line has no error"
            return Estimate(line.value, None, None, len(both.drawn), both.missing, method, reason)
        error = math.hypot(found.standard_error, _error_of(line))
        method = f"{method}; infinitesimal jackknife and the line's own error"
        return estimated(line.value, reach(error), both, method=method)


metric = FidInfinity


def _error_of(line: Extrapolation) -> float:
    """The standard error of the intercept of a least-squares line."""
    x = 1.0 / line.sizes
    spare = len(x) - 2
    if spare < 1:
        return 0.0
    rest = line.distances - (line.value + line.slope * x)
    return float(np.sqrt((rest @ rest) / spare * (1 / len(x) + x.mean() ** 2 / ((x - x.mean()) ** 2).sum())))
