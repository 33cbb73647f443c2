"""Fréchet distance of the drawn to the real images in a feature space (FID with `inception_fid`)."""

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.errors import BadInput
from paragone.core.types import Cohort, Direction, Estimate
from paragone.metrics._names import named
from paragone.metrics._sets import Protocol, Sides, check_protocol, estimated, needs_of, over_resamples, reach, sides
from paragone.metrics.fidelity._frechet import distance_of
from paragone.stats.fidelity import frechet_from_features, group_jackknife


@dataclass(frozen=True, slots=True)
class Fid:
    """|m - m'|^2 + tr(S + S' - 2 (S S')^(1/2)) of the features' means and covariances (Heusel et al., 2017).

    The interval is that of the distance at this n; the upward bias of order 1/n is not in it (see `fid_infinity`).
    """

    features: str = "inception_fid"
    protocol: Protocol = "strict"
    version: ClassVar[str] = "3"
    kind: ClassVar[Literal["set"]] = "set"
    needs_real: ClassVar[bool] = True
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    def __post_init__(self) -> None:
        """Refuse an unknown protocol."""
        check_protocol(self.protocol, ("strict", "heim", "tise", "thesis"))

    @property
    def name(self) -> str:
        """With the feature space, and the protocol unless it is strict."""
        return named("fid", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose vectors are compared."""
        return needs_of(self.features, self.protocol)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate:
        """The distance with its interval."""
        both = sides(drawn, real, self.features, protocol=self.protocol)
        if isinstance(both, Estimate):
            return both
        reason = small_sample_warning(both)
        if self.protocol == "thesis":
            return over_resamples(frechet_from_features, both, rng, reason=reason)
        value, half, how = _with_error(both, rng)
        return estimated(value, half, both, method=f"{how}; {both.counts}", reason=reason, least=0.0)


metric = Fid


def small_sample_warning(both: Sides) -> str:
    """What a reader must know of a Fréchet distance below the dimension; '' above it."""
    if not both.is_small:
        return ""
    return (
        f"fewer images than the {both.drawn.shape[1]} feature dimensions ({both.counts}): the value is far too large "
        "and only comparable at equal n; kid or cmmd do not suffer from this"
    )


def _with_error(both: Sides, rng: np.random.Generator) -> tuple[float, float, str]:
    unit = "prompts" if both.is_clustered else "images"
    if not both.is_small:
        try:
            found = distance_of(both)
        except np.linalg.LinAlgError:  # a constant feature makes a covariance singular at any n
            pass
        else:
            return found.distance, reach(found.standard_error), f"infinitesimal jackknife over {unit}"
    value = frechet_from_features(both.drawn, both.real)
    try:
        left = group_jackknife(frechet_from_features, both.drawn, both.real, rng=rng, clusters=both.clusters)
    except BadInput:  # without a group there are fewer than two images
        return value, math.nan, f"no jackknife over {unit}"
    return value, reach(left.standard_error, left.groups - 1), f"jackknife leaving out {left.groups} groups of {unit}"
