"""Scores from kernel distances: over all pairs of different prompts, or over disjoint blocks of prompts."""

from typing import Literal

import numpy as np

from paragone.core.types import SetScore
from paragone.metrics._sets import Sides, influences_of
from paragone.metrics.fidelity._pairs import kernels_of
from paragone.stats.fidelity import discrepancy, gaussian, kernel_sums, polynomial

BLOCKS = 10
LARGEST_BLOCK = 1000  # images a side
ALL_PAIRS = "all pairs of different prompts, jackknife over"


def all_pairs(both: Sides, kernel: Literal["kid", "cmmd"]) -> SetScore:
    """The unbiased distance over all pairs of images of different prompts."""
    found = getattr(kernels_of(both), kernel)
    if both.prompts < 2:
        reason = "no interval: the images of a side are all of one prompt, so that all pairs count"
        return both.score(found.value, method="all pairs", reason=reason)
    influences = influences_of(both.names, found.influences)
    reason = "" if influences else "no interval: it needs 3 prompts a side"
    method = f"{ALL_PAIRS} {both.unit}"
    return both.score(found.value, method=method, reason=reason, influences=influences, degrees=found.degrees)


def over_blocks(both: Sides, kernel: Literal["kid", "cmmd"]) -> SetScore:
    """The mean over disjoint blocks of prompts, chosen by the prompts' names: quick, and less exact than all pairs."""
    largest = max(len(both.drawn), len(both.real))
    count = min(max(BLOCKS, -(-largest // LARGEST_BLOCK)), both.prompts // 2)
    if count < 2:
        return all_pairs(both, kernel)
    first, second = both.groups(count)
    kind = polynomial(both.drawn.shape[1]) if kernel == "kid" else gaussian()
    values = []
    for block in range(count):
        ours, theirs = (np.flatnonzero(side == block) for side in (first, second))
        part = Sides(both.ours.some(ours), both.theirs.some(theirs), 0)
        sums = kernel_sums(part.drawn, part.real, kind)
        values.append(discrepancy(part.drawn, part.real, kind, sums=sums, units=part.units).value)
    mean = float(np.mean(values))
    shares = (np.array(values) - mean) / np.sqrt(count * (count - 1))
    influences = influences_of([f"block {number + 1} of {count}" for number in range(count)], shares)
    return both.score(mean, method=f"mean over {count} disjoint blocks", influences=influences, degrees=count - 1)
