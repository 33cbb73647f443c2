"""The Fréchet distance without the bias that few images give it (FID-infinity)."""

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.errors import BadInput
from paragone.core.types import Cohort, Direction, SetScore
from paragone.metrics._sets import Sides, influences_of, refused, sides
from paragone.metrics.fidelity._against import AgainstReal
from paragone.metrics.fidelity._frechet import error_of, varying
from paragone.stats.fidelity import Vector, degrees_of, frechet_extrapolated, frechet_infinity

QUARTERS = 4
POINTS = 15  # sizes of Chong and Forsyth
ENOUGH = 50  # prompts from which on the interval holds the truth in 93 % (docs/coverage.md)


@dataclass(frozen=True, slots=True)
class FidInfinity(AgainstReal):
    """What FID tends to with endless images on both sides.

    `strict`: 2 FID(n) - FID(n / 2), the latter the mean over six halves of both sides: the bias b_a / n_a + b_b / n_b
    is gone to first order, and nothing is left to chance. `paper`: the line through (1/n, FID of n drawn images)
    over 15 sizes of the drawn side alone (Chong and Forsyth, 2020); the bias of the real side's n stays.
    """

    protocol: Literal["strict", "paper"] = "strict"
    title: ClassVar[str] = "FID infinity"
    version: ClassVar[str] = "5"
    direction: ClassVar[Direction | None] = "lower"
    is_squared: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (-math.inf, math.inf)  # free of bias, so it may fall a little below zero

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The extrapolated distance with its influences by prompt."""
        both = sides(drawn, real, self.features)
        if isinstance(both, SetScore):
            return both
        try:
            return _over_sizes(both, rng) if self.protocol == "paper" else _over_halves(both)
        except BadInput as error:
            return refused(drawn, f"{error}; there are {both.counts}; use kid, which has no bias")


metric = FidInfinity


def _over_halves(both: Sides) -> SetScore:
    if both.prompts < QUARTERS:
        raise BadInput(f"it needs {QUARTERS} prompts a side to halve them")
    features = varying(both.drawn, both.real)
    value = frechet_extrapolated(features[0], features[1], both.groups(QUARTERS)) + features[2]
    return _with_influences(both, value, method=f"2 FID(n) - FID(n / 2) of both sides; jackknife over {both.unit}")


def _over_sizes(both: Sides, rng: np.random.Generator) -> SetScore:
    least = both.drawn.shape[1] * 5 // 4 + 3
    if min(len(both.drawn), len(both.real)) < least:
        raise BadInput(f"the line needs at least {least} images a side")
    line = frechet_infinity(both.drawn, both.real, rng=rng, points=POINTS)
    method = (
        f"line over {len(line.sizes)} sizes of the drawn side from {int(line.sizes[0])}; jackknife over {both.unit}"
    )
    # The line's own error is one more unit of chance.
    return _with_influences(both, line.value, method=method, line=line.error)


def _with_influences(both: Sides, value: float, *, method: str, line: float = 0.0) -> SetScore:
    try:
        influences: Vector = error_of(both).influences
    except np.linalg.LinAlgError:
        reason = "no interval: features that depend on each other make both covariances singular"
        return both.score(value, method=method, reason=reason)
    found = dict(influences_of(both.names, influences))
    if line and found:
        found["line over sizes"] = line
    reason = _caution(both.prompts) if found else "no interval: one prompt has nothing to be left out"
    return both.score(
        value, method=method, reason=reason, influences=found, degrees=degrees_of(influences, both.prompts)
    )


def _caution(prompts: int) -> str:
    """What is known of the interval where it falls short of its 95 %: few prompts leave some bias, and their errors."""
    if prompts >= ENOUGH:
        return ""
    return f"{prompts} prompts: such an interval holds the truth in about 92 % of cases"
