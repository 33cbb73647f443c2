"""The Vendi score: the effective number of different images in a set."""

from dataclasses import dataclass

import numpy as np

from paragone.stats.fidelity.features import Features, Vector, as_features, unit_rows


@dataclass(frozen=True, slots=True)
class Vendi:
    """The score and its standard error by the infinitesimal jackknife."""

    score: float
    standard_error: float


def vendi_score(a: Features) -> float:
    """The exponential of the entropy of the eigenvalues of K / n, K the cosines; from 1 (all alike) to n.

    Friedman and Dieng (2023). The eigenvalues are those of the smaller of X X' and X'X.

    >>> round(vendi_score(np.eye(3)), 6)
    3.0
    """
    return vendi(a).score


def vendi(a: Features) -> Vendi:
    """The score with its error: image x moves the entropy H of S = X'X / n by -x' log(S) x - H.

    The score also grows with n whatever the images are; that is no part of the error. Compare at equal n only.

    >>> vendi(np.ones((4, 2))).score
    1.0
    """
    rows = unit_rows(as_features(a, "the set"))
    # A row of zeros is like nothing, not even itself; it adds no similarity and the rest must still sum to one.
    rows = rows[rows.any(axis=1)]
    if len(rows) == 0:
        return Vendi(1.0, 0.0)
    values, weights = _spectrum(rows)
    kept = values > len(values) * np.finfo(np.float64).eps
    logs = np.zeros_like(values)
    logs[kept] = np.log(values[kept])
    entropy = -float((values * logs).sum())
    influence = -(weights @ logs) - entropy
    score = float(np.exp(entropy))
    return Vendi(max(score, 1.0), score * float(influence.std(ddof=1) / np.sqrt(len(rows))) if len(rows) > 1 else 0.0)


def _spectrum(rows: Vector) -> tuple[Vector, Vector]:
    """Eigenvalues of S, and each row's squared coordinates along their directions (images, eigenvalues)."""
    from scipy.linalg import eigh

    count, dimension = rows.shape
    if dimension <= count:
        values, vectors = eigh(rows.T @ rows / count, driver="evd")
        return np.maximum(values, 0.0), (rows @ vectors) ** 2
    values, vectors = eigh(rows @ rows.T / count, driver="evd")
    # Along its right singular vectors row i has coordinates u_ij sqrt(n w_j).
    values = np.maximum(values, 0.0)
    return values, vectors**2 * (count * values)
