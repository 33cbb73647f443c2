"""Precision, recall, density and coverage from nearest neighbours, in one pass over tiles of distances."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.stats.fidelity.features import TILE, Features, Vector, as_features, same_dimension, tiles

# Two distances this close (relative) are one: an exact tie must not be decided by rounding.
TIE = 1e-9
Mask = npt.NDArray[np.bool_]
Places = npt.NDArray[np.intp]  # rows by number


@dataclass(frozen=True, slots=True, eq=False)
class Neighbourhoods:
    """The four fractions, and what each image contributes to them."""

    precision: float
    recall: float
    density: float
    coverage: float
    is_realistic: Vector  # per drawn image: 1 if it lies in the ball of some real one
    is_recalled: Vector  # per real image: 1 if it lies in the ball of some drawn one
    crowding: Vector  # per drawn image: real balls it lies in, over k
    is_covered: Vector  # per real image: 1 if its ball holds a drawn image


def precision_recall(a: Features, b: Features, k: int = 5) -> Neighbourhoods:
    """Of drawn features `a` against real ones `b`, with balls that reach to the k-th neighbour in their own set.

    Precision: drawn images in any real ball. Recall: real images in any drawn ball (Kynkäänniemi et al., 2019, k = 3).
    Density: real balls per drawn image, over k. Coverage: real balls that hold a drawn one (Naeem et al., 2020, k = 5).
    Balls are closed, as in the first paper's formula; the `prdc` package's are open, which differs only at exact ties.
    Many images are compared in float32 first, and in float64 where that leaves a doubt: the result is the same.

    >>> real = np.array([[0.0], [1.0], [2.0]])
    >>> found = precision_recall(np.array([[0.5], [9.0], [10.0]]), real, k=1)
    >>> found.precision, found.recall, round(found.density, 4), round(found.coverage, 4)
    (0.3333333333333333, 1.0, 0.6667, 0.6667)
    """
    from paragone.stats.fidelity.screening import screened

    drawn, real = as_features(a, "the drawn set"), as_features(b, "the real set")
    same_dimension(drawn, real)
    check_neighbours(len(drawn), len(real), k)
    origin = origin_of(real)
    is_large = max(len(drawn), len(real)) > TILE
    found = screened(drawn, real, k=k, kernels=False, origin=origin).counts if is_large else None
    return (found or in_float64(drawn, real, k, origin=origin)).result(k)


def check_neighbours(drawn: int, real: int, k: int) -> None:
    """Refuse a k that one of the sets is too small for."""
    if not 1 <= k < min(drawn, real):
        raise BadInput(f"the {k}-th neighbour needs more than {k} images a side, there are {drawn} and {real}")


def origin_of(real: Features) -> Vector:
    """Where all is measured from: distances do not change with the origin, and small numbers cancel less."""
    return np.asarray(real.mean(axis=0, dtype=np.float64))


class Distances:
    """All distances of few images, for what precision and its kin are of some of them."""

    def __init__(self, a: Features, b: Features, k: int) -> None:
        """Compute them once."""
        origin, self._k = origin_of(b), k
        x, y = a - origin, b - origin
        self._drawn, self._real, self._across = squares(x, x), squares(y, y), squares(y, x)

    def of(self, drawn: Places, real: Places) -> Neighbourhoods:
        """The four fractions of these rows.

        >>> rows = np.arange(6.0)[:, None]
        >>> Distances(rows, rows, 1).of(np.arange(0, 6, 2), np.arange(0, 6, 2)).recall
        1.0
        """
        check_neighbours(len(drawn), len(real), self._k)
        radii = [
            widened(np.partition(within[np.ix_(kept, kept)], self._k, axis=1)[:, : self._k + 1])
            for within, kept in ((self._drawn, drawn), (self._real, real))
        ]
        squared, counts = self._across[np.ix_(real, drawn)], Counts(len(drawn), len(real))
        counts.add(slice(None), slice(None), in_real=squared <= radii[1][:, None], in_drawn=squared <= radii[0])
        return counts.result(self._k)


class Counts:
    """Who lies in whose ball, counted as tiles of distances pass."""

    def __init__(self, drawn: int, real: int) -> None:
        """Nobody yet."""
        self.balls, self.held, self.recalled = np.zeros(drawn), np.zeros(real), np.zeros(real)

    def add(self, rows: slice, columns: slice, *, in_real: Mask, in_drawn: Mask) -> None:
        """A tile (real rows, drawn columns): whether the drawn image is in the real ball, and the real in the drawn."""
        self.balls[columns] += in_real.sum(axis=0)
        self.held[rows] += in_real.any(axis=1)
        self.recalled[rows] += in_drawn.any(axis=1)

    def result(self, k: int) -> Neighbourhoods:
        """The four fractions."""
        inside, recalled, held = ((part > 0).astype(np.float64) for part in (self.balls, self.recalled, self.held))
        crowding = self.balls / k
        means = [float(part.mean()) for part in (inside, recalled, crowding, held)]
        return Neighbourhoods(means[0], means[1], means[2], means[3], inside, recalled, crowding, held)


def in_float64(drawn: Features, real: Features, k: int, *, origin: Vector) -> Counts:
    """The counts, all in float64."""
    reach_drawn, reach_real = (reaches(rows, rows, k, origin=origin) for rows in (drawn, real))
    counts = Counts(len(drawn), len(real))
    for rows in tiles(len(real), TILE):
        y = real[rows] - origin
        for columns in tiles(len(drawn), TILE):
            squared = squares(y, drawn[columns] - origin)
            counts.add(
                rows, columns, in_real=squared <= reach_real[rows, None], in_drawn=squared <= reach_drawn[columns]
            )
    return counts


def reaches(rows: Features, every: Features, k: int, *, origin: Vector) -> Vector:
    """The squared distance of each row to its k-th neighbour among `every`, of which it is one itself."""
    nearest = np.full((len(rows), k + 1), np.inf)  # k + 1 distances: the row itself is one
    for part in tiles(len(rows), TILE):
        x = rows[part] - origin
        for other in tiles(len(every), TILE):
            nearest[part] = smallest(nearest[part], squares(x, every[other] - origin))
    return widened(nearest)


def widened(nearest: Vector) -> Vector:
    """The largest of each row's nearest, a little more, so that ties count as inside."""
    return np.asarray(nearest.max(axis=1) * (1 + TIE))


def smallest(known: npt.NDArray[np.floating], new: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """As many of the smallest numbers in each row as are known already."""
    kept = known.shape[1]
    if new.shape[1] > kept:
        new = np.partition(new, kept - 1, axis=1)[:, :kept]
    return np.partition(np.concatenate([known, new], axis=1), kept - 1, axis=1)[:, :kept]


def squares(x: Vector, y: Vector) -> Vector:
    """The squared distance of every row of x to every row of y."""
    lengths = (x**2).sum(axis=1)[:, None] + (y**2).sum(axis=1)
    return cleaned(lengths - 2 * (x @ y.T), lengths)


def cleaned(squared: Vector, lengths: Vector) -> Vector:
    """Squared distances in which what is left of equal rows is not rounding but zero."""
    return np.where(squared < 1e-13 * lengths, 0.0, squared)
