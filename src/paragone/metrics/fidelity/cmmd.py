"""Gaussian-kernel distance of unit-length embeddings (CMMD with CLIP vectors); assumes no normal distribution."""

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.types import Cohort, Direction, Estimate
from paragone.metrics._names import named
from paragone.metrics._sets import check_protocol, needs_of, sides
from paragone.metrics.fidelity._blocks import block_size, from_blocks, from_prompts
from paragone.stats.fidelity import cmmd, cmmd_blocks, gaussian, kernel_jackknife


@dataclass(frozen=True, slots=True)
class Cmmd:
    """1000 times the squared discrepancy with exp(-|x - y|^2 / (2 sigma^2)), sigma 10 (Jayasumana et al., 2024).

    `strict`: unbiased, the mean over disjoint blocks. `paper`: as the published code computes it, diagonal and all.
    """

    features: str = "inception_fid"
    protocol: Literal["strict", "paper"] = "strict"
    version: ClassVar[str] = "2"
    kind: ClassVar[Literal["set"]] = "set"
    needs_real: ClassVar[bool] = True
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (-math.inf, math.inf)  # unbiased, so it may fall a little below zero
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    def __post_init__(self) -> None:
        """Refuse an unknown protocol."""
        check_protocol(self.protocol, ("strict", "paper"))

    @property
    def name(self) -> str:
        """With the feature space, and the protocol unless it is strict."""
        return named("cmmd", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose vectors are compared."""
        return needs_of(self.features)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate:
        """The distance with its interval."""
        both = sides(drawn, real, self.features)
        if isinstance(both, Estimate):
            return both
        value = cmmd(both.drawn, both.real) if self.protocol == "paper" else None
        if both.is_clustered:
            found = kernel_jackknife(both.drawn, both.real, gaussian(scale=1000.0), clusters=both.clusters, rng=rng)
            return from_prompts(found, both, value=value)
        blocks = cmmd_blocks(both.drawn, both.real, rng=rng, size=block_size(both))
        return from_blocks(blocks, both, value=value)


metric = Cmmd
