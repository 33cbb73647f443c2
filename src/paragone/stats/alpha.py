"""Krippendorff's alpha with an interval: prompts, not ratings, are the unit of chance."""

from collections.abc import Sequence

import numpy as np

from paragone.core.types import Estimate
from paragone.stats.agreement import Scale, disagreement, krippendorff_alpha
from paragone.stats.bootstrap import Array
from paragone.stats.coefficients import (
    FEW_DISAGREE,
    LEAST_UNITS,
    METHOD,
    OF_DISAGREEMENTS,
    agreement_interval,
    coefficient_interval,
)

Ratings = Sequence[Sequence[float | None]]  # one row per rater, one column per item
Names = np.ndarray[tuple[int, ...], np.dtype[np.str_]]


def alpha_estimate(ratings: Ratings, scale: Scale, *, units: Sequence[str], level: float = 0.95) -> Estimate:
    """Alpha of the raters and its interval; `units` names the prompt of each item, n counts the items rated twice.

    >>> alpha_estimate([[1, 2, 3], [1, 2, 3]], "nominal", units=["p", "q", "r"]).value
    1.0
    """
    table = np.array(ratings, dtype=np.float64).reshape(len(ratings), len(units))  # None becomes NaN
    there = np.isfinite(table).sum(axis=0) >= 2
    table, names = table[:, there], np.array(units, dtype=str)[there]
    n, missing = int(there.sum()), int((~there).sum())
    value = krippendorff_alpha(table.tolist(), scale)
    if value is None:
        return Estimate(None, None, None, n, missing, reason="no item is rated twice, or all ratings are the same")
    prompts = np.unique(names)
    if len(prompts) < LEAST_UNITS:
        return Estimate(value, None, None, n, missing, reason=f"no interval from {len(prompts)} prompts")
    found = disagreement(table.tolist(), scale)
    shares = np.array([found.by_item[names == prompt].mean() for prompt in prompts])
    if np.count_nonzero(shares) < FEW_DISAGREE:
        ends = agreement_interval(value, shares, found.expected, level=level, images=n)
        return Estimate(value, *ends, n, missing, OF_DISAGREEMENTS)
    left_out = _left_out(table, names, prompts, scale)
    return Estimate(value, *coefficient_interval(value, left_out, level=level), n, missing, METHOD)


def _left_out(table: Array, names: Names, prompts: Names, scale: Scale) -> Array:
    """Alpha without each prompt; NaN where what is left has one value only."""
    found = (krippendorff_alpha(table[:, names != prompt].tolist(), scale) for prompt in prompts)
    return np.array([np.nan if one is None else one for one in found])
