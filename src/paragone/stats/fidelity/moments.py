"""Mean and covariance of features that arrive in batches, in float64, mergeable and independent of the batches."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from paragone.core.errors import BadInput
from paragone.stats.fidelity.features import TILE, Features, Vector, as_features, tiles


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Count, mean and scatter (the sum of centred outer products) of some rows.

    Two parts merge by Chan, Golub and LeVeque (1983): M = M1 + M2 + (n1 n2 / n) d d', with d the difference of means.

    >>> part = Moments.of(np.array([[0.0], [2.0]]))
    >>> whole = part + Moments.of(np.array([[4.0]]))
    >>> whole.count, whole.mean.tolist(), whole.covariance.tolist()
    (3, [2.0], [[4.0]])
    """

    count: int
    mean: Vector  # (dimension,)
    scatter: Vector  # (dimension, dimension)

    @classmethod
    def empty(cls, dimension: int) -> Self:
        """Of no rows yet."""
        return cls(0, np.zeros(dimension), np.zeros((dimension, dimension)))

    @classmethod
    def of(cls, features: Features) -> Self:
        """Of all these rows, converted to float64 a few at a time."""
        rows = as_features(features, "the set", least=0)
        mean = np.zeros(rows.shape[1])
        for tile in tiles(len(rows), TILE):
            mean += rows[tile].sum(axis=0, dtype=np.float64)
        mean /= max(len(rows), 1)
        scatter = np.zeros((rows.shape[1], rows.shape[1]))
        for tile in tiles(len(rows), TILE):
            centred = rows[tile] - mean  # float64, since the mean is
            scatter += centred.T @ centred
        return cls(len(rows), mean, scatter)

    def __add__(self, other: Self) -> Self:
        """Of both sets of rows together."""
        if self.mean.shape != other.mean.shape:
            raise BadInput(f"cannot merge moments of {len(self.mean)} and {len(other.mean)} dimensions")
        count = self.count + other.count
        if count == 0:
            return self
        gap = other.mean - self.mean
        scatter = self.scatter + other.scatter + np.outer(gap, gap) * (self.count * other.count / count)
        return type(self)(count, self.mean + gap * (other.count / count), scatter)

    def __sub__(self, part: Self) -> Self:
        """Of the rows that are left without a part of them; as exact as a sum while the part is the smaller half.

        >>> whole = Moments.of(np.array([[0.0], [2.0], [4.0]]))
        >>> rest = whole - Moments.of(np.array([[4.0]]))
        >>> rest.count, rest.mean.tolist(), rest.covariance.tolist()
        (2, [1.0], [[2.0]])
        """
        count = self.count - part.count
        if count < 1 or self.mean.shape != part.mean.shape:
            raise BadInput(f"cannot take {part.count} rows of {len(part.mean)} dimensions out of {self.count}")
        mean = self.mean + (self.mean - part.mean) * (part.count / count)
        gap = part.mean - mean
        scatter = self.scatter - part.scatter - np.outer(gap, gap) * (part.count * count / self.count)
        return type(self)(count, mean, scatter)

    @property
    def covariance(self) -> Vector:
        """The unbiased covariance, divided by n - 1 as `np.cov` does."""
        if self.count < 2:
            raise BadInput(f"a covariance needs at least 2 images, the set has {self.count}; give more")
        return self.scatter / (self.count - 1)
