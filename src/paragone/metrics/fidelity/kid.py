"""Kernel distance of the drawn to the real images in a feature space (KID with `inception_fid`); unbiased at any n."""

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.types import Cohort, Direction, Estimate
from paragone.metrics._names import named
from paragone.metrics._sets import Sides, check_protocol, needs_of, over_resamples, refused, sides
from paragone.metrics.fidelity._blocks import block_size, from_blocks, from_prompts
from paragone.stats.fidelity import (
    kernel_distance,
    kernel_distance_blocks,
    kernel_distance_subsets,
    kernel_jackknife,
    polynomial,
)

HEIM_SIZE = 1000
HEIM_SUBSETS = 100


@dataclass(frozen=True, slots=True)
class Kid:
    """The squared maximum mean discrepancy with the kernel (x'y / d + 1)^3 (Binkowski et al., 2018).

    `strict`: the mean over disjoint blocks of at most 1,000 images, which also give the interval. `heim`: the mean over
    100 subsets of 1,000 that overlap (torch-fidelity's defaults); the interval is still that of disjoint blocks. Where
    images share prompts, prompts are left out in groups instead.
    """

    features: str = "inception_fid"
    protocol: Literal["strict", "heim", "thesis"] = "strict"
    version: ClassVar[str] = "2"
    kind: ClassVar[Literal["set"]] = "set"
    needs_real: ClassVar[bool] = True
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (-math.inf, math.inf)  # unbiased, so it may fall a little below zero
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    def __post_init__(self) -> None:
        """Refuse an unknown protocol."""
        check_protocol(self.protocol, ("strict", "heim", "thesis"))

    @property
    def name(self) -> str:
        """With the feature space, and the protocol unless it is strict."""
        return named("kid", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose vectors are compared."""
        return needs_of(self.features, self.protocol)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate:
        """The distance with its interval."""
        both = sides(drawn, real, self.features, protocol=self.protocol)
        if isinstance(both, Estimate):
            return both
        if self.protocol == "thesis":
            return over_resamples(kernel_distance, both, rng, reason="")
        if self.protocol == "heim" and min(len(both.drawn), len(both.real)) < HEIM_SIZE:
            return refused(drawn, f"HEIM gives no KID below {HEIM_SIZE} images a side, there are {both.counts}")
        if both.is_clustered:
            kernel = polynomial(both.drawn.shape[1])
            found = kernel_jackknife(both.drawn, both.real, kernel, clusters=both.clusters, rng=rng)
            return from_prompts(found, both, value=self._value(both, rng))
        blocks = kernel_distance_blocks(both.drawn, both.real, rng=rng, size=block_size(both))
        return from_blocks(blocks, both, value=self._value(both, rng))

    def _value(self, both: Sides, rng: np.random.Generator) -> float | None:
        if self.protocol == "strict":
            return None  # the mean of the blocks
        chosen = kernel_distance_subsets(both.drawn, both.real, rng=rng, subsets=HEIM_SUBSETS, size=HEIM_SIZE)
        return float(chosen.mean())


metric = Kid
