"""A Fréchet distance with its error and its bias: how much each single image moves it, and what chance adds."""

from typing import NamedTuple

import numpy as np

from paragone.core.types import Statistics
from paragone.stats.fidelity.features import TILE, Features, Vector, tiles
from paragone.stats.fidelity.frechet import Gaussian, clamped, frechet_from_moments, trusted_root
from paragone.stats.fidelity.moments import Moments
from paragone.stats.fidelity.units import Sides, Units, apart, by_unit, count_of, unit_sums

COLUMNS = 256  # of which sums by unit are made at once


class FrechetError(NamedTuple):
    """A Fréchet distance, the influence of every unit on it, and about what it is too large by, for normal features."""

    distance: float
    influences: Vector
    bias: float


def frechet_error(a: Features, b: Features | Statistics, *, units: Sides | None = None) -> FrechetError:
    """The distance and its influences where both sets have more images than dimensions; NaN for a set of one unit.

    The distance is smooth in the moments: moving S_a changes it by tr((I - T) dS_a), with T the map that carries one
    Gaussian to the other (T S_a T = S_b). So image x of set a has the influence
    2 (m_a - m_b)'(x - m_a) + (x - m_a)'(I - T)(x - m_a), less its mean; units sum those of their images in either set.
    Efron (1982) on the infinitesimal jackknife; the derivative is that of the Bures distance. A second set of which
    only the mean and covariance are known counts as exact.

    >>> rows = np.random.default_rng(0).normal(size=(400, 2))
    >>> found = frechet_error(rows, rows + 1.0)
    >>> round(found.distance, 6), bool(0 < np.linalg.norm(found.influences) < 0.5)
    (2.0, True)
    """
    whole = units or apart(len(a), 0 if isinstance(b, Statistics) else len(b))
    first, second = Moments.of(a), b if isinstance(b, Statistics) else Moments.of(b)
    cov_a, cov_b = first.covariance, second.covariance
    values, forth, back = _ways(cov_a, cov_b)
    gap, count = first.mean - second.mean, count_of(whole)
    influences = by_unit(_influence(a, first, way=forth, gap=gap), whole[0], count)
    shares = [_share(a, first, whole[0]), 0.0]
    if not isinstance(b, Statistics) and isinstance(second, Moments):
        influences = influences + by_unit(_influence(b, second, way=back, gap=-gap), whole[1], count)
        shares[1] = _share(b, second, whole[1])
    bias = bias_of(np.sqrt(values), shares[0] * cov_a + shares[1] * cov_b, sum(shares))
    return FrechetError(_distance(first, second, values), influences, bias)


def _ways(cov_a: Vector, cov_b: Vector) -> tuple[Vector, Vector, Vector]:
    """Eigenvalues of S_a S_b, and F and B with F F' the map that carries a to b and B B' the one back.

    One of the two may be singular, since the distance is the same either way round; LinAlgError where both are.
    """
    from scipy.linalg import LinAlgError, eigh, lapack, solve_triangular

    lower, failed = lapack.dpotrf(cov_b, lower=1, clean=1)
    if failed:
        if lapack.dpotrf(cov_a, lower=1)[1]:
            raise LinAlgError("both covariances are singular")
        values, back, forth = _ways(cov_b, cov_a)
        return values, forth, back
    similar, _ = lapack.dsygst(cov_a, lower, itype=2, lower=1)  # L' S_a L, its lower half
    values, vectors = eigh(similar, lower=True, driver="evd", check_finite=False)
    kept = np.maximum(values, np.finfo(np.float64).eps * values[-1])
    forth = lower @ (vectors * kept**-0.25)
    back = solve_triangular(lower, vectors * kept**0.25, lower=True, trans="T")
    return kept, forth, back


def bias_of(roots: Vector, of_mean: Vector, share: float) -> float:
    """What the part of a Fréchet distance that is quadratic in the errors of normal features' moments is on average.

    With r the roots of the eigenvalues of S_a S_b, an error E of the covariance adds to the distance the sum over i, j
    of E_ij^2 / (2 r_i r_j (r_i + r_j)) in the basis in which L' S_a L is diagonal, and E_ij has the variance
    r_i^2 r_j^2 (1/n_a + 1/n_b), twice that where i = j. The error of the means, of covariance `of_mean`, adds its
    square.

    >>> round(bias_of(np.ones(1), np.array([[0.02]]), 0.02), 4)  # two sets of 100: 0.02 of the means, 0.01 of variances
    0.03
    """
    weights = np.outer(roots, roots)
    weights /= 2 * (roots[:, None] + roots)
    return float(np.trace(of_mean) + share * (weights.sum() + np.trace(weights)))


def _share(rows: Features, part: Moments, units: Units) -> float:
    """1/n; where images share units, what the variance of the mean is, over that of an image."""
    count = int(units.max()) + 1
    if len(np.unique(units)) == len(units):
        return 1 / len(rows)
    total = 0.0
    for columns in tiles(rows.shape[1], COLUMNS):
        total += float((unit_sums(rows[:, columns] - part.mean[columns], units, count) ** 2).sum())
    return total / (len(rows) * float(np.trace(part.scatter)))


def _distance(a: Gaussian, b: Gaussian, eigenvalues: Vector) -> float:
    """The distance from eigenvalues that are there already, unless small ones have lost their digits."""
    root = trusted_root(eigenvalues)
    if root is None:
        return frechet_from_moments(a, b)
    return clamped(a.mean - b.mean, sum(float(np.trace(part.covariance)) for part in (a, b)), root)


def _influence(rows: Features, part: Moments, *, way: Vector, gap: Vector) -> Vector:
    """In float32 at a common scale: an error needs no more digits, and it is the largest product of all."""
    scale = float(np.sqrt(np.trace(part.scatter) / part.count)) or 1.0
    carry, pull = way.astype(np.float32), (2 * gap / scale).astype(np.float32)
    influence = np.zeros(len(rows))
    for tile in tiles(len(rows), TILE):
        centred = ((rows[tile] - part.mean) / scale).astype(np.float32)
        carried = centred @ carry
        lengths = [np.einsum("ij,ij->i", one, one) for one in (centred, carried)]
        influence[tile] = centred @ pull + lengths[0] - lengths[1]
    return influence * scale**2
