"""Estimates from disjoint blocks of images: independent values, so their spread is an honest error."""

import numpy as np

from paragone.core.types import Estimate
from paragone.metrics._sets import Sides, estimated, reach
from paragone.stats.fidelity import KernelEstimate, Vector

LARGEST = 1000
WANTED = 10


def block_size(both: Sides) -> int:
    """Ten blocks or more of at most 1,000 images, and of at least 2."""
    return max(2, min(LARGEST, min(len(both.drawn), len(both.real)) // WANTED))


def from_blocks(blocks: Vector, both: Sides, *, value: float | None = None) -> Estimate:
    """The mean of the blocks (or the value given) with Student's interval over the blocks."""
    centre = float(blocks.mean()) if value is None else value
    method = f"{len(blocks)} disjoint blocks of {block_size(both)}; {both.counts}"
    if len(blocks) < 2:
        reason = "one block gives no interval; draw at least 4 images a side"
        return Estimate(centre, None, None, len(both.drawn), both.missing, method, reason)
    half = reach(float(blocks.std(ddof=1) / np.sqrt(len(blocks))), len(blocks) - 1)
    return Estimate(centre, centre - half, centre + half, len(both.drawn), both.missing, method)


def from_prompts(found: KernelEstimate, both: Sides, *, value: float | None = None) -> Estimate:
    """The value with Student's interval over groups of prompts, for images that share prompts."""
    how = f"jackknife leaving out {found.groups} groups of prompts, {found.blocks} blocks; {both.counts}"
    half = reach(found.standard_error, max(found.groups - 1, 1))
    return estimated(found.value if value is None else value, half, both, method=how)
