"""Correlation of two columns (a metric and people, say), with an interval from leaving out prompts.

Pairs that belong together (two models' images for one prompt) are left out together: name the unit of each in `units`.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from paragone.core.types import Estimate
from paragone.stats.bootstrap import CELLS, Array
from paragone.stats.coefficients import LEAST_UNITS, METHOD, OVER_PAIRS, coefficient_interval

Column: TypeAlias = Sequence[float | None]
Units: TypeAlias = Sequence[str] | None  # the prompt that each pair belongs to; None: every pair stands for itself
Places: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.intp]]


class _Coefficient(NamedTuple):
    """A coefficient of all pairs, and of all but those of each unit  # (units,); NaN where a column does not vary."""

    value: float
    left_out: Array


def spearman(first: Column, second: Column, *, units: Units = None, level: float = 0.95) -> Estimate:
    """Spearman's rho: Pearson's correlation of the ranks, ties sharing their mean rank; pairs with a None are missing.

    >>> round(spearman([1, 2, 3, 4], [10, 20, 40, 30]).value, 9)
    0.8
    """
    return _estimate(_spearman, first, second, units=units, level=level)


def kendall(first: Column, second: Column, *, units: Units = None, level: float = 0.95) -> Estimate:
    """Kendall's tau-b: how many more couples of pairs agree in order than do not, corrected for ties.

    >>> round(kendall([1, 2, 3, 4, 5], [10, 20, 40, 30, 50]).value, 9)  # (9 - 1) / 10
    0.8
    """
    return _estimate(_kendall, first, second, units=units, level=level)


def pearson(first: Column, second: Column, *, units: Units = None, level: float = 0.95) -> Estimate:
    """Pearson's correlation.

    >>> round(pearson([1, 2, 3, 4], [10, 20, 40, 30]).value, 9)
    0.8
    """
    return _estimate(_pearson, first, second, units=units, level=level)


def somers(first: Column, second: Column, *, units: Units = None, level: float = 0.95) -> Estimate:
    """Somers' D: of the couples that the second column orders, how many more the first orders alike than the other way.

    >>> somers([1, 2, 2], [10, 20, 30]).value  # two couples alike, one that the first ties
    0.6666666666666666
    """
    return _estimate(_somers, first, second, units=units, level=level)


def _estimate(
    coefficient: Callable[[Array, Places], _Coefficient], first: Column, second: Column, *, units: Units, level: float
) -> Estimate:
    pairs, places = _pairs(first, second, units)
    n, missing = len(pairs), len(first) - len(pairs)
    if n < 2 or np.any(pairs.min(axis=0) == pairs.max(axis=0)):
        reason = f"{n} pairs" if n < 2 else "a column with one value only"
        return Estimate(None, None, None, n, missing, reason=f"{reason} cannot be correlated")
    value, left_out = coefficient(pairs, places)
    if len(left_out) < LEAST_UNITS:
        reason = f"{len(left_out)} {'pairs' if units is None else 'prompts'} are too few for an interval"
        return Estimate(value, None, None, n, missing, reason=reason)
    low, high = coefficient_interval(value, left_out, level=level)
    return Estimate(value, low, high, n, missing, OVER_PAIRS if units is None else METHOD)


def _pairs(first: Column, second: Column, units: Units) -> tuple[Array, Places]:
    """The pairs of which both are there  # (pairs, 2), and the number of each one's unit."""
    if len(first) != len(second) or (units is not None and len(units) != len(first)):
        found = f"{len(first)} and {len(second)}" + ("" if units is None else f", and {len(units)} units")
        raise ValueError(f"a correlation needs two columns of one length, got {found}")
    columns = np.array([first, second], dtype=np.float64).T  # None becomes NaN
    there = np.isfinite(columns).all(axis=1)
    names = np.arange(len(first)) if units is None else np.array(units, dtype=str)
    return columns[there], np.unique(names[there], return_inverse=True)[1]


