"""The Fréchet distance that endless samples would have: extrapolated from halves of both, or from one that grows."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.stats.fidelity.features import Features, Vector, as_features, same_dimension
from paragone.stats.fidelity.frechet import factor_of, frechet_from_moments
from paragone.stats.fidelity.moments import Moments
from paragone.stats.fidelity.units import Sides

QUARTERS = 4
HALVES = ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2))  # of four quarters: three ways to halve


def frechet_extrapolated(a: Features, b: Features, quarters: Sides) -> float:
    """The distance without its bias of order 1/n: 2 d(n) - d(n / 2), d(n / 2) the mean over six halves of both sets.

    The bias is b_a / n_a + b_b / n_b to first order, so halving both sets doubles it, whatever the features are.
    Linear errors are the same in d(n) and the mean of its halves, so that the difference adds almost no noise. A half
    needs more images than dimensions on either side. `quarters` says in which quarter, 0 to 3, each image is;
    whole prompts, so that what prompts share is treated as it is.

    >>> rng = np.random.default_rng(0)
    >>> a, b = rng.normal(size=(400, 4)), rng.normal(size=(400, 4)) + 1  # 4 in truth
    >>> found = frechet_extrapolated(a, b, (np.arange(400) % 4, np.arange(400) % 4))
    >>> found < frechet_from_moments(Moments.of(a), Moments.of(b))
    True
    """
    parts = [
        [Moments.of(rows[of == quarter]) for quarter in range(QUARTERS)]
        for rows, of in zip((a, b), quarters, strict=True)
    ]
    wholes = [part[0] + part[1] + part[2] + part[3] for part in parts]
    halves = [[part[one] + part[other] for one, other in HALVES] for part in parts]
    if min(half.count for side in halves for half in side) <= a.shape[1]:
        raise BadInput(f"half of the images are no more than the {a.shape[1]} dimensions; give more")
    mean = float(np.mean([frechet_from_moments(first, second) for first, second in zip(*halves, strict=True)]))
    return 2 * frechet_from_moments(wholes[0], wholes[1]) - mean


@dataclass(frozen=True, slots=True, eq=False)
class Extrapolation:
    """The line through (1/n, distance): its value at 1/n = 0, its slope, and the points it was drawn through."""

    value: float
    slope: float
    sizes: Vector
    distances: Vector

    @property
    def error(self) -> float:
        """The standard error of the value, from how far the points are off the line."""
        x = 1.0 / self.sizes
        spare = len(x) - 2
        if spare < 1:
            return 0.0
        rest = self.distances - (self.value + self.slope * x)
        return float(np.sqrt((rest @ rest) / spare * (1 / len(x) + x.mean() ** 2 / ((x - x.mean()) ** 2).sum())))


def frechet_infinity(
    a: Features, b: Features, *, rng: np.random.Generator, points: int = 15, smallest: int | None = None
) -> Extrapolation:
    """FID-infinity of Chong and Forsyth (2020): `points` random subsets of `a` to all of `b`, a line in 1/n, read at 0.

    They fit a line over 15 sizes from 5,000 to n. Here the smallest size is by default the larger of n / 10 (5,000 for
    their n of 50,000) and the dimension plus 2. `b` is taken as it is, so that the bias that its own n gives stays:
    `frechet_extrapolated` removes that of both.

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
