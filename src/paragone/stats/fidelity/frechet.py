"""The Fréchet distance of two Gaussians, from symmetric eigenvalues, and of two sets of features."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.stats.fidelity.features import Features, Vector, as_features, same_dimension
from paragone.stats.fidelity.moments import Moments

# Rounding may move a distance this far, relative to the two traces (and below zero, where it is clamped to 0).
TOLERANCE = 1e-7


class Gaussian(Protocol):
    """Whatever has a mean and a covariance: moments of images, or statistics from a file."""

    @property
    def mean(self) -> Vector:
        """(dimension,)."""
        ...

    @property
    def covariance(self) -> Vector:
        """(dimension, dimension)."""
        ...


def frechet_distance(mean_a: Vector, cov_a: Vector, mean_b: Vector, cov_b: Vector) -> float:
    """|m_a - m_b|^2 + tr(S_a) + tr(S_b) - 2 tr((S_a S_b)^(1/2)), never NaN and never negative.

    The product is similar to the symmetric L' S_a L with S_b = L L', so the trace is a sum of square roots of symmetric
    eigenvalues: no complex numbers and no general matrix root. Dowson and Landau (1982); Heusel et al. (2017, FID).

    >>> frechet_distance(np.zeros(2), np.eye(2), np.array([3.0, 4.0]), 4 * np.eye(2))  # 25 + 2 + 8 - 2 * 4
    27.0
    """
    means = [np.atleast_1d(np.asarray(mean, dtype=np.float64)) for mean in (mean_a, mean_b)]
    covs = [np.atleast_2d(np.asarray(cov, dtype=np.float64)) for cov in (cov_a, cov_b)]
    _check(means, covs)
    return clamped(means[0] - means[1], np.trace(covs[0]) + np.trace(covs[1]), trace_of_root(covs[0], covs[1]))


def frechet_from_moments(a: Gaussian, b: Gaussian) -> float:
    """The Fréchet distance of two sets of which only the moments were kept.

    >>> rows = np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    >>> frechet_from_moments(Moments.of(rows), Moments.of(rows + [3.0, 4.0]))
    25.0
    """
    return frechet_distance(a.mean, a.covariance, b.mean, b.covariance)


def frechet_from_features(a: Features, b: Features) -> float:
    """The Fréchet distance of two sets of features (images, dimension); exact also below the dimension.

    With fewer images than dimensions a covariance is singular and its root ill-conditioned. There
    tr((S_a S_b)^(1/2)) is the sum of the singular values of A B' / sqrt((n_a - 1)(n_b - 1)), A and B the centred rows:
    a small matrix, no squaring, no rounding to speak of.

    >>> rows = np.array([[0.0, 1.0, 5.0], [1.0, 0.0, 2.0]])
    >>> frechet_from_features(rows, rows + 2.0)  # equal but for a shift of 2 in 3 dimensions
    12.0
    """
    first, second = as_features(a, "the first set"), as_features(b, "the second set")
    same_dimension(first, second)
    dimension = first.shape[1]
    if min(len(first), len(second)) > dimension:
        return frechet_from_moments(Moments.of(first), Moments.of(second))
    mean_a, mean_b = (rows.mean(axis=0, dtype=np.float64) for rows in (first, second))
    left, right = factor_of_rows(first - mean_a), factor_of_rows(second - mean_b)
    return clamped(mean_a - mean_b, float((left**2).sum() + (right**2).sum()), _nuclear_norm(left @ right.T))


def spatial_frechet(a: npt.NDArray[np.floating], b: npt.NDArray[np.floating]) -> float:
    """The sFID: the Fréchet distance of spatial features (images, channels, height, width), each map laid out flat.

    Nash et al. (2021) take the first 7 channels of Inception's mixed_6/conv, 17 x 17 each: 2,023 numbers an image.
    Choose the channels when the features are made; this function takes what it is given.

    >>> maps = np.arange(24.0).reshape(3, 2, 2, 2) ** 2
    >>> round(spatial_frechet(maps, maps + 1.0), 6)  # 8 numbers an image, each moved by 1
    8.0
    """
    if a.ndim != 4 or a.shape[1:] != b.shape[1:]:
        raise BadInput(
            f"spatial features have the shapes {a.shape} and {b.shape}; give (images, channels, height, width)"
        )
    return frechet_from_features(a.reshape(len(a), -1), b.reshape(len(b), -1))


def trace_of_root(cov_a: Vector, cov_b: Vector) -> float:
    """tr((S_a S_b)^(1/2)): fast through one symmetric eigenproblem where that is accurate, else by singular values."""
    from scipy.linalg import eigvalsh, lapack

    lower, failed = lapack.dpotrf(cov_b, lower=1)
    if failed:  # S_b is singular
        return _nuclear_norm(factor_of(cov_a).T @ factor_of(cov_b))
    # L' S_a L at half the cost of two products; only its lower half is filled.
    similar, _ = lapack.dsygst(cov_a, lower, itype=2, lower=1)
    values = eigvalsh(similar, lower=True, driver="ev", check_finite=False)
    found = trusted_root(np.asarray(values, dtype=np.float64))
    return _nuclear_norm(factor_of(cov_a).T @ factor_of(cov_b)) if found is None else found


def trusted_root(eigenvalues: Vector) -> float | None:
    """The sum of the square roots of eigenvalues in rising order; None where rounding has taken too many digits.

    An eigenvalue w known to +-noise has a root known to about noise / (2 sqrt(w)): small ones lose their digits.
    """
    noise = 8 * np.finfo(np.float64).eps * max(eigenvalues[-1], 0.0)
    kept = np.sqrt(np.maximum(eigenvalues, 0.0))
    doubt = np.minimum(np.sqrt(noise), noise / (2 * np.maximum(kept, np.finfo(np.float64).tiny))).sum()
    return float(kept.sum()) if doubt <= 1e-8 * kept.sum() else None


def factor_of(covariance: Vector) -> Vector:
    """A matrix L with L L' = S, for any positive semi-definite S; directions that are only rounding are dropped."""
    from scipy.linalg import eigh

    values, vectors = eigh(covariance, driver="evd", check_finite=False)
    floor = len(values) * np.finfo(np.float64).eps * max(values[-1], 0.0)
    kept = values > floor
    return np.asarray(vectors[:, kept] * np.sqrt(values[kept]))