def _spearman(pairs: Array, places: Places) -> _Coefficient:
    """Rho with weights 0 and 1 of the pairs, a bounded number of units at a time."""
    ranks = [np.unique(column, return_inverse=True)[1] for column in pairs.T]
    units = int(places.max()) + 1
    rows = max(1, CELLS // len(pairs))
    parts = [_rho(np.ones((1, len(pairs))), ranks)]
    for start in range(0, units, rows):
        out = np.arange(start, min(start + rows, units))
        parts.append(_rho((places != out[:, None]).astype(np.float64), ranks))
    found = np.concatenate(parts)
    return _Coefficient(float(found[0]), found[1:])


def _rho(weights: Array, ranks: Sequence[Places]) -> Array:
    first, second = (_mean_ranks(weights, place) for place in ranks)
    across = np.sum(weights * first * second, axis=1)
    return _ratio(across, np.sum(weights * first**2, axis=1) * np.sum(weights * second**2, axis=1))


def _mean_ranks(weights: Array, places: Places) -> Array:
    """Each pair's rank in a weighted column (the weight below it and half its own), less the mean of all ranks."""
    order = np.argsort(places, kind="stable")
    starts = np.unique(places[order], return_index=True)[1]
    by_value = np.add.reduceat(weights[:, order], starts, axis=1)
    middles = np.cumsum(by_value, axis=1) - by_value / 2
    return np.asarray(middles[:, places] - weights.sum(axis=1, keepdims=True) / 2)


def _pearson(pairs: Array, places: Places) -> _Coefficient:
    """From sums, of all pairs and less those of each unit."""
    x, y = (pairs - pairs.mean(axis=0)).T
    parts = np.array([np.bincount(places, weights=one) for one in (np.ones_like(x), x, y, x * x, y * y, x * y)])
    total = parts.sum(axis=1, keepdims=True)
    n, sx, sy, sxx, syy, sxy = np.concatenate([total, total - parts], axis=1)
    n = np.maximum(n, 1.0)
    spreads = np.maximum(sxx - sx**2 / n, 0.0) * np.maximum(syy - sy**2 / n, 0.0)
    found = np.clip(_ratio(sxy - sx * sy / n, spreads), -1.0, 1.0)
    return _Coefficient(float(found[0]), found[1:])


def _kendall(pairs: Array, places: Places) -> _Coefficient:
    found = _couples(pairs, places)
    coefficients = _ratio(found[:, 0], found[:, 1] * found[:, 2])
    return _Coefficient(float(coefficients[0]), coefficients[1:])


def _somers(pairs: Array, places: Places) -> _Coefficient:
    found = _couples(pairs, places)
    coefficients = _ratio(found[:, 0], found[:, 2] ** 2)
    return _Coefficient(float(coefficients[0]), coefficients[1:])


def _couples(pairs: Array, places: Places) -> Array:
    """Sums over couples  # (1 + units, 3), of all and without each unit; a couple within one is taken out but once."""
    rows = max(1, CELLS // len(pairs))
    added = np.concatenate(
        [_concord(pairs[start : start + rows], pairs).sum(axis=1) for start in range(0, len(pairs), rows)]
    )
    by_unit = np.array([np.bincount(places, weights=column) for column in added.T]).T
    order = np.argsort(places, kind="stable")
    members = np.split(pairs[order], np.cumsum(np.bincount(places))[:-1])
    within = np.array([_concord(mine, mine).sum(axis=(0, 1)) for mine in members])
    total = added.sum(axis=0)
    left = total - 2 * by_unit + within
    return np.concatenate([total[None], left])


def _concord(some: Array, others: Array) -> Array:
    """For each couple  # (some, others, 3): its order agrees (1, -1, 0 tied), and is there in each column."""
    first, second = (np.sign(some[:, None, k] - others[None, :, k]) for k in (0, 1))
    return np.stack([first * second, np.abs(first), np.abs(second)], axis=2)


def _ratio(across: Array, squared: Array) -> Array:
    """The first over the root of the second, NaN where a column did not vary."""
    return np.divide(across, np.sqrt(squared), out=np.full_like(across, math.nan), where=squared > 0)
