"""Distances by kernel means of all pairs: KID with a cubic kernel and CMMD with a Gaussian one."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from paragone.core.errors import BadInput
from paragone.stats.fidelity.features import TILE, Features, Vector, as_features, same_dimension, tiles

# Products x'y, |x|^2 and |y|^2 (shapes that broadcast) -> k(x, y), in the memory of the products.
Kernel: TypeAlias = Callable[[Vector, Vector, Vector], Vector]
Chance: TypeAlias = np.random.Generator | np.random.RandomState
SIGMA, SCALE = 10.0, 1000.0  # of CMMD


class KernelSums(NamedTuple):
    """For each image of two sets: the sum of the kernel over its own set, itself too, and over the other set."""

    within_a: Vector
    within_b: Vector
    across_a: Vector
    across_b: Vector

    @property
    def biased(self) -> float:
        """The squared discrepancy with every pair, an image and itself too (a V-statistic)."""
        m, n = len(self.within_a), len(self.within_b)
        return float(self.within_a.sum() / m**2 + self.within_b.sum() / n**2 - 2 * self.across_a.sum() / (m * n))


def kernel_distance(
    a: Features, b: Features, *, degree: int = 3, gamma: float | None = None, coef: float = 1.0
) -> float:
    """KID: the unbiased squared maximum mean discrepancy with k(x, y) = (gamma x'y + coef)^degree, gamma 1/d.

    All pairs are used, in tiles, so memory does not grow with n. Being unbiased, it may fall slightly below zero.
    Binkowski et al. (2018); Gretton et al. (2012), equation 3. Of images that share prompts: `discrepancy`.

    >>> kernel_distance(np.array([[0.0], [0.0]]), np.array([[1.0], [1.0]]))  # 1 + 8 - 2 * 1
    7.0
    """
    first, second = pair(a, b)
    return _unbiased(first, second, polynomial(first.shape[1], degree=degree, gamma=gamma, coef=coef))


def kernel_distance_subsets(a: Features, b: Features, *, rng: Chance, subsets: int = 100, size: int = 1000) -> Vector:
    """KID of random subsets that may overlap, as torch-fidelity and clean-fid compute it (they print the mean).

    With RandomState(2020) they are the very subsets of torch-fidelity. They share images, so that their deviation is no
    standard error.

    >>> rng = np.random.default_rng(0)
    >>> kernel_distance_subsets(np.ones((3, 1)), np.ones((3, 1)), rng=rng, subsets=2, size=3).tolist()
    [0.0, 0.0]
    """
    first, second = pair(a, b)
    if size > min(len(first), len(second)):
        raise BadInput(f"subsets of {size} need as many images a side, there are {len(first)} and {len(second)}")
    kernel, found = polynomial(first.shape[1]), []
    for _ in range(subsets):
        one, other = (rng.choice(len(rows), size, replace=False) for rows in (first, second))
        found.append(_unbiased(first[one], second[other], kernel))
    return np.array(found)


def cmmd(a: Features, b: Features, *, sigma: float = SIGMA, scale: float = SCALE) -> float:
    """CMMD: scale times the squared discrepancy of unit-length embeddings, k(x, y) = exp(-|x - y|^2 / (2 sigma^2)).

    The published code keeps the diagonal (a V-statistic), so the value is never negative and a little too large for few
    images; `discrepancy` leaves it out. Jayasumana et al. (2024).

    >>> round(cmmd(np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]])), 4)  # 1000 (2 - 2 exp(-2 / 200))
    19.9003
    """
    first, second = pair(a, b, least=1)
    return kernel_sums(first, second, gaussian(sigma, scale)).biased


def polynomial(dimension: int, *, degree: int = 3, gamma: float | None = None, coef: float = 1.0) -> Kernel:
    """The kernel of KID, (gamma x'y + coef)^degree."""
    slope = 1.0 / dimension if gamma is None else gamma

    def kernel(products: Vector, _x: Vector, _y: Vector) -> Vector:
        products *= slope
        products += coef
        base = products.copy()
        for _ in range(degree - 1):  # in place: `**` is slow and takes one more tile
            products *= base
        return products

    return kernel


def gaussian(sigma: float = SIGMA, scale: float = SCALE) -> Kernel:
    """The kernel of CMMD, scale exp(-|x - y|^2 / (2 sigma^2)) of rows at length 1; rows of zeros stay zero."""

    def kernel(products: Vector, x: Vector, y: Vector) -> Vector:
        for squares in (x, y):
            products /= np.sqrt(np.where(squares > 0, squares, 1.0))
        products -= ((x > 0) * 1.0 + (y > 0)) / 2
        np.minimum(products, 0.0, out=products)
        products /= sigma**2
        np.exp(products, out=products)
        products *= scale
        return products

    return kernel


def table_of(kernel: Kernel, x: Vector, y: Vector) -> Vector:
    """The kernel of every row of x with every row of y."""
    left, right = (np.einsum("ij,ij->i", rows, rows) for rows in (x, y))
    return kernel(x @ y.T, left[:, None], right)


def stack_of(kernel: Kernel, x: Vector, y: Vector) -> Vector:
    """The same of many small sets at once, (sets, rows, dimension)."""
    left, right = (np.einsum("sij,sij->si", rows, rows) for rows in (x, y))
    return kernel(x @ y.transpose(0, 2, 1), left[:, :, None], right[:, None])


def pair(a: Features, b: Features, *, least: int = 2) -> tuple[Features, Features]:
    """Two sets once they are known to be of one feature space."""
    first, second = as_features(a, "the first set", least=least), as_features(b, "the second set", least=least)
    same_dimension(first, second)
    return first, second


def kernel_sums(a: Features, b: Features, kernel: Kernel) -> KernelSums:
    """The sums of a kernel in float64, in tiles."""
    within_a, within_b = (_sums(rows, rows, kernel)[0] for rows in (a, b))
    return KernelSums(within_a, within_b, *_sums(a, b, kernel))


def _sums(a: Features, b: Features, kernel: Kernel) -> tuple[Vector, Vector]:
    """Sums by row and by column; half the tiles suffice where a is b."""
    by_row, by_column = np.zeros(len(a)), np.zeros(len(b))
    for row, rows in enumerate(tiles(len(a), TILE)):
        x = a[rows].astype(np.float64)
        for column, columns in enumerate(tiles(len(b), TILE)):
            if a is b and column < row:
                continue
            tile = table_of(kernel, x, x if a is b and column == row else b[columns].astype(np.float64))
            by_row[rows] += tile.sum(axis=1)
            by_column[columns] += tile.sum(axis=0)
            if a is b and column > row:
                by_row[columns] += tile.sum(axis=0)
    return by_row, by_column


def _unbiased(a: Features, b: Features, kernel: Kernel) -> float:
    m, n = len(a), len(b)
    sums = kernel_sums(a, b, kernel)
    single = (rows[:, None].astype(np.float64) for rows in (a, b))
    first, second = (float(stack_of(kernel, rows, rows).sum()) for rows in single)
    within = (sums.within_a.sum() - first) / (m * (m - 1)) + (sums.within_b.sum() - second) / (n * (n - 1))
    return float(within - 2 * sums.across_a.sum() / (m * n))
