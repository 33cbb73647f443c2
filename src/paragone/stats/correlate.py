"""Rank correlation of two columns (a metric and people, say), with an interval from resampling their pairs.

Pairs that belong together (two models' images for one prompt) are drawn together: name the unit of each in `units`.
A resample is a row of counts, how often each pair was drawn. Both coefficients are written for such weights, so that
nothing need be sorted again for each of thousands of resamples.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from paragone.core.types import Estimate
from paragone.stats.bootstrap import FEW, PERCENTILE, Array, draw_counts

Column: TypeAlias = Sequence[float | None]
Units: TypeAlias = Sequence[str] | None  # the prompt that each pair belongs to; None: every pair stands for itself
Places: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.intp]]
Coefficient: TypeAlias = Callable[[Array], Array]  # weights (resamples, pairs) -> a coefficient for each resample
OVER_PAIRS = "bootstrap over pairs (percentile)"
LARGE = 2000  # up to this many pairs, comparing each with each in one matrix product is the faster way (100 MB)


def spearman(
    first: Column,
    second: Column,
    *,
    rng: np.random.Generator,
    units: Units = None,
    level: float = 0.95,
    resamples: int = 2000,
) -> Estimate:
    """Spearman's rho: Pearson's correlation of the ranks, ties sharing their mean rank; pairs with a None are missing.

    >>> spearman([1, 2, 3, 4], [10, 20, 40, 30], rng=np.random.default_rng(1)).value
    0.8
    """
    pairs, places = _pairs(first, second, units)
    draws = _draws(places, len(pairs), rng=rng, resamples=resamples)
    return _estimate(_spearman(pairs), pairs, missing=len(first) - len(pairs), draws=draws, level=level)


def kendall(
    first: Column,
    second: Column,
    *,
    rng: np.random.Generator,
    units: Units = None,
    level: float = 0.95,
    resamples: int = 2000,
) -> Estimate:
    """Kendall's tau-b: how many more couples of pairs agree in order than do not, corrected for ties.

    >>> kendall([1, 2, 3, 4, 5], [10, 20, 40, 30, 50], rng=np.random.default_rng(1)).value  # (9 - 1) / 10
    0.8
    """
    pairs, places = _pairs(first, second, units)
    draws = _draws(places, len(pairs), rng=rng, resamples=resamples)
    coefficient = _kendall(pairs) if len(pairs) <= LARGE else _kendall_of_many(pairs)
    return _estimate(coefficient, pairs, missing=len(first) - len(pairs), draws=draws, level=level)


def _pairs(first: Column, second: Column, units: Units) -> tuple[Array, Places | None]:
    """The pairs of which both are there  # (pairs, 2), and the number of each one's unit, if units were named."""
    if len(first) != len(second) or (units is not None and len(units) != len(first)):
        told = f"{len(first)} and {len(second)}" + ("" if units is None else f", and {len(units)} units")
        raise ValueError(f"a correlation needs two columns of one length, got {told}")
    columns = np.array([first, second], dtype=np.float64).T  # None becomes NaN
    there = np.isfinite(columns).all(axis=1)
    if units is None:
        return columns[there], None
    return columns[there], np.unique(np.array(units, dtype=str)[there], return_inverse=True)[1]


class _Draws(NamedTuple):
    """Resamples as weights of the pairs, of how many units they are drawn, and what that is called."""

    weights: Iterator[Array]
    units: int | None
    method: str


def _draws(places: Places | None, pairs: int, *, rng: np.random.Generator, resamples: int) -> _Draws:
    if places is None:
        return _Draws(draw_counts(max(1, pairs), rng=rng, resamples=resamples), None, OVER_PAIRS)
    units = int(places.max()) + 1 if len(places) else 1
    drawn = draw_counts(units, rng=rng, resamples=resamples)
    return _Draws((counts[:, places] for counts in drawn), units, PERCENTILE)


def _estimate(coefficient: Coefficient, pairs: Array, *, missing: int, draws: _Draws, level: float) -> Estimate:
    """The coefficient of all pairs, and the percentiles of it over resamples in which both columns vary."""
    n = len(pairs)
    if n < 2 or np.any(pairs.min(axis=0) == pairs.max(axis=0)):
        reason = f"{n} pairs" if n < 2 else "a column with one value only"
        return Estimate(None, None, None, n, missing, reason=f"{reason} cannot be correlated")
    value = float(coefficient(np.ones((1, n)))[0])
    if (n if draws.units is None else draws.units) < FEW:
        told = f"{n} pairs" if draws.units is None else f"{draws.units} prompts"
        return Estimate(value, None, None, n, missing, reason=f"{told} are too few to resample")
    replicates = np.concatenate([coefficient(weights) for weights in draws.weights])
    tail = (1 - level) / 2
    low, high = np.quantile(replicates[np.isfinite(replicates)], [tail, 1 - tail])
    return Estimate(value, min(float(low), value), max(float(high), value), n, missing, draws.method)


def _spearman(pairs: Array) -> Coefficient:
    """Rho as a function of the pairs' weights: a value's mean rank is the weight below it and half its own."""
    places = [np.unique(column, return_inverse=True)[1] for column in pairs.T]

    def coefficient(weights: Array) -> Array:
        first, second = (_mean_ranks(weights, place) for place in places)
        across = np.sum(weights * first * second, axis=1)
        return _ratio(across, np.sum(weights * first**2, axis=1) * np.sum(weights * second**2, axis=1))

    return coefficient


def _mean_ranks(weights: Array, places: Places) -> Array:
    """Each pair's rank in a weighted column, less the mean of all ranks."""
    order = np.argsort(places, kind="stable")
    starts = np.unique(places[order], return_index=True)[1]
    by_value = np.add.reduceat(weights[:, order], starts, axis=1)
    middles = np.cumsum(by_value, axis=1) - by_value / 2
    return np.asarray(middles[:, places] - weights.sum(axis=1, keepdims=True) / 2)


def _kendall(pairs: Array) -> Coefficient:
    """Tau-b as a function of the pairs' weights: w' S w over the signs S of all differences."""
    first, second = (np.sign(column[:, None] - column[None, :]) for column in pairs.T)

    def coefficient(weights: Array) -> Array:
        across, one, other = (
            np.sum((weights @ signs) * weights, axis=1) for signs in (first * second, np.abs(first), np.abs(second))
        )
        return _ratio(across, one * other)

    return coefficient


def _kendall_of_many(pairs: Array) -> Coefficient:
    """The same by sorting each resample, which needs no table of all couples."""
    from scipy.stats import kendalltau

    def coefficient(weights: Array) -> Array:
        drawn = (np.repeat(pairs, row.astype(np.intp), axis=0).T for row in weights)
        return np.array([kendalltau(first, second).statistic for first, second in drawn], dtype=np.float64)

    return coefficient


def _ratio(across: Array, squared: Array) -> Array:
    """The first over the root of the second, NaN where a column did not vary."""
    return np.divide(across, np.sqrt(squared), out=np.full_like(across, math.nan), where=squared > 0)
