"""Gaussian-kernel distance of unit-length embeddings (CMMD with CLIP vectors); assumes no normal distribution."""

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np

from paragone.core.types import Cohort, Direction, SetScore
from paragone.metrics._sets import joined, sides
from paragone.metrics.fidelity._against import AgainstReal
from paragone.metrics.fidelity._kernel import all_pairs, over_blocks
from paragone.metrics.fidelity._pairs import kernels_of


@dataclass(frozen=True, slots=True)
class Cmmd(AgainstReal):
    """1000 times the squared discrepancy with a Gaussian kernel of width 10 (Jayasumana et al., 2024).

    `strict`: unbiased, all pairs of images of different prompts. `blocks`: the mean over disjoint blocks of prompts,
    quick for very many images. `paper`: every pair as the published code has it, an image and itself too, which makes
    it too large for few images.
    """

    protocol: Literal["strict", "blocks", "paper"] = "strict"
    title: ClassVar[str] = "CMMD"
    version: ClassVar[str] = "3"
    direction: ClassVar[Direction | None] = "lower"

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The distance, which may fall a little below zero, with its influences by prompt."""
        both = sides(drawn, real, self.features)
        if isinstance(both, SetScore):
            return both
        if self.protocol == "blocks":
            return over_blocks(both, "cmmd")
        found = all_pairs(both, "cmmd")
        if self.protocol == "strict" or found.value is None:
            return found
        biased = kernels_of(both).cmmd_biased
        reason = f"images paired with themselves or their prompt add about {biased - found.value:.2g}"
        return replace(found, value=biased, reason=joined(reason, found.reason))


metric = Cmmd
