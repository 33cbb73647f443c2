"""Resampling prompts with replacement: how far a mean would move had other prompts been asked.

Every replicate is a row of counts (how often each prompt was drawn), so any mean is one matrix product. Replicates come
in chunks of bounded size: 100,000 prompts need no more memory than 1,000.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
CELLS = 200_000  # counts held at once: 1.6 MB stay in the processor's cache, which is five times as fast as not
FEW = 8  # with fewer prompts, resamples that hardly vary make bootstrap-t intervals absurdly wide
OVER_PROMPTS = "bootstrap over prompts"
PERCENTILE = "bootstrap over prompts (percentile)"
STUDENT = "student t over prompts"


class Interval(NamedTuple):
    """Two ends, and the name of the method that gave them."""

    low: float
    high: float
    method: str


def draw_counts(n: int, *, rng: np.random.Generator, resamples: int) -> Iterator[Array]:
    """Chunks of replicates  # (replicates, n): how often each of n units was drawn; every row sums to n."""
    rows = max(1, CELLS // n)
    for start in range(0, resamples, rows):
        size = min(rows, resamples - start)
        picks = rng.integers(0, n, size=(size, n))
        picks += n * np.arange(size)[:, None]
        yield np.bincount(picks.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)


def mean_interval(units: Array, *, rng: np.random.Generator, level: float, resamples: int) -> Interval:
    """The interval of the mean of two or more units  # (n,), which are prompts' scores or paired differences.

    Bootstrap-t (Efron 1982): each replicate's mean is taken in units of its own standard error, so skew is learnt from
    the data. Of the flavours tried it covers best (docs/statistics.md). Two cases need another way:
    - replicates that drew one value only have no standard error. Where these are not rare (scores mostly alike), the
      percentiles of the replicates' means are taken, widened for small n as Hesterberg (2015) does;
    - below 8 units a bootstrap has too little to draw from, and Student's t is used.
    """
    n = len(units)
    mean = math.fsum(units) / n
    largest = float(np.max(np.abs(units - mean)))
    centred = (units - mean) / largest  # squares of very large or small scores would overflow or vanish
    spread = math.sqrt(float(np.mean(centred**2)))
    if n < FEW:
        reach = _student(n, level) * spread * largest / math.sqrt(n - 1)
        return Interval(mean - reach, mean + reach, STUDENT)
    shifts, spreads = _replicates(centred, rng=rng, resamples=resamples)
    alone = spreads == 0
    if np.mean(alone) > (1 - level) / 10:
        tail = _widened_tail(n, level)
        low, high = np.clip(mean + largest * np.quantile(shifts, [tail, 1 - tail]), units.min(), units.max())
        return Interval(min(float(low), mean), max(float(high), mean), PERCENTILE)
    far = np.where(np.abs(shifts) > 1e-9 * spread, np.copysign(np.inf, shifts), 0.0)
    ratios = np.divide(shifts, spreads, out=far, where=~alone)
    tail = (1 - level) / 2
    below, above = largest * spread * np.quantile(ratios, [tail, 1 - tail])
    return Interval(min(mean - float(above), mean), max(mean - float(below), mean), OVER_PROMPTS)


def _replicates(centred: Array, *, rng: np.random.Generator, resamples: int) -> tuple[Array, Array]:
    """Mean and standard deviation of every replicate; the latter is 0 where one value only was drawn."""
    n = len(centred)
    powers = np.stack([centred, centred**2], axis=1)
    moments = np.concatenate([counts @ powers for counts in draw_counts(n, rng=rng, resamples=resamples)]) / n
    shifts, squares = moments[:, 0], moments[:, 1]
    variances = squares - shifts**2
    # Where both terms are equal but for rounding there is no spread: what is left of the difference is noise.
    return shifts, np.sqrt(np.where(variances > 1e-10 * squares, variances, 0.0))


def _student(n: int, level: float) -> float:
    """Student's t quantile with n - 1 degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(n - 1, (1 + level) / 2))


def _widened_tail(n: int, level: float) -> float:
    """The share to cut off each end so that the percentile interval is as wide as Student's where data are normal."""
    from scipy.special import ndtr

    return float(ndtr(-math.sqrt(n / (n - 1)) * _student(n, level)))