def factor_of_rows(centred: Vector) -> Vector:
    """A matrix L with L' L = S, of at most (images, dimension) and at most (dimension, dimension) numbers."""
    count, dimension = centred.shape
    if count <= dimension:
        return np.asarray(centred / np.sqrt(count - 1))
    return np.asarray(np.linalg.qr(centred, mode="r") / np.sqrt(count - 1))


def _nuclear_norm(matrix: Vector) -> float:
    from scipy.linalg import svdvals

    return float(svdvals(matrix, check_finite=False).sum()) if matrix.size else 0.0


def clamped(gap: Vector, traces: float, root: float) -> float:
    """|gap|^2 + the traces - 2 tr((S_a S_b)^(1/2)), not below zero."""
    distance = float(gap @ gap + traces - 2.0 * root)
    return max(distance, 0.0)


def _check(means: list[Vector], covs: list[Vector]) -> None:
    shapes = [array.shape for array in (*means, *covs)]
    dimension = means[0].shape[0]
    if shapes != [(dimension,), (dimension,), (dimension, dimension), (dimension, dimension)]:
        raise BadInput(f"means and covariances have the shapes {shapes}; give (d,), (d,), (d, d), (d, d)")
    if not all(np.isfinite(array).all() for array in (*means, *covs)):
        raise BadInput("a mean or covariance holds NaN or infinite values; compute it again without those images")
