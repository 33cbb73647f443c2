"""All pairs of many images in one pass of float32 products: nearest neighbours, and the sums of both kernels.

Float32 decides nearly every pair of neighbours, float64 the few that are in doubt.

Half a squared distance is (|x|^2 + |y|^2) / 2 - x'y. In float32 it is off by at most c u (|x|^2 + |y|^2) / 2 with
u = 2^-24 and c = d + 8, or 8 sqrt(d) + 8 but for a chance of 3e-14 (Higham and Mary, 2019, theorem 3.1); so is the k-th
smallest of many. A pair whose distance and radius are further apart than their errors is decided; the others are
computed again.
"""

import itertools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.stats.fidelity.doubts import Balls, Doubts
from paragone.stats.fidelity.features import TILE, Features, Vector, tiles
from paragone.stats.fidelity.kernel import KernelSums
from paragone.stats.fidelity.neighbours import Counts, Mask, smallest
from paragone.stats.fidelity.products import BothKernels, Floats, Scaled, product, scaled_sets

UNIT = 2.0**-24
SIGMAS = 8.0
CANDIDATES = 256  # of a row in a tile, above which all are looked at


class Screened(NamedTuple):
    """What one pass found; None where it was not asked for, or where float64 must do it."""

    counts: Counts | None
    sums: tuple[KernelSums, KernelSums] | None  # of KID's kernel and of CMMD's


def screened(drawn: Features, real: Features, *, k: int | None, kernels: bool, origin: Vector) -> Screened:
    """The counts of precision and its kin at the k-th neighbour and the sums of both kernels, as asked for.

    Counts are None as well where so many pairs are in doubt that float64 is as quick.
    """
    ours, theirs = scaled_sets(drawn, real, origin)
    both = BothKernels(drawn, real, origin, ours.scale) if kernels else None
    sums = both if both and both.is_exact else None
    radii = [_within_set(one, k, side=side, sums=sums) for side, one in enumerate((ours, theirs))]
    near = _Near(ours, theirs, radii[0], radii[1]) if k else None
    counts, doubts = Counts(len(drawn), len(real)), Doubts(drawn, real, k or 0, origin)
    for rows in tiles(len(real), TILE):
        for columns in tiles(len(drawn), TILE):
            products = product(theirs, rows, ours, columns)
            if sums:
                sums.across(rows, columns, products)
            if near:
                near.count(rows, columns, products, counts, doubts)
    is_settled = near is not None and doubts.settle(counts, drawn=near.drawn, real=near.real)
    return Screened(counts if is_settled else None, sums.result() if sums else None)


def _error(one: Scaled, radius: Floats) -> Floats:
    """How far half a squared distance near each row's radius, less that radius, may be off.

    Who is within the radius r of x has a length of at most |x| + r: far away rows need not be bounded.
    """
    dimension = one.rows.shape[1]
    share = (min(dimension, SIGMAS * dimension**0.5) + 8) * UNIT
    farthest = (np.sqrt(2 * one.halves) + np.sqrt(2 * np.maximum(radius, 0))) ** 2 / 2
    return np.asarray(2 * share * (one.halves + farthest), np.float32)


class _Near:
    """Who is in whose ball, in float32."""

    def __init__(self, ours: Scaled, theirs: Scaled, drawn: Floats, real: Floats) -> None:
        self.drawn, self.real = Balls(ours, drawn, _error(ours, drawn)), Balls(theirs, real, _error(theirs, real))

    def count(self, rows: slice, columns: slice, products: Floats, counts: Counts, doubts: Doubts) -> None:
        """Count a tile of products of real rows and drawn columns, and note what is in doubt."""
        half = _half_squares(self.real.set, rows, self.drawn.set, columns, products)
        in_real, unsure_real = _within(half, self.real.radii[rows, None], self.real.errors[rows, None])
        in_drawn, unsure_drawn = _within(half, self.drawn.radii[columns], self.drawn.errors[columns])
        counts.add(rows, columns, in_real=in_real, in_drawn=in_drawn)
        doubts.note(rows.start, columns.start, unsure_real, unsure_drawn)


def _half_squares(one: Scaled, rows: slice, other: Scaled, columns: slice, products: Floats) -> Floats:
    """Half the squared distances, in the memory of the products."""
    np.subtract(other.halves[columns], products, out=products)
    products += one.halves[rows, None]
    return products


def _within_set(one: Scaled, k: int | None, *, side: int, sums: BothKernels | None) -> Floats:
    """Half the squared distance of each row to its k-th neighbour, the row itself not counted; kernels are summed."""
    nearest = np.full((len(one.rows), (k or 0) + 1), np.inf, np.float32)
    parts = tiles(len(one.rows), TILE)
    # The diagonal first: then something is known of every row, and few distances elsewhere are nearer.
    order = [(part, part) for part in parts] + list(itertools.combinations(parts, 2))
    for part, other in order if sums or k else []:
        products = product(one, part, one, other)
        if sums:
            sums.within(side, part, other, products)
        if not k:
            continue
        half = _half_squares(one, part, one, other, products)
        if other == part:
            nearest[part] = smallest(nearest[part], half)
        else:
            nearest[part] = _nearer(nearest[part], half, axis=0)
            nearest[other] = _nearer(nearest[other], half, axis=1)
    return np.asarray(nearest.max(axis=1))


def _nearer(known: Floats, half: Floats, *, axis: int) -> npt.NDArray[np.floating]:
    """The smallest that are known of each row (axis 0) or column (axis 1) of a tile, with those that the tile adds."""
    farthest = known.max(axis=1)
    places = np.flatnonzero(half < (farthest[:, None] if axis == 0 else farthest))
    owners = np.divmod(places, half.shape[1])[axis]
    counts = np.bincount(owners, minlength=len(known))
    if (most := int(counts.max())) > CANDIDATES:
        return smallest(known, half if axis == 0 else half.T)
    order = np.argsort(owners, kind="stable")
    new = np.full((len(known), most), np.inf, np.float32)
    rank = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
    new[owners[order], rank] = half.ravel()[places[order]]
    return smallest(known, new)


def _within(half: Floats, radius: Floats, error: Floats) -> tuple[Mask, tuple[npt.NDArray[np.intp], ...]]:
    """Pairs that are surely within reach, and the places of those in doubt."""
    sure = half <= radius - error
    unsure = half <= radius + error
    unsure ^= sure
    return sure, np.divmod(np.flatnonzero(unsure), half.shape[1])  # quicker than `nonzero` of two dimensions
