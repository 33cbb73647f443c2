"""The unbiased kernel distance of images that may share prompts: pairs of different prompts, errors by prompt."""

from typing import NamedTuple

import numpy as np

from paragone.stats.fidelity.features import Features, Vector, tiles
from paragone.stats.fidelity.kernel import Kernel, KernelSums, stack_of
from paragone.stats.fidelity.units import Measured, Sides, Units, count_of, degrees_of

AT_ONCE = 1024  # rows


class Pairs(NamedTuple):
    """Sums of a kernel over pairs of images of different units, and the numbers of such pairs, by unit."""

    sums: Vector  # (4, units): within a, within b, from a across, from b across
    numbers: Vector  # (4, units)

    def distance(self) -> float:
        """The mean within a, and within b, less twice the mean across."""
        return float(_distance(*self._totals()))

    def without_each(self) -> Vector:
        """The distance without each unit: its pairs are taken off all sums and numbers."""
        sums, numbers = self._totals()
        less = [np.stack([2 * part[0], 2 * part[1], part[2] + part[3]]) for part in (self.sums, self.numbers)]
        with np.errstate(divide="ignore", invalid="ignore"):
            return _distance(sums[:, None] - less[0], numbers[:, None] - less[1])

    def _totals(self) -> tuple[Vector, Vector]:
        sums, numbers = (part.sum(axis=1)[:3] for part in (self.sums, self.numbers))
        return sums, numbers


def discrepancy(a: Features, b: Features, kernel: Kernel, *, sums: KernelSums, units: Sides) -> Measured:
    """The squared maximum mean discrepancy over pairs of images of different units, with the influence of each unit.

    Images of one prompt are alike, and a drawn image is like the real one of its prompt: pairs of one unit say nothing
    of two independent images and are left out, so that the mean is unbiased if units are independent.
    The influence of a unit is what the value changes by without it: the jackknife, exact from sums by unit. Where the
    two distributions are equal it makes the variance twice as large as it is (Efron and Stein, 1981), which is what a
    symmetric interval of a number that cannot fall much below zero needs to cover it as often as it says.

    >>> rows, units = np.arange(8.0)[:, None], (np.arange(8) // 2, np.arange(4, 12))
    >>> from paragone.stats.fidelity.kernel import kernel_sums, polynomial
    >>> cubic = polynomial(1)
    >>> found = discrepancy(rows, rows, cubic, sums=kernel_sums(rows, rows, cubic), units=units)
    >>> len(found.influences), 1 <= found.degrees <= 3
    (12, True)
    """
    count = count_of(units)
    pairs = _pairs(a, b, kernel, sums=sums, units=units)
    value = pairs.distance()
    sides = [np.bincount(side, minlength=count) > 0 for side in units]
    sizes = [int(side.sum()) for side in sides]
    own = np.where(sides[0], sizes[0], sizes[1])
    moved = (value - pairs.without_each()) * np.sqrt((own - 1) / own)
    return Measured(value, moved, degrees_of(moved, min(sizes)))


def _distance(sums: Vector, numbers: Vector) -> Vector:
    return np.asarray(sums[0] / numbers[0] + sums[1] / numbers[1] - 2 * sums[2] / numbers[2])


def _pairs(a: Features, b: Features, kernel: Kernel, *, sums: KernelSums, units: Sides) -> Pairs:
    count = count_of(units)
    of = (units[0], units[1], units[0], units[1])
    parts = [np.bincount(unit, weights=part, minlength=count) for unit, part in zip(of, sums, strict=True)]
    found = np.array(parts, dtype=np.float64)
    same_a, same_b = (_same(kernel, (rows, rows), (side, side)) for rows, side in ((a, units[0]), (b, units[1])))
    across = _same(kernel, (a, b), units)
    for row, (places, values) in enumerate((same_a, same_b, across, across)):
        found[row][places] -= values
    m, n = (np.bincount(side, minlength=count).astype(np.float64) for side in units)
    numbers = np.stack([m * (m.sum() - m), n * (n.sum() - n), m * (n.sum() - n), n * (m.sum() - m)])
    return Pairs(found, numbers)


def _same(kernel: Kernel, rows: tuple[Features, Features], units: Sides) -> tuple[Units, Vector]:
    """Units that are in both, and the sum of the kernel over the pairs of an image of one and an image of the other."""
    both = np.intersect1d(*units)
    orders = [np.argsort(side, kind="stable") for side in units]
    starts, stops = (
        [np.searchsorted(side[order], both, side=end) for side, order in zip(units, orders, strict=True)]
        for end in ("left", "right")
    )
    sizes = np.stack([stop - start for start, stop in zip(starts, stops, strict=True)], axis=1)
    values = np.zeros(len(both))
    for size in np.unique(sizes, axis=0):  # units of one size are one stack of small products
        alike = np.flatnonzero((sizes == size).all(axis=1))
        for few in tiles(len(alike), max(1, AT_ONCE // int(size.max()))):
            chosen = alike[few]
            x, y = (
                rows[side][orders[side][starts[side][chosen, None] + np.arange(size[side])]].astype(np.float64)
                for side in (0, 1)
            )
            values[chosen] = stack_of(kernel, x, y).sum(axis=(1, 2))
    return both, values
