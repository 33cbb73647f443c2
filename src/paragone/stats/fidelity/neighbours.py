"""Precision, recall, density and coverage from nearest neighbours, in one pass over tiles of distances."""

from dataclasses import dataclass

import numpy as np

from paragone.core.errors import BadInput
from paragone.stats.fidelity.features import TILE, Features, Vector, as_features, same_dimension, tiles

# Two distances this close (relative) are one: an exact tie must not be decided by rounding.
TIE = 1e-9


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

    >>> real = np.array([[0.0], [1.0], [2.0]])
    >>> found = precision_recall(np.array([[0.5], [9.0], [10.0]]), real, k=1)
    >>> found.precision, found.recall, round(found.density, 4), round(found.coverage, 4)
    (0.3333333333333333, 1.0, 0.6667, 0.6667)
    """
    drawn, real = as_features(a, "the drawn set"), as_features(b, "the real set")
    same_dimension(drawn, real)
    if not 1 <= k < min(len(drawn), len(real)):
        raise BadInput(
            f"the {k}-th neighbour needs more than {k} images a side, there are {len(drawn)} and {len(real)}"
        )
    # Distances do not change with the origin, and small numbers cancel less.
    origin = real.mean(axis=0, dtype=np.float64)
    reach_drawn, reach_real = (_reach(rows, k, origin) for rows in (drawn, real))
    balls, held, recalled = np.zeros(len(drawn)), np.zeros(len(real)), np.zeros(len(real))
    for rows in tiles(len(real), TILE):
        y = real[rows] - origin
        for columns in tiles(len(drawn), TILE):
            squared = _squared(y, drawn[columns] - origin)
            in_real = squared <= reach_real[rows, None]
            balls[columns] += in_real.sum(axis=0)
            held[rows] = np.maximum(held[rows], in_real.any(axis=1))
            recalled[rows] = np.maximum(recalled[rows], (squared <= reach_drawn[columns]).any(axis=1))
    inside = (balls > 0).astype(np.float64)
    crowding = balls / k
    means = [float(part.mean()) for part in (inside, recalled, crowding, held)]
    return Neighbourhoods(means[0], means[1], means[2], means[3], inside, recalled, crowding, held)


def _reach(rows: Features, k: int, origin: Vector) -> Vector:
    """The squared distance of each row to its k-th neighbour, a little widened so that ties count as inside."""
    nearest = np.full((len(rows), k + 1), np.inf)  # k + 1 distances: the row itself is one
    parts = tiles(len(rows), TILE)
    for index, part in enumerate(parts):
        x = rows[part] - origin
        for other in parts[index:]:
            squared = _squared(x, rows[other] - origin)
            nearest[part] = _smallest(nearest[part], squared)
            if other != part:
                nearest[other] = _smallest(nearest[other], squared.T)
    return np.asarray(nearest.max(axis=1) * (1 + TIE))


def _smallest(known: Vector, new: Vector) -> Vector:
    kept = known.shape[1]
    return np.partition(np.concatenate([known, new], axis=1), kept - 1, axis=1)[:, :kept]


def _squared(x: Vector, y: Vector) -> Vector:
    lengths = (x**2).sum(axis=1)[:, None] + (y**2).sum(axis=1)
    squared = lengths - 2 * x @ y.T
    # What is left of equal rows is rounding; equal rows are at distance zero.
    squared[squared < 1e-13 * lengths] = 0.0
    return np.asarray(squared)
