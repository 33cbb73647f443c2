"""The difference of two set metrics' values, with an interval from how much each prompt contributes to their errors."""

import math
from collections.abc import Mapping
from typing import NamedTuple

from paragone.stats.paired import Difference

METHOD = "paired influences of prompts"


class SetValue(NamedTuple):
    """One model's value of a set metric, and each prompt's first-order contribution to its error.

    The variance of the value is the sum of squared influences; None where they are not known.
    """

    value: float | None
    n: int
    influences: Mapping[str, float] | None  # by prompt id


def set_difference(a: SetValue, b: SetValue, *, level: float) -> Difference:
    """The difference b - a, its t interval and two-sided p-value.

    Both errors come from the same prompts, so the variance of the difference is the sum over prompts of the squared
    difference of the two influences; a prompt that only one set has counts with the other's influence at zero. There
    are as many degrees of freedom as prompts, less one.

    >>> a, b = (SetValue(v, 2, {"p": i, "q": -i}) for v, i in ((1.0, 0.1), (2.0, 0.4)))
    >>> round(set_difference(a, b, level=0.5).low, 6)  # variance 2 * 0.3 ** 2, one degree of freedom: t = 1
    0.575736
    """
    value = None if a.value is None or b.value is None else b.value - a.value
    if value is None or a.influences is None or b.influences is None:
        reason = "one of the sets has no value" if value is None else "one number a set, and no influences of prompts"
        return Difference(value, None, None, None, min(a.n, b.n), 0, reason=reason)
    units = a.influences.keys() | b.influences.keys()
    shared = len(a.influences.keys() & b.influences.keys())
    unmatched = len(units) - shared
    if len(units) < 2:
        reason = "one prompt gives no interval: chance between prompts cannot be seen"
        return Difference(value, None, None, None, shared, unmatched, reason=reason)
    gaps = (b.influences.get(unit, 0.0) - a.influences.get(unit, 0.0) for unit in units)
    error = math.sqrt(math.fsum(gap * gap for gap in gaps))
    half_width, p_value = _student(value, error, len(units) - 1, level)
    return Difference(value, value - half_width, value + half_width, p_value, shared, unmatched, METHOD)


def _student(value: float, error: float, freedom: int, level: float) -> tuple[float, float]:
    """Half the width of the interval, and the two-sided p-value of no difference."""
    from scipy.special import stdtr, stdtrit

    if error == 0.0:
        return 0.0, 1.0 if value == 0.0 else 0.0
    return float(stdtrit(freedom, (1 + level) / 2)) * error, 2 * float(stdtr(freedom, -abs(value) / error))
