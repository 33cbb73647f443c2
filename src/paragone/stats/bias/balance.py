"""Is a prompt's split more than chance? An exact test for each prompt, Holm's correction, and one test for all."""

import functools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from paragone.stats.bias.shares import Array, Shares, shares_of
from paragone.stats.paired import holm

EXACT_UP_TO = 64  # images of a prompt; above, chi-square's own distribution is near enough


class Balance(NamedTuple):
    """What tests against given shares say of a model's prompts."""

    p_values: tuple[float | None, ...]  # of each prompt; None where it has no decided image
    adjusted: tuple[float | None, ...]  # by Holm over the prompts
    p_pooled: float | None  # all prompts together, whichever way each of them leans
    method: str


def balance_of(counts: Sequence[Shares], shares: Shares | None = None) -> Balance:
    """Test each prompt's counts against `shares` (equal ones if None), and all of them together.

    A prompt's p-value is the chance of a chi-square as large or larger. All together: the sum of the chi-squares, whose
    mean and variance under the null are known exactly, against a gamma distribution of that mean and variance.

    >>> [round(p, 4) for p in balance_of([[9, 0], [5, 4]]).adjusted]
    [0.0078, 1.0]
    """
    from scipy.special import gammaincc

    rows = [np.asarray(row, np.float64) for row in counts]
    p_values = [exact_p(row, shares) if row.sum() else None for row in rows]
    used = [row for row in rows if row.sum()]
    if not used:
        return Balance(tuple(p_values), tuple(p_values), None, "no prompt has a decided image")
    null = _null(used[0], shares)
    total = sum(_chi_square(row, null) for row in used)
    mean = float(len(used) * (len(null) - 1))
    variance = sum(_variance(row.sum(), null) for row in used)
    pooled = 1.0 if variance <= 0 else float(gammaincc(mean**2 / variance, total * mean / variance))
    method = "chi-square per prompt (exact), Holm over prompts; pooled: sum of chi-squares, gamma by its moments"
    return Balance(tuple(p_values), tuple(holm(p_values)), pooled, method)


def exact_p(counts: Shares, shares: Shares | None = None) -> float:
    """The chance that independent images of these shares have a chi-square at least as large as the counts'.

    Exact for two classes (binomial) and for equal shares up to 64 images; else chi-square's own distribution.

    >>> round(exact_p([8, 0]), 4), round(exact_p([2, 0, 0]), 4)
    (0.0078, 0.3333)
    """
    from scipy.special import gammaincc
    from scipy.stats import binom

    row = np.asarray(counts, np.float64)
    n, null = int(row.sum()), _null(row, shares)
    found = _chi_square(row, null)
    if len(row) == 2:
        ways = np.arange(n + 1)
        each = (ways - n * null[0]) ** 2 / (n * null[0] * null[1])
        return float(min(1.0, binom.pmf(ways, n, null[0])[each >= found - 1e-9].sum()))
    if n <= EXACT_UP_TO and np.ptp(null) < 1e-12:
        return _equal_shares(n, len(row), round(float((row**2).sum())))
    return float(gammaincc((len(row) - 1) / 2, found / 2))


def _null(row: Array, shares: Shares | None) -> Array:
    null = np.full(len(row), 1 / len(row)) if shares is None else shares_of(shares)
    if len(null) != len(row) or (null <= 0).any():
        raise ValueError(f"{len(row)} classes need {len(row)} expected shares above 0, got {null.tolist()}")
    return null


def _chi_square(row: Array, null: Array) -> float:
    expected = row.sum() * null
    return float(((row - expected) ** 2 / expected).sum())


def _variance(n: float, null: Array) -> float:
    """Of chi-square under the null, exactly (Haldane 1937): 2(K - 1) and what a few images take from or add to it."""
    classes = len(null)
    return float(2 * (classes - 1) + ((1 / null).sum() - classes**2 - 2 * classes + 2) / n)


@functools.lru_cache(maxsize=512)
def _tails(n: int, classes: int) -> tuple[Array, Array]:
    """Every sum of squared counts that n images of equally likely classes can have, and its chance or more."""
    ways: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for _ in range(classes):
        longer: dict[tuple[int, int], float] = {}
        for (used, squares), weight in ways.items():
            for count in range(n - used + 1):
                key = used + count, squares + count * count
                longer[key] = longer.get(key, 0.0) + weight * math.comb(n - used, count)
        ways = longer
    final = sorted((squares, weight) for (used, squares), weight in ways.items() if used == n)
    chances = np.array([weight for _, weight in final]) / float(classes) ** n
    return np.array([squares for squares, _ in final], np.float64), chances[::-1].cumsum()[::-1]


def _equal_shares(n: int, classes: int, squares: int) -> float:
    values, tails = _tails(n, classes)
    return float(min(1.0, tails[np.searchsorted(values, squares)]))
