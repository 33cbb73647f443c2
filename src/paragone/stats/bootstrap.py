"""Resampling prompts with replacement: how far a mean would move had other prompts been asked.

Every replicate is a row of counts (how often each prompt was drawn), so any mean is one matrix product. Replicates come
in chunks of bounded size: 100,000 prompts need no more memory than 1,000.
"""

import math
import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.stats.bounded import bounded_interval

Array = npt.NDArray[np.float64]
Ends = tuple[float, float]
CELLS = 200_000  # counts held at once: 1.6 MB stay in the processor's cache, which is five times as fast as not
KEPT_BYTES = 64_000_000  # of counts that are kept, a byte each: 25,000 prompts 2,000 times
MOST = 255  # that a byte holds
FEW = 8  # with fewer prompts, resamples that hardly vary make bootstrap-t intervals absurdly wide
OVER_PROMPTS = "bootstrap over prompts"
MOSTLY_ALIKE = "bootstrap over prompts (mostly alike)"
STUDENT = "student t over prompts"


class Interval(NamedTuple):
    """Two ends, and the name of the method that gave them."""

    low: float
    high: float
    method: str


class Drawn(NamedTuple):
    """Counts of all replicates, and the generator's state after they were drawn."""

    counts: npt.NDArray[np.uint8]
    after: Any


class Kept:
    """The last draws. The models of a run are resampled alike (docs/statistics.md), so each is asked for many times."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[str, Drawn] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, asked: str) -> Drawn | None:
        """What was drawn with this generator for so many units."""
        with self._lock:
            if asked in self._drawn:
                self._drawn.move_to_end(asked)
            return self._drawn.get(asked)

    def keep(self, asked: str, drawn: Drawn) -> None:
        """Keep a draw, and of earlier ones as many as there is room for."""
        with self._lock:
            self._drawn[asked] = drawn
            while sum(one.counts.nbytes for one in self._drawn.values()) > KEPT_BYTES:
                self._drawn.popitem(last=False)


_KEPT = Kept()


def draw_counts(n: int, *, rng: np.random.Generator, resamples: int) -> Iterator[Array]:
    """Chunks of replicates  # (replicates, n): how often each of n units was drawn; every row sums to n."""
    rows = max(1, CELLS // n)
    asked = f"{n} {resamples} {rng.bit_generator.state}"
    if (drawn := _KEPT.find(asked)) is not None:
        rng.bit_generator.state = drawn.after
        yield from (drawn.counts[start : start + rows].astype(np.float64) for start in range(0, resamples, rows))
        return
    kept = np.empty((resamples, n), dtype=np.uint8) if resamples * n <= KEPT_BYTES else None
    for start in range(0, resamples, rows):
        size = min(rows, resamples - start)
        picks = rng.integers(0, n, size=(size, n))
        picks += n * np.arange(size)[:, None]
        counts = np.bincount(picks.ravel(), minlength=size * n).reshape(size, n)
        if kept is not None and counts.max() <= MOST:
            kept[start : start + size] = counts
        else:
            kept = None
        yield counts.astype(np.float64)
    if kept is not None:
        _KEPT.keep(asked, Drawn(kept, rng.bit_generator.state))


def mean_interval(
    units: Array, *, rng: np.random.Generator, level: float, resamples: int, span: Ends | None = None
) -> Interval:
    """The interval of the mean of two or more units  # (n,), prompts' scores or paired differences, not all alike.

    Each end is the farther of two: bootstrap-t's (Efron 1982; each replicate's mean in units of its own standard error,
    so skew is learnt from the data) and Student's, which holds where tails are heavy (docs/coverage.md). But
    - replicates that drew one value only have no standard error. Where these are not rare (scores mostly alike), see
      `_of_mostly_alike`; `span` are the ends of the scale, if it has any;
    - below 8 units a bootstrap has too little to draw from, and Student's t stands alone.
    """
    units = np.sort(units)  # the order of prompts must not change what is drawn
    n = len(units)
    mean = math.fsum(units) / n
    largest = float(np.max(np.abs(units - mean)))
    centred = (units - mean) / largest  # squares of very large or small scores would overflow or vanish
    spread = math.sqrt(math.fsum(centred**2) / n)
    half_width = student(n, level) * spread * largest / math.sqrt(n - 1)
    if n < FEW:
        return Interval(mean - half_width, mean + half_width, STUDENT)
    shifts, spreads = _replicates(centred, rng=rng, resamples=resamples)
    alone = spreads == 0
    if np.mean(alone) > (1 - level) / 10:
        low, high = _of_mostly_alike(units, mean + largest * shifts, level=level, span=span)
        return Interval(min(low, mean - half_width), max(high, mean + half_width), MOSTLY_ALIKE)
    far = np.where(np.abs(shifts) > 1e-9 * spread, np.copysign(np.inf, shifts), 0.0)
    ratios = np.divide(shifts, spreads, out=far, where=~alone)
    tail = (1 - level) / 2
    below, above = largest * spread * np.quantile(ratios, [tail, 1 - tail])
    return Interval(mean - max(float(above), half_width), mean + max(-float(below), half_width), OVER_PROMPTS)


def _of_mostly_alike(units: Array, means: Array, *, level: float, span: Ends | None) -> Ends:
    """The wider of two intervals, for what was drawn and for what was not.

    These are the percentiles of the replicates' means, widened for small n as Hesterberg (2015) does, and Wilson's
    interval on the scale, or on the units' own range where the scale has no ends.
    """
    tail = _widened_tail(len(units), level)
    low, high = np.clip(np.quantile(means, [tail, 1 - tail]), units[0], units[-1])
    least, most = bounded_interval(units, (units[0], units[-1]) if span is None else span, level=level)
    return min(float(low), least), max(float(high), most)


def _replicates(centred: Array, *, rng: np.random.Generator, resamples: int) -> tuple[Array, Array]:
    """Mean and standard deviation of every replicate; the latter is 0 where one value only was drawn."""
    n = len(centred)
    powers = np.stack([centred, centred**2], axis=1)
    moments = np.concatenate([counts @ powers for counts in draw_counts(n, rng=rng, resamples=resamples)]) / n
    shifts, squares = moments[:, 0], moments[:, 1]
    variances = squares - shifts**2
    # Where both terms are equal but for rounding there is no spread: what is left of the difference is noise.
    return shifts, np.sqrt(np.where(variances > 1e-10 * squares, variances, 0.0))


def student(n: int, level: float) -> float:
    """Student's t quantile with n - 1 degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(n - 1, (1 + level) / 2))


def _widened_tail(n: int, level: float) -> float:
    """The share to cut off each end so that the percentile interval is as wide as Student's where data are normal."""
    from scipy.special import ndtr

    return float(ndtr(-math.sqrt(n / (n - 1)) * student(n, level)))
