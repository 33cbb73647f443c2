"""Products of many images in float32, about a common origin, and the sums of both kernels made from them.

x'y = (x - c)'(y - c) + c'(x - c) + c'(y - c) + c'c: the first term is the large product, in float32, and small where
the origin c is near the images; the others are one number an image, in float64. A kernel less its value at the origin
is then as exact as float32 makes small numbers, and the mean over millions of pairs far more exact than that.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.stats.fidelity.features import Features, Vector, tiles
from paragone.stats.fidelity.kernel import SCALE, SIGMA, KernelSums

Floats = npt.NDArray[np.float32]
STRIP = 64  # rows of a tile whose kernels are made at once: with 2,048 columns they stay in the processor's cache


class Scaled(NamedTuple):
    """A set's rows about the origin, times a power of 2 that makes none longer than 1; half their squared lengths."""

    rows: Floats
    halves: Floats
    scale: float


def scaled_sets(drawn: Features, real: Features, origin: Vector) -> tuple[Scaled, Scaled]:
    """Both sets at one scale: a power of 2, so that scaling rounds nothing."""
    moved = [_moved(rows, origin) for rows in (drawn, real)]
    longest = max(float(lengths.max()) for _, lengths in moved)
    scale = np.float32(2.0 ** -np.ceil(np.log2(longest))) if longest else np.float32(1)
    for rows, _ in moved:
        rows *= scale
    ours, theirs = (
        Scaled(rows, np.asarray((lengths * scale) ** 2 / 2, np.float32), float(scale)) for rows, lengths in moved
    )
    return ours, theirs


def _moved(rows: Features, origin: Vector) -> tuple[Floats, Vector]:
    """The rows about the origin, and their lengths."""
    kept, squared = np.zeros(rows.shape, np.float32), np.zeros(len(rows))
    for tile in tiles(len(rows)):
        kept[tile] = rows[tile] - origin
        squared[tile] = np.einsum("ij,ij->i", kept[tile], kept[tile], dtype=np.float64)
    return kept, np.sqrt(squared)


def product(one: Scaled, rows: slice, other: Scaled, columns: slice) -> Floats:
    """Products of every row of one set with every row of another, (rows, columns)."""
    return one.rows[rows] @ other.rows[columns].T


class BothKernels:
    """The sums of KID's and CMMD's kernels, as tiles of products pass."""

    def __init__(self, drawn: Features, real: Features, origin: Vector, scale: float) -> None:
        """Nothing summed yet."""
        self._scale, self._square, self._dimension = scale, float(origin @ origin), drawn.shape[1]
        self._terms = [_terms(rows, origin) for rows in (drawn, real)]  # c'(x - c), 1 / |x|
        sizes = len(drawn), len(real)
        # By kernel: within drawn, within real, across by drawn, across by real.
        self._sums = [[np.zeros(size) for size in (*sizes, *sizes)] for _ in range(2)]

    @property
    def is_exact(self) -> bool:
        """Whether every image has a direction; float64 does for those that have none."""
        return all(bool(np.isfinite(lengths).all()) for _, lengths in self._terms)

    def within(self, side: int, rows: slice, columns: slice, products: Floats) -> None:
        """Add a tile of one set with itself; one off the diagonal counts for its mirror image too."""
        for sums, (by_row, by_column) in zip(self._sums, self._tile(side, rows, side, columns, products), strict=True):
            sums[side][rows] += by_row
            if rows != columns:
                sums[side][columns] += by_column

    def across(self, rows: slice, columns: slice, products: Floats) -> None:
        """Add a tile of real rows and drawn columns."""
        for sums, (by_row, by_column) in zip(self._sums, self._tile(1, rows, 0, columns, products), strict=True):
            sums[3][rows] += by_row
            sums[2][columns] += by_column

    def result(self) -> tuple[KernelSums, KernelSums]:
        """KID's and CMMD's, with what the kernels are at the origin added again."""
        centre = (self._square / self._dimension + 1) ** 3
        drawn, real = len(self._sums[0][0]), len(self._sums[0][1])
        others = (drawn, real, real, drawn)
        cubic, bell = self._sums
        return (
            KernelSums(*(part + count * centre for part, count in zip(cubic, others, strict=True))),
            KernelSums(*(SCALE * (part + count) for part, count in zip(bell, others, strict=True))),
        )

    def _tile(self, one: int, rows: slice, other: int, columns: slice, products: Floats) -> list[tuple[Vector, Vector]]:
        """Sums by row and by column of both kernels, less the constants that `result` adds."""
        (left, left_length), (right, right_length) = (
            [part[place] for part in self._terms[side]] for side, place in ((one, rows), (other, columns))
        )
        found = [(np.zeros(len(left)), np.zeros(len(right))) for _ in range(2)]
        for strip in tiles(len(left), STRIP):
            base = products[strip] * np.float32(self._scale**-2)
            base += left[strip, None]
            base += right  # x'y less c'c
            for values, (by_row, by_column) in zip(
                (self._cubic(base), self._bell(base, left_length[strip, None], right_length)), found, strict=True
            ):
                by_row[strip] = values.sum(axis=1)
                by_column += values.sum(axis=0)
        return found

    def _cubic(self, base: Floats) -> Floats:
        """(x'y / d + 1)^3 less its value b^3 at the origin: t^3 + 3 b t^2 + 3 b^2 t with t = (x'y - c'c) / d."""
        at_origin = self._square / self._dimension + 1
        t = base * np.float32(1 / self._dimension)
        values = t + np.float32(3 * at_origin)
        values *= t
        values += np.float32(3 * at_origin**2)
        values *= t
        return values

    def _bell(self, base: Floats, left: Floats, right: Floats) -> Floats:
        """exp(z) - 1 with z = (cosine - 1) / sigma^2, which is at most 0.02 from 0: four terms are exact in float32."""
        base += np.float32(self._square)
        base *= left
        base *= right
        base -= np.float32(1)
        base *= np.float32(SIGMA**-2)
        values = base * np.float32(1 / 24)
        for term in (1 / 6, 1 / 2, 1.0):
            values += np.float32(term)
            values *= base
        return values


def _terms(rows: Features, origin: Vector) -> tuple[Floats, Floats]:
    """c'(x - c), and one over the length of x (infinite where it has none)."""
    along, squared = np.zeros(len(rows)), np.zeros(len(rows))
    for tile in tiles(len(rows)):
        part = rows[tile].astype(np.float64)
        along[tile] = part @ origin
        squared[tile] = np.einsum("ij,ij->i", part, part)
    with np.errstate(divide="ignore"):
        return (along - origin @ origin).astype(np.float32), (1 / np.sqrt(squared)).astype(np.float32)
