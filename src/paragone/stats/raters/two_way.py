"""Chance in prompts and in people at once: errors of means whose ratings share prompts and share raters.

A rating is one draw of a prompt and one of a rater. With d_k what rating k contributes to the error of a number (its
influence), the variance is that of sums by prompt, and of sums by rater, less that of sums by both, which the other two
count twice (Cameron, Gelbach and Miller 2011; Owen 2007 names what plain two-way resampling overstates by). For the
difference of two models the contributions are subtracted first, so a rater's severity cancels where both were rated.
"""

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.types import Estimate
from paragone.stats.influences import half_width

Array = npt.NDArray[np.float64]
METHOD = "two-way over prompts and raters"
EVERYWHERE = (-math.inf, math.inf)


class TwoWay(NamedTuple):
    """A standard error and its degrees of freedom, with the parts that it comes from."""

    error: float
    degrees: float
    prompts: int
    raters: int
    by_prompt: float  # variance of sums by prompt
    by_rater: float  # of sums by rater
    by_both: float  # of sums by prompt and rater


def two_way(influences: Array, prompts: Sequence[Hashable], raters: Sequence[Hashable]) -> TwoWay:
    """The error of a number from the contribution of each rating, and the prompt and rater of each.

    >>> flat = np.array([1.0, -1.0, 1.0, -1.0]) / 4
    >>> two_way(flat, ["p", "p", "q", "q"], ["a", "b", "a", "b"]).by_prompt  # every prompt was treated alike
    0.0
    """
    p, r = _places(prompts), _places(raters)
    both = p * (int(r.max()) + 1) + r
    parts = [_variance(influences, places) for places in (p, r, np.unique(both, return_inverse=True)[1])]
    counts = int(p.max()) + 1, int(r.max()) + 1
    # Where the subtraction leaves less than one of the two alone, that one stands: it is there for sure.
    variance = max(parts[0] + parts[1] - parts[2], parts[0], parts[1] if parts[1] > parts[2] else 0.0)
    # As many degrees as the fewer of prompts and people have: of both together, more would be claimed than is known.
    return TwoWay(math.sqrt(variance), float(max(min(counts) - 1, 1)), *counts, *parts)


def two_way_mean(
    values: Sequence[float],
    prompts: Sequence[Hashable],
    raters: Sequence[Hashable],
    *,
    level: float = 0.95,
    bounds: tuple[float, float] = EVERYWHERE,
) -> Estimate:
    """The mean over prompts of the mean of their ratings, with its interval, cut at the ends of the scale."""
    numbers = np.asarray(values, dtype=np.float64)
    if not len(numbers):
        return Estimate(None, None, None, 0, reason="nobody has rated")
    found, parts = mean_parts(numbers, _places(prompts))
    return interval(found, parts, prompts, raters, level=level, bounds=bounds)


def mean_parts(values: Array, prompts: npt.NDArray[np.intp]) -> tuple[float, Array]:
    """The mean over prompts of their ratings' means, and what each rating contributes to its error."""
    counts = np.bincount(prompts)
    present = counts > 0
    means = np.bincount(prompts, weights=values)[present] / counts[present]
    value = math.fsum(means) / len(means)
    return value, (values - value) / counts[prompts] / len(means)


def interval(
    value: float,
    influences: Array,
    prompts: Sequence[Hashable],
    raters: Sequence[Hashable],
    *,
    level: float,
    bounds: tuple[float, float] = EVERYWHERE,
) -> Estimate:
    """The value with Student's interval from the two-way error; none where one prompt or one rater is all there is."""
    n = len(influences)
    found = two_way(influences, prompts, raters)
    if found.prompts < 2 or found.raters < 2:
        lone = "prompt" if found.prompts < 2 else "rater"
        return Estimate(value, None, None, n, reason=f"one {lone} gives no interval")
    half = half_width(found.error, degrees=found.degrees, level=level)
    return Estimate(value, max(value - half, bounds[0]), min(value + half, bounds[1]), n, method=METHOD)


def _places(names: Sequence[Hashable]) -> npt.NDArray[np.intp]:
    numbered: dict[Hashable, int] = {}
    return np.array([numbered.setdefault(name, len(numbered)) for name in names], dtype=np.intp)


def _variance(influences: Array, places: npt.NDArray[np.intp]) -> float:
    """Of sums by group, as if groups were drawn anew: the sum of squares, times G / (G - 1)."""
    sums = np.bincount(places, weights=influences)
    groups = len(sums)
    return float(sums @ sums) * (groups / (groups - 1) if groups > 1 else 1.0)
