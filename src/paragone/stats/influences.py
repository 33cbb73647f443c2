"""Intervals and differences from influences: what each unit of chance contributed to the error of a number.

The variance of a value is the sum of its squared influences; that of a difference between two models is the sum over
units of the squared differences, so that what both share (prompts, real images) counts once and mostly cancels.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from paragone.stats.bounded import bounded_interval
from paragone.stats.paired import Difference

Influences = Mapping[str, float]
ROUNDING = 1e-9  # of an error: what is less is none


class Ends(NamedTuple):
    """The two ends of an interval."""

    low: float
    high: float


class Influenced(NamedTuple):
    """A value with its influences by unit, and the degrees of freedom of their sum of squares."""

    value: float
    influences: Influences
    degrees: float = math.inf
    n: int = 0
    images: int | None = None  # where the value averages scores of so many single images
    is_squared: bool = False  # a squared distance


def standard_error(influences: Influences) -> float:
    """The root of the sum of squares.

    >>> standard_error({"a": 3.0, "b": -4.0})
    5.0
    """
    return math.sqrt(math.fsum(value * value for value in influences.values()))


def half_width(error: float, *, degrees: float, level: float) -> float:
    """Student's t (or the normal quantile) times the standard error."""
    from scipy.special import ndtri, stdtrit

    tail = (1 + level) / 2
    return float(error * (ndtri(tail) if math.isinf(degrees) else stdtrit(degrees, tail)))


def interval_of(found: Influenced, *, level: float, bounds: tuple[float, float] = (-math.inf, math.inf)) -> Ends:
    """The interval of a value at a level, cut at the bounds.

    A mean of single images' scores that lie within finite bounds is a kind of share: near an end a symmetric interval
    would lie, so the units' own values are put together again and get the interval of a bounded mean.
    """
    n = len(found.influences)
    if found.images is not None and all(map(math.isfinite, bounds)) and n > 1:
        units = found.value + np.array(list(found.influences.values())) * math.sqrt(n * (n - 1))
        return Ends(*bounded_interval(units, bounds, level=level, images=found.images))
    half = half_width(standard_error(found.influences), degrees=found.degrees, level=level)
    low, high = _ends(found.value, half, is_squared=found.is_squared)
    return Ends(max(low, bounds[0]), min(high, bounds[1]))


def _ends(value: float, half: float, *, is_squared: bool) -> Ends:
    """Half a width either way; of squared distances the end away from zero is as far as it is on the scale of roots.

    The error of a squared distance grows with its root, so that a sample that came out small has a small error as well
    and falls short: (sqrt(v) + h / (2 sqrt(v)))^2 = v + h + h^2 / (4 v). Values within h of zero are taken for h; the
    end towards zero stays, and with it what a test against zero says.
    """
    if not is_squared or half == 0:
        return Ends(value - half, value + half)
    farther = half + half**2 / (4 * max(abs(value), half))
    return Ends(value - half, value + farther) if value >= 0 else Ends(value - farther, value + half)


def difference_of(a: Influenced, b: Influenced, *, level: float) -> Difference:
    """How much higher b is than a, from influences by the same units."""
    from scipy.special import ndtr, stdtr

    units = a.influences.keys() | b.influences.keys()
    error = standard_error({unit: b.influences.get(unit, 0.0) - a.influences.get(unit, 0.0) for unit in units})
    # A value without chance, but for rounding, has no say in how well the error is known.
    degrees = min(one.degrees for one in (a, b) if standard_error(one.influences) >= ROUNDING * error)
    value = b.value - a.value
    half = half_width(error, degrees=degrees, level=level)
    if error > 0:
        ratio = -abs(value) / error
        p_value = 2 * float(ndtr(ratio) if math.isinf(degrees) else stdtr(degrees, ratio))
    else:
        # Without any spread the signs alone speak: all units favour one model by chance in 2 of 2^n cases.
        p_value = 1.0 if value == 0 else min(1.0, 2 * 0.5 ** len(units))
    method = f"difference of the influences of {len(units)} units"
    low, high = _ends(value, half, is_squared=a.is_squared)
    return Difference(value, low, high, p_value, min(a.n, b.n), 0, method)
