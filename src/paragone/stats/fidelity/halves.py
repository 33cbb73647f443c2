"""Errors of any statistic of two sets: by leaving out a group of units at a time, or by comparing disjoint halves."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from paragone.stats.fidelity.features import Vector
from paragone.stats.fidelity.units import Units, count_of

MOST = 16
Places = npt.NDArray[np.intp]  # rows by number
Statistic = Callable[[Places, Places], Sequence[float]]  # rows of either set -> one number or several


def group_count(units: int) -> int:
    """Groups for so many units: a power of 2 up to 16, or 0 where there are not even 4.

    >>> [group_count(units) for units in (3, 5, 100)]
    [0, 4, 16]
    """
    return min(MOST, 1 << (units.bit_length() - 1)) if units >= 4 else 0


def without_each(statistic: Statistic, groups: tuple[Units, Units]) -> Vector:
    """The delete-a-group jackknife: influences (groups, numbers) of the groups that rows of either set are in.

    error^2 = (g - 1) / g times the sum of (t_i - mean t)^2, where t_i is the statistic without group i. The sets stay
    nearly as large as they were. For smooth statistics. Quenouille (1956); Efron (1982).

    >>> rows = np.array([1.0, 2.0, 4.0])
    >>> found = without_each(lambda a, b: [rows[a].mean()], (np.arange(3), np.arange(3)))
    >>> bool(np.isclose((found**2).sum(), rows.var(ddof=1) / 3))  # of a mean it is the usual error
    True
    """
    count = count_of(groups)
    kept = ([np.flatnonzero(side != group) for side in groups] for group in range(count))
    without = np.array([statistic(first, second) for first, second in kept])
    return np.asarray((without.mean(axis=0) - without) * np.sqrt((count - 1) / count))


def between_halves(statistic: Statistic, groups: tuple[Units, Units]) -> tuple[Vector, Vector]:
    """Influences (groups, numbers) from what balanced disjoint halves of the groups differ by; and their mean.

    Half the difference of two disjoint halves has the variance that the statistic has at twice their size, if that
    falls as 1/n, as it does for counts among nearest neighbours: these are not smooth, so that a jackknife, which looks
    at small changes, is up to twice too wide. The halves are the rows of a Hadamard matrix, so that of 2^m groups every
    pair is in one half as often as not (McCarthy, 1969); its inverse gives the influences of the groups.

    >>> rows = np.array([1.0, 2.0, 4.0, 9.0])
    >>> found, _ = between_halves(lambda a, b: [rows[a].mean()], (np.arange(4), np.arange(4)))
    >>> bool(np.isclose((found**2).sum(), rows.var(ddof=1) / 4))
    True
    """
    from scipy.linalg import hadamard

    count = count_of(groups)
    signs = hadamard(count)[1:]
    found = []
    for sign in signs:
        first, second = ([np.flatnonzero(sign[side] == half) for side in groups] for half in (1, -1))
        found.append((statistic(*first), statistic(*second)))
    values = np.array(found)  # (splits, halves, numbers)
    gaps = (values[:, 0] - values[:, 1]) / 2
    return np.asarray(signs.T @ gaps / np.sqrt(count * (count - 1))), values.mean(axis=(0, 1))
