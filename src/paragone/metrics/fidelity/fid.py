"""Fréchet distance of the drawn to the real images in a feature space (FID with `inception_fid`)."""

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from paragone.core.types import Cohort, Direction, SetScore, Statistics
from paragone.metrics._sets import (
    Protocol,
    drawn_rows,
    influences_of,
    joined,
    over_resamples,
    refused,
    sides,
)
from paragone.metrics.fidelity._against import AgainstReal
from paragone.metrics.fidelity._frechet import Distance, distance_of, distance_to
from paragone.stats.fidelity import frechet_from_features

NOTABLE = 0.1  # share of the value from which a bias is more than a footnote
OF_THIS_N = "the interval is of the FID expected at this n, not of the FID of endless images"


@dataclass(frozen=True, slots=True)
class Fid(AgainstReal):
    """Between two normal distributions with the features' means and covariances (Heusel et al., 2017).

    The interval is that of the distance expected at this n; the upward bias of order 1/n is not in it, and the reason
    says about how large it is. `fid_infinity` removes it.
    """

    protocol: Protocol = "strict"
    title: ClassVar[str] = "FID"
    version: ClassVar[str] = "4"
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)
    takes_statistics: ClassVar[bool] = True
    is_squared: ClassVar[bool] = True

    @property
    def is_without_black(self) -> bool:
        """Under HEIM's protocol."""
        return self.protocol == "heim"

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The distance with its influences by prompt."""
        if real is not None and real.statistics is not None:
            return self._to_statistics(drawn, real.statistics)
        both = sides(drawn, real, self.features, protocol=self.protocol)
        if isinstance(both, SetScore):
            return both
        smallest, dimension = min(len(both.drawn), len(both.real)), both.drawn.shape[1]
        few = _too_few(both.counts, dimension) if smallest <= dimension else ""
        if self.protocol == "thesis":
            return over_resamples(frechet_from_features, both, rng, reason=few)
        found = distance_of(both)
        reason = joined(few, _warning(found, smallest / dimension))
        return both.score(found.value, method=found.how, reason=reason, **_chance(found))

    def _to_statistics(self, drawn: Cohort, real: Statistics) -> SetScore:
        rows = drawn_rows(drawn, self.features, protocol=self.protocol)
        if isinstance(rows, str):
            return refused(drawn, f"{rows} on the drawn side")
        if self.protocol == "thesis":
            return refused(drawn, "the thesis samples real images, and a file of statistics has none")
        count, dimension = rows.values.shape
        if count < 2 or dimension != len(real.mean):
            there = f"there are {count} of {dimension} features and statistics of {len(real.mean)}"
            return refused(drawn, f"it needs 2 drawn images and statistics of the same features, {there}")
        counts = f"{rows.in_words('drawn')}, statistics of {real.n or 'an unknown number of'} real"
        few = _too_few(counts, dimension) if count <= dimension else ""
        found, exact = distance_to(rows, real), "the real side is a file of statistics and counts as exact"
        reason = joined(few, exact, _warning(found, count / dimension))
        return SetScore(found.value, count, drawn.missing, f"{found.how}; {counts}", reason, **_chance(found))


metric = Fid


def _chance(found: Distance) -> dict[str, Any]:
    return {"influences": influences_of(found.names, found.influences), "degrees": found.degrees}


def _too_few(counts: str, dimension: int) -> str:
    """What a reader must know of a Fréchet distance below the dimension."""
    return (
        f"fewer images than the {dimension} feature dimensions ({counts}): the value is far too large "
        "and only comparable at equal n; kid or cmmd do not suffer from this"
    )


def _warning(found: Distance, images: float) -> str:
    """Of what the interval is, how large the bias is with so many images a dimension, or why there is no interval."""
    if not influences_of(found.names, found.influences):
        return "no interval: there are too few prompts to leave some out"
    if found.bias is None:
        return OF_THIS_N
    about = "about" if images > 2 else "at least"  # with few images a dimension, terms beyond 1/n add to it
    if found.bias < NOTABLE * found.value:
        return f"{OF_THIS_N}: {about} {found.bias:.2g} more"
    share = "all of it" if found.bias >= found.value else f"{found.bias / found.value:.0%} of it"
    advice = "compare at equal n, or use fid_infinity or kid"
    return f"{about} {found.bias:.2g}, {share}, is bias of this n: {advice}; {OF_THIS_N}"
