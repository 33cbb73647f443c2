"""How well raters, or a detector and the truth, agree beyond chance: Krippendorff, Fleiss, Cohen, phi."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from paragone.stats.bootstrap import Array

Scale: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]
Places: TypeAlias = npt.NDArray[np.intp]


def krippendorff_alpha(ratings: Sequence[Sequence[float | None]], scale: Scale) -> float | None:
    """Krippendorff's alpha: 1 is full agreement, 0 what chance gives, below 0 is worse than chance.

    `ratings` has one row per rater and one column per item, None (or NaN) where a rater did not rate. Items with fewer
    than two ratings do not count. None is returned where alpha is not defined: no item rated twice, or one value only.

    alpha = 1 - observed / expected disagreement: the mean squared difference between two ratings of one item, over that
    between any two ratings. The difference is 0 or 1 (nominal), of mean ranks (ordinal), of the values (interval), or
    of the values as a share of their sum (ratio, from 0 up).
    Krippendorff (2018), Content Analysis, 4th edition, chapter 12.

    >>> krippendorff_alpha([[1, 2, 3], [1, 2, 3]], "nominal")
    1.0
    """
    if scale not in get_args(Scale):
        raise ValueError(f"the scale is {scale!r}; write {', '.join(get_args(Scale))}")
    items, values = _pairable(ratings)
    if len(values) == 0 or np.all(values == values[0]):
        return None
    if scale == "ordinal":
        values = _mean_ranks(values)
    sizes = np.bincount(items)
    observed = np.sum(_disagreement(items, values, scale) / (sizes - 1))
    expected = _disagreement(np.zeros_like(items), values, scale)[0] / (len(values) - 1)
    return 1 - float(observed / expected)


class Disagreement(NamedTuple):
    """How far apart two ratings are on average, as a share of the farthest there are."""

    by_item: Array  # of one item, for the items rated twice or more
    expected: float  # of any two items


def disagreement(ratings: Sequence[Sequence[float | None]], scale: Scale) -> Disagreement:
    """What alpha is made of, for ratings that are not all the same.

    >>> disagreement([[1, 2, 3, 4], [1, 2, 3, 3]], "nominal").by_item.tolist()
    [0.0, 0.0, 0.0, 1.0]
    """
    items, values = _pairable(ratings)
    if scale == "ordinal":
        values = _mean_ranks(values)
    farthest = 1.0 if scale in ("nominal", "ratio") else float(np.ptp(values)) ** 2
    sizes, n = np.bincount(items), len(values)
    expected = float(_disagreement(np.zeros_like(items), values, scale)[0]) / (n * (n - 1)) / farthest
    return Disagreement(_disagreement(items, values, scale) / (sizes * (sizes - 1)) / farthest, expected)


def fleiss_kappa(counts: Sequence[Sequence[int]]) -> float | None:
    """Fleiss' kappa (1971) of a table with a row for each item: how many raters put it into each category.

    Every item needs as many ratings, two or more; None is returned where there is no item, or one category only.

    >>> fleiss_kappa([[2, 0], [0, 2]])
    1.0
    """
    table = np.array(counts, dtype=np.float64)
    if table.size == 0:
        return None
    sizes = table.sum(axis=1)
    if sizes[0] < 2 or np.any(sizes != sizes[0]):
        raise ValueError("Fleiss' kappa needs as many ratings of every item, two or more")
    n = sizes[0]
    agreed = float(np.mean((np.sum(table**2, axis=1) - n) / (n * (n - 1))))
    by_chance = float(np.sum((table.sum(axis=0) / table.sum()) ** 2))
    return None if by_chance == 1 else (agreed - by_chance) / (1 - by_chance)


def cohen_kappa(first: Sequence[object], second: Sequence[object]) -> float | None:
    """Cohen's kappa of two raters' categories for the same items: agreement beyond what their habits alone give.

    Items that either rater left out (None) do not count. None is returned where nothing is left, or where both gave one
    and the same category throughout: then chance alone would agree always (Cohen 1960).

    >>> cohen_kappa(["cat", "dog", "cat", "dog"], ["cat", "dog", "dog", "dog"])
    0.5
    """
    pairs = _pairs(first, second)
    if not pairs:
        return None
    n = len(pairs)
    categories = {category for pair in pairs for category in pair}
    agreed = sum(a == b for a, b in pairs) / n
    by_chance = sum(
        sum(a == category for a, _ in pairs) * sum(b == category for _, b in pairs) for category in categories
    ) / (n * n)
    return None if by_chance == 1 else (agreed - by_chance) / (1 - by_chance)


def phi(first: Sequence[bool | None], second: Sequence[bool | None]) -> float | None:
    """The phi coefficient of two yes/no columns: Pearson's correlation of a two-by-two table, -1 to 1.

    Items with a None do not count. None is returned where a column has one answer only: then it cannot vary with
    anything. phi = (n11 n00 - n10 n01) / sqrt(n1. n0. n.1 n.0)  (Yule 1912).

    >>> phi([True, True, False, False], [True, True, False, False])
    1.0
    """
    pairs = [(bool(a), bool(b)) for a, b in _pairs(first, second)]
    both = sum(a and b for a, b in pairs)
    neither = sum(not a and not b for a, b in pairs)
    only_first = sum(a and not b for a, b in pairs)
    only_second = len(pairs) - both - neither - only_first
    margins = (both + only_first) * (neither + only_second) * (both + only_second) * (neither + only_first)
    return None if margins == 0 else (both * neither - only_first * only_second) / math.sqrt(margins)


def _pairs(first: Sequence[object], second: Sequence[object]) -> list[tuple[object, object]]:
    """The items that both rated."""
    if len(first) != len(second):
        raise ValueError(f"two raters of the same items need as many ratings, got {len(first)} and {len(second)}")
    return [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]


def _pairable(ratings: Sequence[Sequence[float | None]]) -> tuple[Places, Array]:
    """The item and the value of every rating, for items with two ratings or more; items are numbered without gaps."""
    lengths = {len(row) for row in ratings}
    if len(lengths) > 1:
        raise ValueError(f"every rater needs one entry per item (None where not rated), got rows of {sorted(lengths)}")
    table = np.array(ratings, dtype=np.float64).reshape(len(ratings), max(lengths, default=0))  # None: NaN
    there = np.isfinite(table)
    there &= there.sum(axis=0) >= 2
    items = np.unique(np.nonzero(there)[1], return_inverse=True)[1]
    return items, table[there]


def _disagreement(items: Places, values: Array, scale: Scale) -> Array:
    """For each item the squared difference on the scale, summed over all ordered couples of its ratings."""
    sizes = np.bincount(items)
    if scale == "nominal":
        kinds = np.unique(values, return_inverse=True)[1]
        couples, counts = np.unique(np.stack([items, kinds]), axis=1, return_counts=True)
        return np.asarray(sizes**2 - np.bincount(couples[0], weights=counts**2))
    if scale == "ratio":
        return _of_ratios(items, values)
    means = np.bincount(items, weights=values) / sizes
    return np.asarray(2 * sizes * np.bincount(items, weights=(values - means[items]) ** 2))


def _of_ratios(items: Places, values: Array) -> Array:
    if values.min() < 0:
        raise ValueError(f"a ratio scale begins at 0, and {values.min():g} was rated")
    levels, kinds = np.unique(values, return_inverse=True)
    counts = np.zeros((int(items.max()) + 1, len(levels)))
    np.add.at(counts, (items, kinds), 1)
    gaps, sums = levels[:, None] - levels, levels[:, None] + levels
    apart = np.divide(gaps, sums, out=np.zeros_like(gaps), where=sums > 0) ** 2
    return np.asarray(np.einsum("ik,kl,il->i", counts, apart, counts))


def _mean_ranks(values: Array) -> Array:
    """Ranks, ties sharing theirs: on an ordinal scale two values are as far apart as the ratings between are many."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - counts / 2)[places])
