"""Rank correlation of two columns (a metric and people, say), with an interval from resampling their pairs.

A resample is a row of counts, how often each pair was drawn. Both coefficients are written for such weights, so that
nothing need be sorted again for each of thousands of resamples.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np

from paragone.core.types import Estimate
from paragone.stats.bootstrap import FEW, Array, draw_counts

Column: TypeAlias = Sequence[float | None]
Coefficient: TypeAlias = Callable[[Array], Array]  # weights (resamples, pairs) -> a coefficient for each resample
OVER_PAIRS = "bootstrap over pairs (percentile)"
LARGE = 2000  # up to this many pairs, comparing each with each in one matrix product is the faster way (100 MB)


def spearman(
    first: Column, second: Column, *, rng: np.random.Generator, level: float = 0.95, resamples: int = 2000
) -> Estimate:
    """Spearman's rho: Pearson's correlation of the ranks, ties sharing their mean rank; pairs with a None are missing.

    >>> spearman([1, 2, 3, 4], [10, 20, 40, 30], rng=np.random.default_rng(1)).value
    0.8
    """
    pairs = _pairs(first, second)
    draws = draw_counts(max(1, len(pairs)), rng=rng, resamples=resamples)
    return _estimate(_spearman(pairs), pairs, missing=len(first) - len(pairs), draws=draws, level=level)


def kendall(
    first: Column, second: Column, *, rng: np.random.Generator, level: float = 0.95, resamples: int = 2000
) -> Estimate:
    """Kendall's tau-b: how many more couples of pairs agree in order than do not, corrected for ties.

    >>> kendall([1, 2, 3, 4, 5], [10, 20, 40, 30, 50], rng=np.random.default_rng(1)).value  # (9 - 1) / 10
    0.8
    """
    pairs = _pairs(first, second)
    draws = draw_counts(max(1, len(pairs)), rng=rng, resamples=resamples)
    coefficient = _kendall(pairs) if len(pairs) <= LARGE else _kendall_of_many(pairs)
    return _estimate(coefficient, pairs, missing=len(first) - len(pairs), draws=draws, level=level)


def _pairs(first: Column, second: Column) -> Array:
    """The pairs of which both are there  # (pairs, 2)."""
    if len(first) != len(second):
        raise ValueError(f"a correlation needs two columns of one length, got {len(first)} and {len(second)}")
    columns = np.array([first, second], dtype=np.float64).T  # None becomes NaN
    return columns[np.isfinite(columns).all(axis=1)]


def _estimate(
    coefficient: Coefficient, pairs: Array, *, missing: int, draws: Iterator[Array], level: float
) -> Estimate:
    """The coefficient of all pairs, and the percentiles of it over resamples in which both columns vary."""
    n = len(pairs)
    if n < 2 or np.any(pairs.min(axis=0) == pairs.max(axis=0)):
        reason = f"{n} pairs" if n < 2 else "a column with one value only"
        return Estimate(None, None, None, n, missing, reason=f"{reason} cannot be correlated")
    value = float(coefficient(np.ones((1, n)))[0])
    if n < FEW:
        return Estimate(value, None, None, n, missing, reason=f"{n} pairs are too few to resample")
    replicates = np.concatenate([coefficient(counts) for counts in draws])
    tail = (1 - level) / 2
    low, high = np.quantile(replicates[np.isfinite(replicates)], [tail, 1 - tail])
    return Estimate(value, min(float(low), value), max(float(high), value), n, missing, OVER_PAIRS)


def _spearman(pairs: Array) -> Coefficient:
    """Rho as a function of the pairs' weights: a value's mean rank is the weight below it and half its own."""
    places = [np.unique(column, return_inverse=True)[1] for column in pairs.T]

    def coefficient(weights: Array) -> Array:
        first, second = (_mean_ranks(weights, place) for place in places)
        across = np.sum(weights * first * second, axis=1)
        return _ratio(across, np.sum(weights * first**2, axis=1) * np.sum(weights * second**2, axis=1))

    return coefficient


def _mean_ranks(weights: Array, places: np.ndarray[tuple[int, ...], np.dtype[np.intp]]) -> Array:
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
