"""Kernel distance of the drawn to the real images in a feature space (KID with `inception_fid`); unbiased at any n."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.types import Cohort, Direction, SetScore
from paragone.metrics._sets import Sides, over_resamples, refused, sides
from paragone.metrics.fidelity._against import AgainstReal
from paragone.metrics.fidelity._kernel import all_pairs, over_blocks
from paragone.stats.fidelity import kernel_distance, kernel_distance_subsets

HEIM_SIZE = 1000
HEIM_SUBSETS = 100
HEIM_SEED = 2020  # torch-fidelity's


@dataclass(frozen=True, slots=True)
class Kid(AgainstReal):
    """The squared maximum mean discrepancy with a cubic kernel (Binkowski et al., 2018).

    `strict`: all pairs of images of different prompts. `blocks`: the mean over disjoint blocks of prompts, quick for
    very many images. `heim`: the mean over 100 subsets of 1,000 that overlap, the very ones of torch-fidelity.
    `thesis`: the mean over 10 samples of the real set. All but `strict` and `blocks` count pairs of one prompt too.
    """

    protocol: Literal["strict", "blocks", "heim", "thesis"] = "strict"
    title: ClassVar[str] = "KID"
    version: ClassVar[str] = "3"
    direction: ClassVar[Direction | None] = "lower"
    is_squared: ClassVar[bool] = True

    @property
    def is_without_black(self) -> bool:
        """Under HEIM's protocol."""
        return self.protocol == "heim"

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The distance, which may fall a little below zero, with its influences by prompt."""
        both = sides(drawn, real, self.features, protocol=self.protocol)
        if isinstance(both, SetScore):
            return both
        if self.protocol == "thesis":
            return over_resamples(kernel_distance, both, rng, reason="")
        if self.protocol == "blocks":
            return over_blocks(both, "kid")
        if self.protocol == "strict":
            return all_pairs(both, "kid")
        if min(len(both.drawn), len(both.real)) < HEIM_SIZE:
            return refused(drawn, f"HEIM gives no KID below {HEIM_SIZE} images a side, there are {both.counts}")
        return _subsets(both)


metric = Kid


def _subsets(both: Sides) -> SetScore:
    """HEIM's number; chance is that of all pairs, and of the choice of subsets."""
    rng = np.random.RandomState(HEIM_SEED)
    values = kernel_distance_subsets(both.drawn, both.real, rng=rng, subsets=HEIM_SUBSETS, size=HEIM_SIZE)
    whole = all_pairs(both, "kid")
    chosen = {"subsets": float(values.std(ddof=1) / np.sqrt(HEIM_SUBSETS))} if whole.influences else {}
    return both.score(
        float(values.mean()),
        method=f"mean over {HEIM_SUBSETS} subsets of {HEIM_SIZE}; influences of all pairs over {both.unit}",
        reason=whole.reason,
        influences={**whole.influences, **chosen},
        degrees=whole.degrees,
    )
