"""Nearest neighbours of many images: float32 decides nearly every pair, float64 the few that are in doubt.

Half a squared distance is (|x|^2 + |y|^2) / 2 - x'y. In float32 it is off by at most c u (|x|^2 + |y|^2) / 2 with
u = 2^-24 and c = d + 8, or 8 sqrt(d) + 8 but for a chance of 3e-14 (Higham and Mary, 2019, theorem 3.1); so is the k-th
smallest of many. A pair whose distance and radius are further apart than their errors is decided; the others are
computed again.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.stats.fidelity.features import TILE, Features, Vector, tiles
from paragone.stats.fidelity.neighbours import Counts, Mask, cleaned, reaches, smallest

Floats = npt.NDArray[np.float32]
UNIT = 2.0**-24
SIGMAS = 8.0
PAIRS_AT_ONCE = 4096


class _Set(NamedTuple):
    """A set's rows about the origin at a common scale, and half their squared lengths."""

    rows: Floats
    halves: Floats

    def error(self, reach: Floats) -> Floats:
        """How far half a squared distance near each row's reach, less that reach, may be off.

        Who is within the reach r of x has a length of at most |x| + r: far away rows need not be bounded.
        """
        dimension = self.rows.shape[1]
        share = (min(dimension, SIGMAS * dimension**0.5) + 8) * UNIT
        farthest = (np.sqrt(2 * self.halves) + np.sqrt(2 * np.maximum(reach, 0))) ** 2 / 2
        return np.asarray(2 * share * (self.halves + farthest), np.float32)


def screened(drawn: Features, real: Features, k: int, *, origin: Vector) -> Counts | None:
    """The counts of precision and its kin; None where so many pairs are in doubt that float64 is as quick."""
    ours, theirs = _sets(drawn, real, origin)
    reach_drawn, reach_real = (_reaches(one, k) for one in (ours, theirs))
    error_drawn, error_real = ours.error(reach_drawn), theirs.error(reach_real)
    counts, doubts = Counts(len(drawn), len(real)), _Doubts(drawn, real, k, origin)
    for rows in tiles(len(real), TILE):
        for columns in tiles(len(drawn), TILE):
            half = _half_squares(theirs, rows, ours, columns)
            in_real, unsure_real = _within(half, reach_real[rows, None], error_real[rows, None])
            in_drawn, unsure_drawn = _within(half, reach_drawn[columns], error_drawn[columns])
            counts.add(rows, columns, in_real=in_real, in_drawn=in_drawn)
            doubts.note(rows.start, columns.start, unsure_real, unsure_drawn)
    return counts if doubts.settle(counts) else None


def _sets(drawn: Features, real: Features, origin: Vector) -> tuple[_Set, _Set]:
    """Both sets at a scale at which no row is longer than 1: a power of 2, so that scaling rounds nothing."""
    moved = [_moved(rows, origin) for rows in (drawn, real)]
    longest = max(float(lengths.max()) for _, lengths in moved)
    scale = np.float32(2.0 ** -np.ceil(np.log2(longest))) if longest else np.float32(1)
    for rows, _ in moved:
        rows *= scale
    ours, theirs = (_Set(rows, np.asarray((lengths * scale) ** 2 / 2, np.float32)) for rows, lengths in moved)
    return ours, theirs


def _moved(rows: Features, origin: Vector) -> tuple[Floats, Vector]:
    """The rows about the origin, and their lengths."""
    kept, squared = np.zeros(rows.shape, np.float32), np.zeros(len(rows))
    for tile in tiles(len(rows)):
        kept[tile] = rows[tile] - origin
        squared[tile] = np.einsum("ij,ij->i", kept[tile], kept[tile], dtype=np.float64)
    return kept, np.sqrt(squared)


def _half_squares(one: _Set, rows: slice, other: _Set, columns: slice) -> Floats:
    half = one.rows[rows] @ other.rows[columns].T
    np.subtract(other.halves[columns], half, out=half)
    half += one.halves[rows, None]
    return half


def _reaches(one: _Set, k: int) -> Floats:
    """Half the squared distance of each row to its k-th neighbour, the row itself not counted."""
    nearest = np.full((len(one.rows), k + 1), np.inf, np.float32)
    parts = tiles(len(one.rows), TILE)
    for index, part in enumerate(parts):
        for other in parts[index:]:
            half = _half_squares(one, part, one, other)
            nearest[part] = smallest(nearest[part], half)
            if other != part:
                nearest[other] = smallest(nearest[other], half.T)
    return np.asarray(nearest.max(axis=1))


def _within(half: Floats, reach: Floats, error: Floats) -> tuple[Mask, tuple[npt.NDArray[np.intp], ...]]:
    """Pairs that are surely within reach, and the places of those in doubt."""
    sure = half <= reach - error
    return sure, np.nonzero((half <= reach + error) ^ sure)


class _Doubts:
    """Pairs that float32 cannot decide."""

    def __init__(self, drawn: Features, real: Features, k: int, origin: Vector) -> None:
        self._drawn, self._real, self._k, self._origin = drawn, real, k, origin
        self._pairs: tuple[list[npt.NDArray[np.intp]], list[npt.NDArray[np.intp]]] = ([], [])  # in real, drawn balls

    def note(self, row: int, column: int, *unsure: tuple[npt.NDArray[np.intp], ...]) -> None:
        """Pairs (real, drawn) of a tile that starts at this row and column."""
        for pairs, (rows, columns) in zip(self._pairs, unsure, strict=True):
            pairs.append(np.stack([rows + row, columns + column], axis=1))

    def settle(self, counts: Counts) -> bool:
        """Add to the counts what float64 says of the pairs; False where they are too many."""
        in_real, in_drawn = (np.concatenate(pairs) for pairs in self._pairs)
        owners = [np.unique(in_real[:, 0], return_inverse=True), np.unique(in_drawn[:, 1], return_inverse=True)]
        if 4 * max(len(owners[0][0]), len(owners[1][0])) > min(len(self._drawn), len(self._real)):
            return False
        for pairs, every, (owner, place) in zip((in_real, in_drawn), (self._real, self._drawn), owners, strict=True):
            reach = reaches(every[owner], every, self._k, origin=self._origin)[place]
            inside = pairs[self._squares(pairs) <= reach]
            if every is self._real:
                np.add.at(counts.balls, inside[:, 1], 1)
                np.add.at(counts.held, inside[:, 0], 1)
            else:
                np.add.at(counts.recalled, inside[:, 0], 1)
        return True

    def _squares(self, pairs: npt.NDArray[np.intp]) -> Vector:
        found = np.zeros(len(pairs))
        for part in tiles(len(pairs), PAIRS_AT_ONCE):
            x = self._real[pairs[part, 0]] - self._origin
            y = self._drawn[pairs[part, 1]] - self._origin
            lengths = (x**2).sum(axis=1) + (y**2).sum(axis=1)
            found[part] = cleaned(lengths - 2 * (x * y).sum(axis=1), lengths)
        return found
