"""Units of chance: images of one prompt share one, and so do drawn and real images of the same prompt."""

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.stats.fidelity.features import Vector

Units: TypeAlias = npt.NDArray[np.integer[Any]]  # (images,): the number of each image's unit, from 0
Sides: TypeAlias = tuple[Units, Units]  # of two sets, numbered in common: a number in both is one unit


class Measured(NamedTuple):
    """A value, what each unit of chance contributes to its error, and the degrees of freedom of that error."""

    value: float
    influences: Vector  # by the number of the unit; empty where nothing can be said
    degrees: float


def units_of(names: Iterable[Hashable]) -> Units:
    """Units numbered in the order in which their names first come.

    >>> units_of(["cat", "dog", "cat"]).tolist()
    [0, 1, 0]
    """
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.intp)


def apart(first: int, second: int) -> Sides:
    """Every image of either set on its own.

    >>> [side.tolist() for side in apart(2, 1)]
    [[0, 1], [2]]
    """
    return np.arange(first), np.arange(first, first + second)


def count_of(units: Sides) -> int:
    """How many numbers there are."""
    return 1 + max(int(side.max(initial=-1)) for side in units)


def by_unit(influence: Vector, units: Units, count: int) -> Vector:
    """Influences of images on a mean, summed by unit: the sum of their squares is the variance of the mean.

    error^2 = g / (g - 1) times the sum over g units of (sum of centred influences)^2, over n^2: the usual error
    where every image is its own unit (Liang and Zeger, 1986). One unit alone has none: NaN.

    >>> values = np.array([1.0, 2.0, 4.0])
    >>> found = by_unit(values, np.arange(3), 3)
    >>> bool(np.isclose(found @ found, values.var(ddof=1) / 3))
    True
    """
    groups = len(np.unique(units))
    if groups < 2:
        return np.full(count, np.nan)
    centred = influence - influence.mean()
    sums = np.bincount(units, weights=centred, minlength=count)
    return np.asarray(sums * (np.sqrt(groups / (groups - 1)) / len(influence)))


def unit_sums(rows: npt.NDArray[Any], units: Units, count: int) -> Vector:
    """Rows of a matrix summed by unit, (units, columns).

    >>> unit_sums(np.array([[1.0], [2.0], [4.0]]), np.array([0, 1, 0]), 3).tolist()
    [[5.0], [2.0], [0.0]]
    """
    order = np.argsort(units, kind="stable")
    present, starts = np.unique(units[order], return_index=True)
    sums = np.zeros((count, *rows.shape[1:]))
    sums[present] = np.add.reduceat(rows[order].astype(np.float64), starts, axis=0)
    return sums


def degrees_of(influences: Vector, units: int) -> float:
    """Degrees of freedom of a standard error: fewer than units - 1 where a few units have most of the influence.

    A sum of squares s of g independent influences has about 2 s^2 / (their fourth powers, summed, less s^2 / g)
    degrees: g where they are normal (Satterthwaite, 1946, with the fourth moment that they have).

    >>> degrees_of(np.array([1.0, -1.0, 1.0, -1.0]), 4), round(degrees_of(np.array([0.1, 5.0, -0.1, 0.1]), 4), 1)
    (3, 2.7)
    """
    squares = influences[np.isfinite(influences)] ** 2
    total, spread = float(squares.sum()), float((squares**2).sum() - squares.sum() ** 2 / max(len(squares), 1))
    most = max(units - 1, 1)
    return most if spread <= 0 else float(min(max(2 * total**2 / spread, 1.0), most))
