"""Intervals for coefficients between -1 and 1 (correlations, agreement), from leaving out one prompt at a time."""

import math

import numpy as np

from paragone.stats.bootstrap import Array, student
from paragone.stats.bounded import Ends, bounded_interval

METHOD = "jackknife over prompts (Fisher's z)"
OVER_PAIRS = "jackknife over pairs (Fisher's z)"
LEAST_UNITS = 8  # of fewer the spread of the coefficient is a guess
FEW_DISAGREE = 5  # with fewer units that disagree at all, leaving one out says little about how many there might be
OF_DISAGREEMENTS = "wilson over prompts (of disagreements)"


def coefficient_interval(value: float, left_out: Array, *, level: float) -> Ends:
    """The ends for a coefficient, given what it is with each of n units left out  # (n,); NaN where it is not defined.

    On Fisher's scale z = artanh(r) the spread hardly depends on r and the ends cannot pass 1. The standard error is the
    jackknife's, sqrt((n - 1) / n sum (z_i - mean z)^2), with Student's t on n - 1 degrees of freedom.

    A coefficient of 1 has no finite z and no spread, yet with other prompts it might have been less: it counts as
    1 - 1/n^2, with the spread that ranks of n pairs have at the least (Bonett and Wright 2000, Psychometrika 65).
    """
    n = len(left_out)
    most = 1 - 1 / n**2
    defined = left_out[np.isfinite(left_out)]
    spread = np.arctanh(np.clip(defined, -most, most))
    error = math.sqrt((n - 1) / n * float(np.sum((spread - spread.mean()) ** 2))) if len(defined) else 0.0
    if abs(value) >= most:
        error = max(error, math.sqrt(1.5 / (n - 3)))
    half_width = student(n, level) * error
    centre = math.atanh(min(max(value, -most), most))
    low, high = math.tanh(centre - half_width), math.tanh(centre + half_width)
    return (-1.0 if value <= -most else min(low, value)), (1.0 if value >= most else max(high, value))


def agreement_interval(value: float, disagreements: Array, expected: float, *, level: float, images: int) -> Ends:
    """The ends for a coefficient of agreement, 1 - disagreement / `expected`, where hardly any unit disagrees.

    `disagreements` are those of each unit as a share of the most there could be  # (units,); so is `expected`, what
    chance alone would give. The share of disagreements gets Wilson's interval, so that raters who never disagreed are
    not taken for raters who never will.
    """
    least, most = bounded_interval(disagreements, (0.0, 1.0), level=level, images=images)
    return max(min(1 - most / expected, value), -1.0), min(max(1 - least / expected, value), 1.0)
