"""Pairs of neighbours that float32 cannot decide, and what float64 says of them."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.stats.fidelity.features import TILE, Features, Vector, tiles
from paragone.stats.fidelity.neighbours import TIE, Counts, Places, cleaned
from paragone.stats.fidelity.products import Floats, Scaled

PAIRS_AT_ONCE = 4096
Pairs = npt.NDArray[np.intp]  # (pairs, 2), rows by number


class Balls(NamedTuple):
    """A set in float32, half the squared radius of the ball around each row, and how far that may be off."""

    set: Scaled
    radii: Floats
    errors: Floats


class Doubts:
    """Pairs (real, drawn) of which float32 does not know whether one is in the ball of the other."""

    def __init__(self, drawn: Features, real: Features, k: int, origin: Vector) -> None:
        """None yet."""
        self._drawn, self._real, self._k, self._origin = drawn, real, k, origin
        self._pairs: tuple[list[Pairs], list[Pairs]] = ([], [])  # in real, drawn balls

    def note(self, row: int, column: int, *unsure: tuple[Places, ...]) -> None:
        """Pairs of a tile that starts at this row and column."""
        for pairs, (rows, columns) in zip(self._pairs, unsure, strict=True):
            pairs.append(np.stack([rows + row, columns + column], axis=1))

    def settle(self, counts: Counts, *, drawn: Balls, real: Balls) -> bool:
        """Add to the counts what float64 says of the pairs; False where they are too many."""
        in_real, in_drawn = (np.concatenate(pairs) for pairs in self._pairs)
        owners = [np.unique(in_real[:, 0], return_inverse=True), np.unique(in_drawn[:, 1], return_inverse=True)]
        if 4 * max(len(owners[0][0]), len(owners[1][0])) > min(len(self._drawn), len(self._real)):
            return False
        radii = self._radii(self._real, real, owners[0][0])[owners[0][1]]
        inside = in_real[self._squares(self._real, self._drawn, in_real) <= radii]
        np.add.at(counts.balls, inside[:, 1], 1)
        np.add.at(counts.held, inside[:, 0], 1)
        radii = self._radii(self._drawn, drawn, owners[1][0])[owners[1][1]]
        inside = in_drawn[self._squares(self._real, self._drawn, in_drawn) <= radii]
        np.add.at(counts.recalled, inside[:, 0], 1)
        return True

    def _radii(self, every: Features, balls: Balls, owners: Places) -> Vector:
        """The squared distance of some rows to their k-th neighbour: float32 says who may be that near."""
        pairs = _near(balls, owners)
        squared = self._squares(every, every, np.stack([owners[pairs[:, 0]], pairs[:, 1]], axis=1))
        order = np.lexsort((squared, pairs[:, 0]))
        starts = np.searchsorted(pairs[order, 0], np.arange(len(owners)))
        return np.asarray(squared[order[starts + self._k]] * (1 + TIE))  # the row itself is the first

    def _squares(self, first: Features, second: Features, pairs: Pairs) -> Vector:
        """Squared distances of pairs in float64."""
        found = np.zeros(len(pairs))
        for part in tiles(len(pairs), PAIRS_AT_ONCE):
            x, y = first[pairs[part, 0]] - self._origin, second[pairs[part, 1]] - self._origin
            lengths = (x**2).sum(axis=1) + (y**2).sum(axis=1)
            found[part] = cleaned(lengths - 2 * (x * y).sum(axis=1), lengths)
        return found


def _near(balls: Balls, owners: Places) -> Pairs:
    """Pairs (place among the owners, row) that may be within the owner's radius."""
    one, farthest, found = balls.set, balls.radii + balls.errors, []
    for part in tiles(len(owners), TILE):
        rows = owners[part]
        for columns in tiles(len(one.rows), TILE):
            half = one.halves[columns] - one.rows[rows] @ one.rows[columns].T
            half += one.halves[rows, None]
            places = np.divmod(np.flatnonzero(half <= farthest[rows, None]), half.shape[1])
            found.append(np.stack([places[0] + part.start, places[1] + columns.start], axis=1))
    return np.concatenate(found) if found else np.zeros((0, 2), dtype=np.intp)
