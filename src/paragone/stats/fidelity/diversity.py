"""The Vendi score: the effective number of different images in a set."""

from dataclasses import dataclass

import numpy as np

from paragone.stats.fidelity.features import Features, Vector, as_features, tiles, unit_rows


@dataclass(frozen=True, slots=True, eq=False)
class Vendi:
    """The score, and how each image moves it (infinitesimal jackknife)."""

    score: float
    influence: Vector  # (images,): a mean of these has the error of the score; 0 for a row of zeros


def vendi_score(a: Features) -> float:
    """The exponential of the entropy of the eigenvalues of K / n, K the cosines; from 1 (all alike) to n.

    Friedman and Dieng (2023). The eigenvalues are those of the smaller of X X' and X'X.

    >>> round(vendi_score(np.eye(3)), 6)
    3.0
    """
    return vendi(a).score


def vendi(a: Features) -> Vendi:
    """The score with its influences: image x moves the entropy H of S = X'X / n by -x' log(S) x - H.

    The score also grows with n whatever the images are; that is no part of the error. Compare at equal n only.

    >>> vendi(np.ones((4, 2))).score
    1.0
    """
    rows = as_features(a, "the set")
    # A row of zeros is like nothing, not even itself; it adds no similarity and the rest must still sum to one.
    kept = rows.any(axis=1)
    influence = np.zeros(len(rows))
    rows = rows[kept] if not kept.all() else rows
    if len(rows) < 2:
        return Vendi(1.0, influence)
    values, vectors = _spectrum(rows)
    logs = np.log(np.where(values > len(values) * np.finfo(np.float64).eps, values, 1.0))
    entropy = -float((values * logs).sum())
    score = float(np.exp(entropy))
    influence[kept] = score * (-_log_lengths(rows, values, vectors, logs=logs) - entropy)
    return Vendi(max(score, 1.0), influence)


def _spectrum(rows: Features) -> tuple[Vector, Vector]:
    """Eigenvalues and eigenvectors of the smaller of X'X / n and X X' / n, X the rows at length 1."""
    from scipy.linalg import eigh

    count, dimension = rows.shape
    if dimension <= count:
        similarity = np.zeros((dimension, dimension))
        for tile in tiles(count):
            unit = unit_rows(rows[tile])
            similarity += unit.T @ unit
    else:
        unit = unit_rows(rows)
        similarity = unit @ unit.T
    values, vectors = eigh(similarity / count, driver="evd")
    return np.maximum(values, 0.0), vectors


def _log_lengths(rows: Features, values: Vector, vectors: Vector, *, logs: Vector) -> Vector:
    """The quadratic form x' log(S) x of each row, in tiles, so that memory does not grow with n.

    Only the error is made of it, so above the dimension float32 does.
    """
    count, dimension = rows.shape
    if dimension > count:
        # Along its right singular vectors row i has coordinates u_ij sqrt(n w_j).
        return np.asarray((vectors**2 * (count * values)) @ logs)
    axes, weights = vectors.astype(np.float32), logs.astype(np.float32)
    found = np.zeros(count)
    for tile in tiles(count):
        part = rows[tile].astype(np.float32)
        along = part @ axes
        found[tile] = (np.square(along, out=along) @ weights) / np.einsum("ij,ij->i", part, part)
    return found
