"""The standard error of a Fréchet distance by the infinitesimal jackknife: how much each single image moves it."""

from typing import NamedTuple

import numpy as np

from paragone.stats.fidelity.clusters import Clusters, cluster_error
from paragone.stats.fidelity.features import TILE, Features, Vector, tiles
from paragone.stats.fidelity.frechet import clamped, frechet_from_moments, trusted_root
from paragone.stats.fidelity.moments import Moments


class FrechetError(NamedTuple):
    """A Fréchet distance, and the standard error that chance in either set gives it."""

    distance: float
    standard_error: float
    from_a: float
    from_b: float


def frechet_error(
    a: Features,
    b: Features,
    *,
    moments: tuple[Moments, Moments] | None = None,
    clusters: tuple[Clusters | None, Clusters | None] = (None, None),
) -> FrechetError:
    """The distance and its error where both sets have more images than dimensions; NaN for a set of one cluster.

    The distance is smooth in the moments: moving S_a changes it by tr((I - T) dS_a), with T the map that carries one
    Gaussian to the other (T S_a T = S_b). So image x of set a has the influence
    2 (m_a - m_b)'(x - m_a) + (x - m_a)'(I - T)(x - m_a), less its mean; the error is its deviation over sqrt(n),
    or that of sums over clusters.
    Efron (1982) on the infinitesimal jackknife; the derivative is that of the Bures distance.
    The bias of order 1/n, which makes every FID too large, is not part of this error.

    >>> rows = np.random.default_rng(0).normal(size=(400, 2))
    >>> 0 <= frechet_error(rows, rows + 1.0).standard_error < 0.5
    True
    """
    from scipy.linalg import LinAlgError, eigh, lapack, solve_triangular

    first, second = moments or (Moments.of(a), Moments.of(b))
    lower, failed = lapack.dpotrf(second.covariance, lower=1, clean=1)
    if failed:
        raise LinAlgError("the second covariance is singular")
    similar, _ = lapack.dsygst(first.covariance, lower, itype=2, lower=1)  # L' S_a L, its lower half
    values, vectors = eigh(similar, lower=True, driver="evd", check_finite=False)
    distance = _distance(first, second, values)
    values = np.maximum(values, np.finfo(np.float64).eps * values[-1])
    forth = lower @ (vectors * values**-0.25)  # forth forth' carries a to b
    back = solve_triangular(lower, vectors * values**0.25, lower=True, trans="T")  # back back' carries b to a
    gap = first.mean - second.mean
    errors = [
        cluster_error(_influence(rows, part, way=way, gap=sign * gap), whole)
        for rows, part, way, sign, whole in ((a, first, forth, 1.0, clusters[0]), (b, second, back, -1.0, clusters[1]))
    ]
    return FrechetError(distance, float(np.hypot(errors[0], errors[1])), errors[0], errors[1])


def _distance(a: Moments, b: Moments, eigenvalues: Vector) -> float:
    """The distance from eigenvalues that are there already, unless small ones have lost their digits."""
    root = trusted_root(eigenvalues)
    if root is None:
        return frechet_from_moments(a, b)
    traces = (np.trace(part.scatter) / (part.count - 1) for part in (a, b))
    return clamped(a.mean - b.mean, sum(traces), root)


def _influence(rows: Features, part: Moments, *, way: Vector, gap: Vector) -> Vector:
    """In float32 at a common scale: an error needs no more digits, and it is the largest product of all."""
    scale = float(np.sqrt(np.trace(part.scatter) / part.count)) or 1.0
    carry, pull = way.astype(np.float32), (2 * gap / scale).astype(np.float32)
    influence = np.zeros(len(rows))
    for tile in tiles(len(rows), TILE):
        centred = ((rows[tile] - part.mean) / scale).astype(np.float32)
        carried = centred @ carry
        lengths = (np.einsum("ij,ij->i", one, one, dtype=np.float64) for one in (centred, carried))
        influence[tile] = centred @ pull + next(lengths) - next(lengths)
    return influence * scale**2
