"""The Fréchet distance that an endless sample would have, extrapolated from growing subsets."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.stats.fidelity.features import Features, Vector, as_features, same_dimension
from paragone.stats.fidelity.frechet import factor_of, frechet_from_moments
from paragone.stats.fidelity.moments import Moments


@dataclass(frozen=True, slots=True, eq=False)
class Extrapolation:
    """The line through (1/n, distance): its value at 1/n = 0, its slope, and the points it was drawn through."""

    value: float
    slope: float
    sizes: Vector
    distances: Vector


def frechet_infinity(
    a: Features, b: Features, *, rng: np.random.Generator, points: int = 15, smallest: int | None = None
) -> Extrapolation:
    """FID-infinity: distances of `points` random subsets of `a` to all of `b`, as a line in 1/n, read at 0.

    The bias of a Fréchet distance is proportional to 1/n to first order, with a slope that depends on the model, so
    that two models cannot be compared at one n. Chong and Forsyth (2020) fit a line over 15 sizes from 5,000 to n.
    Here the smallest size is by default the larger of n / 10 (5,000 for their n of 50,000) and the dimension plus 2,
    and `b` is taken as it is.

    >>> rng = np.random.default_rng(0)
    >>> drawn, real = rng.normal(size=(2000, 4)), rng.normal(size=(2000, 4))
    >>> line = frechet_infinity(drawn, real, rng=rng)
    >>> line.value < float(line.distances[0])
    True
    """
    first, second = as_features(a, "the first set"), as_features(b, "the second set")
    same_dimension(first, second)
    if points < 2:
        raise BadInput(f"a line needs at least 2 points, {points} were asked for")
    count, dimension = first.shape
    lowest = max(count // 10, dimension + 2) if smallest is None else smallest
    if not 2 <= lowest < count:
        raise BadInput(
            f"subsets from {lowest} to {count} images give no line; FID-infinity needs more than {lowest} images"
        )
    # Even steps of n, as in the paper's code.
    sizes = np.unique(np.linspace(lowest, count, points).astype(int))
    whole, real = Moments.of(first), Moments.of(second)
    distances = np.array([_distance(first, whole, rng.permutation(count), size=size, real=real) for size in sizes])
    slope, value = np.polyfit(1.0 / sizes, distances, 1)
    return Extrapolation(float(value), float(slope), sizes.astype(np.float64), distances)


def _distance(rows: Features, whole: Moments, order: npt.NDArray[np.intp], *, size: int, real: Moments) -> float:
    """The distance of the first `size` rows of an order."""
    if size > rows.shape[1]:
        few = 2 * size < len(rows)  # else what is left out is less work than what is taken
        some = Moments.of(rows[order[:size]]) if few else whole - Moments.of(rows[order[size:]])
        return frechet_from_moments(some, real)
    return _below_the_dimension(rows[order[:size]], real)


def _below_the_dimension(rows: Features, real: Moments) -> float:
    from scipy.linalg import svdvals

    mean = rows.mean(axis=0, dtype=np.float64)
    centred = (rows - mean) / np.sqrt(len(rows) - 1)
    root = svdvals(centred @ factor_of(real.covariance)).sum()
    gap = mean - real.mean
    return max(float(gap @ gap + (centred**2).sum() + np.trace(real.covariance) - 2 * root), 0.0)
