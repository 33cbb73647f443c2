"""Distances by kernel means: KID with a cubic kernel and CMMD with a Gaussian one, in tiles, blocks or subsets."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.stats.fidelity.features import TILE, Features, Vector, as_features, same_dimension, tiles, unit_rows

Places: TypeAlias = npt.NDArray[np.intp]  # rows by number
Kernel: TypeAlias = Callable[[Vector, Vector], Vector]  # (m, d), (n, d) -> (m, n)


def kernel_distance(
    a: Features, b: Features, *, degree: int = 3, gamma: float | None = None, coef: float = 1.0
) -> float:
    """KID: the unbiased squared maximum mean discrepancy with k(x, y) = (gamma x'y + coef)^degree, gamma 1/d.

    All pairs are used, in tiles, so memory does not grow with n. Being unbiased, it may fall slightly below zero.
    Binkowski et al. (2018); Gretton et al. (2012), equation 3.

    >>> kernel_distance(np.array([[0.0], [0.0]]), np.array([[1.0], [1.0]]))  # 1 + 8 - 2 * 1
    7.0
    """
    first, second = _pair(a, b)
    return _unbiased(first, second, polynomial(first.shape[1], degree=degree, gamma=gamma, coef=coef))


def kernel_distance_blocks(a: Features, b: Features, *, rng: np.random.Generator, size: int = 1000) -> Vector:
    """KID of disjoint random blocks of `size` images a side: independent values, at a cost that grows with n.

    Their mean is an unbiased KID and their spread gives an honest error (Zaremba et al., 2013, "B-test").

    >>> rng = np.random.default_rng(0)
    >>> kernel_distance_blocks(np.ones((6, 1)), np.ones((4, 1)), rng=rng, size=2).tolist()
    [0.0, 0.0]
    """
    first, second = _pair(a, b)
    return _blocks(first, second, polynomial(first.shape[1]), rng=rng, size=size)


def kernel_distance_subsets(
    a: Features, b: Features, *, rng: np.random.Generator, subsets: int = 100, size: int = 1000
) -> Vector:
    """KID of random subsets that may overlap, as torch-fidelity and clean-fid compute it (they print the mean).

    The subsets share images, so their deviation is no standard error: use the blocks for an interval.

    >>> rng = np.random.default_rng(0)
    >>> kernel_distance_subsets(np.ones((3, 1)), np.ones((3, 1)), rng=rng, subsets=2, size=3).tolist()
    [0.0, 0.0]
    """
    first, second = _pair(a, b)
    if size > min(len(first), len(second)):
        raise BadInput(f"subsets of {size} need as many images a side, there are {len(first)} and {len(second)}")
    kernel = polynomial(first.shape[1])
    chosen = ((rng.permutation(len(first))[:size], rng.permutation(len(second))[:size]) for _ in range(subsets))
    return np.array([_unbiased(first[one], second[other], kernel) for one, other in chosen])


def cmmd(a: Features, b: Features, *, sigma: float = 10.0, scale: float = 1000.0) -> float:
    """CMMD: scale times the squared discrepancy of unit-length embeddings, k(x, y) = exp(-|x - y|^2 / (2 sigma^2)).

    The published code keeps the diagonal (a V-statistic), so the value is never negative and a little too large for few
    images; `cmmd_blocks` leaves it out. Jayasumana et al. (2024).

    >>> round(cmmd(np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]])), 4)  # 1000 (2 - 2 exp(-2 / 200))
    19.9003
    """
    first, second = _pair(a, b, least=1)
    kernel = gaussian(sigma)
    m, n = len(first), len(second)
    within = _total(first, first, kernel) / m**2 + _total(second, second, kernel) / n**2
    return scale * (within - 2 * _total(first, second, kernel) / (m * n))


def cmmd_blocks(
    a: Features, b: Features, *, rng: np.random.Generator, size: int = 1000, sigma: float = 10.0, scale: float = 1000.0
) -> Vector:
    """The unbiased CMMD of disjoint random blocks; their mean is the value, their spread gives its error.

    >>> rng = np.random.default_rng(0)
    >>> cmmd_blocks(np.ones((4, 2)), np.ones((4, 2)), rng=rng, size=2).tolist()
    [0.0, 0.0]
    """
    first, second = _pair(a, b)
    return scale * _blocks(first, second, gaussian(sigma), rng=rng, size=size)


def _pair(a: Features, b: Features, *, least: int = 2) -> tuple[Features, Features]:
    first, second = as_features(a, "the first set", least=least), as_features(b, "the second set", least=least)
    same_dimension(first, second)
    return first, second


def polynomial(dimension: int, *, degree: int = 3, gamma: float | None = None, coef: float = 1.0) -> Kernel:
    """The kernel of KID, (gamma x'y + coef)^degree."""
    slope = 1.0 / dimension if gamma is None else gamma

    def kernel(x: Vector, y: Vector) -> Vector:
        base = x @ y.T
        base *= slope
        base += coef
        power = base.copy()
        for _ in range(degree - 1):  # in place: `**` is slow and takes one more tile
            power *= base
        return power

    return kernel


def gaussian(sigma: float = 10.0, scale: float = 1.0) -> Kernel:
    """The kernel of CMMD, scale exp(-|x - y|^2 / (2 sigma^2)) of rows at length 1."""

    def kernel(x: Vector, y: Vector) -> Vector:
        first = unit_rows(x)
        second = first if x is y else unit_rows(y)  # numpy computes half of a product with itself
        squared = first @ second.T
        squared *= -2
        squared += (first**2).sum(axis=1)[:, None]
        squared += (second**2).sum(axis=1)
        np.maximum(squared, 0.0, out=squared)
        squared /= -2 * sigma**2
        np.exp(squared, out=squared)
        squared *= scale
        return squared

    return kernel


def _blocks(a: Features, b: Features, kernel: Kernel, *, rng: np.random.Generator, size: int) -> Vector:
    return np.array([_unbiased(a[one], b[other], kernel) for one, other in blocks_of(len(a), len(b), size, rng=rng)])


def blocks_of(first: int, second: int, size: int, *, rng: np.random.Generator) -> list[tuple[Places, Places]]:
    """Disjoint random blocks of rows of either set."""
    count = min(first, second) // size
    if size < 2 or count < 1:
        raise BadInput(f"blocks of {size} need 2 or more images and as many a side, there are {first} and {second}")
    orders = rng.permutation(first), rng.permutation(second)
    ranges = [slice(index * size, (index + 1) * size) for index in range(count)]
    return [(orders[0][part], orders[1][part]) for part in ranges]


def _unbiased(a: Features, b: Features, kernel: Kernel) -> float:
    m, n = len(a), len(b)
    within = _total(a, a, kernel, diagonal=0.0) / (m * (m - 1)) + _total(b, b, kernel, diagonal=0.0) / (n * (n - 1))
    return within - 2 * _total(a, b, kernel) / (m * n)


def _total(a: Features, b: Features, kernel: Kernel, *, diagonal: float = 1.0) -> float:
    """The sum of the kernel over all pairs, with the diagonal weighted; half the tiles suffice where a is b."""
    total = 0.0
    for row, rows in enumerate(tiles(len(a), TILE)):
        x = a[rows].astype(np.float64)
        for column, columns in enumerate(tiles(len(b), TILE)):
            if a is b and column < row:
                continue
            tile = kernel(x, x if a is b and column == row else b[columns].astype(np.float64))
            if a is not b or column > row:
                total += (2.0 if a is b else 1.0) * float(tile.sum())
            else:
                total += float(tile.sum()) - (1.0 - diagonal) * float(np.trace(tile))
    return total
