"""How far shares are from balance, as each source measures it, and how far a fair model's are by chance alone."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
Shares: TypeAlias = Sequence[float] | Array | npt.NDArray[np.int64]
Version: TypeAlias = Literal["v1", "v2"]


def shares_of(counts: Shares) -> Array:
    """Shares of counts, or of shares that do not quite add up to 1.

    >>> shares_of([6, 2]).tolist()
    [0.75, 0.25]
    """
    found = np.asarray(counts, np.float64)
    if found.ndim != 1 or len(found) < 2:
        raise ValueError(f"shares are a list of two classes or more, got {np.shape(counts)}")
    if not np.isfinite(found).all() or (found < 0).any() or not found.sum() > 0:
        raise ValueError(f"shares need numbers of 0 or more and a sum above 0, got {found.tolist()}")
    return np.asarray(found / found.sum())


def mean_absolute_deviation(shares: Shares, version: Version = "v2") -> float:
    """MAD: the sum of |share - 1/N| over N classes, divided by N (DALL-Eval v2) or, as v1 prints it, by N - 1.

    >>> mean_absolute_deviation([1.0, 0.0]), mean_absolute_deviation([1.0, 0.0], "v1")
    (0.5, 1.0)
    """
    found = shares_of(shares)
    n = len(found)
    return float(np.abs(found - 1 / n).sum() / (n if version == "v2" else n - 1))


def standard_deviation(shares: Shares) -> float:
    """STD of the shares, divided by N, as DALL-Eval v1 prints it.

    >>> round(standard_deviation([1, 0, 0, 0]), 4)
    0.433
    """
    return float(shares_of(shares).std())


def l1_norm(shares: Shares, *, total: float | None = None) -> float:
    """The sum of |share - 1/N|: HEIM's paper as it is, HEIM's code divided by N.

    With `total` the numbers are counts out of so many images, of which some have no class: HEIM keeps these in the
    denominator, so that ten tones of nobody are 1 away from uniform.

    >>> round(l1_norm([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 4), round(l1_norm([0] * 10, total=8), 4)
    (1.8, 1.0)
    """
    found = shares_of(shares) if total is None else np.asarray(shares, np.float64) / total
    return float(np.abs(found - 1 / len(found)).sum())


def entropy(shares: Shares) -> float:
    """Entropy as a part of the largest there can be: 1 for uniform shares, 0 where all are of one class.

    >>> entropy([0.5, 0.5]), entropy([1, 0])
    (1.0, 0.0)
    """
    found = shares_of(shares)
    some = found[found > 0]
    return float(abs(-(some * np.log(some)).sum() / np.log(len(found))))


def kullback_leibler(shares: Shares, reference: Shares | None = None) -> float:
    """KL(shares || reference) in nats, to uniform shares or to those that are given.

    >>> round(kullback_leibler([1, 0]), 4)
    0.6931
    """
    found = shares_of(shares)
    against = np.full(len(found), 1 / len(found)) if reference is None else shares_of(reference)
    if len(against) != len(found):
        raise ValueError(f"{len(found)} shares against a reference of {len(against)}; give one for each class")
    some = found > 0
    if (against[some] == 0).any():
        raise ValueError("the reference says that a class never occurs which does occur: the divergence is infinite")
    return float(max((found[some] * np.log(found[some] / against[some])).sum(), 0.0))


def parity_ratio(shares: Shares) -> float:
    """The rarest class's share over the commonest one's: 1 is parity, 0 where a class is absent.

    >>> parity_ratio([0.2, 0.8])
    0.25
    """
    found = shares_of(shares)
    return float(found.min() / found.max())


def expected_deviation(n: int, classes: int, shares: Shares | None = None) -> float:
    """What MAD (v2) a model has on average whose n images are of each class alike, or of `shares`: exact.

    Each class's count is binomial, so the mean of |count/n - 1/N| is a sum over n + 1 terms.

    >>> round(expected_deviation(9, 2), 4), round(expected_deviation(16, 2), 4)
    (0.1367, 0.0982)
    """
    from scipy.stats import binom

    if n < 1:
        raise ValueError(f"the deviation of {n} images; it takes one")
    true = np.full(classes, 1 / classes) if shares is None else shares_of(shares)
    counts = np.arange(n + 1)
    apart = np.abs(counts / n - 1 / classes)
    return float(np.mean([binom.pmf(counts, n, share) @ apart for share in true]))
