"""Prompts that are one unit of chance: what each unit adds to a mean over prompts, and how many units it is worth."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
ITS_OWN: Mapping[str, str] = MappingProxyType({})  # no prompt is of another's unit


class Clusters(NamedTuple):
    """The units of some prompts; where every prompt is its own, their values as they are."""

    names: list[str]
    values: Array  # (units,): their mean is that over prompts, and they vary as the units do
    worth: float  # units that count equally, and leave the mean as uncertain as these do

    @property
    def skewness(self) -> float:
        """The third moment about the mean over that of a unit's deviation; 0 where nothing varies."""
        centred = self.values - math.fsum(self.values) / len(self.values)
        largest = float(np.abs(centred).max())
        if largest == 0:
            return 0.0
        centred /= largest  # squares of very large or small scores would overflow or vanish
        return float((centred**3).mean() / (centred**2).mean() ** 1.5)

    @property
    def few(self) -> int:
        """The worth as a number of units to warn by."""
        return math.floor(self.worth + 1e-9)


def clustered(values: Sequence[float], units: Sequence[str]) -> Clusters:
    """Prompts' values by unit, given the unit of each.

    The mean over prompts is a ratio, of units' sums to their counts. With k of K prompts in a unit, G units and the
    mean m, a unit of mean y stands for m + G k / K (y - m): to first order the mean varies as that of these does
    (Cochran 1977, chapter 6). Equally large units stand for their own means. They are worth K^2 / sum(k^2) equal ones
    (Kish 1965).

    >>> clustered([1.0, 1.0, 0.0, 1.0], ["p", "p", "q", "q"]).values.tolist()
    [1.0, 0.5]
    """
    mine: dict[str, list[float]] = {}
    for unit, value in zip(units, values, strict=True):
        mine.setdefault(unit, []).append(value)
    names = sorted(mine)
    if len(names) == len(values):
        return Clusters(names, np.array([mine[name][0] for name in names], dtype=np.float64), float(len(names)))
    counts = np.array([len(mine[name]) for name in names], dtype=np.float64)
    means = np.array([math.fsum(mine[name]) / len(mine[name]) for name in names])
    worth = float(len(values) ** 2 / (counts**2).sum())
    if np.all(counts == counts[0]):
        return Clusters(names, means, worth)
    mean = math.fsum(values) / len(values)
    return Clusters(names, mean + len(names) * counts / len(values) * (means - mean), worth)


def in_units(prompts: int, units: int) -> str:
    """What `method` adds where prompts share units of chance; nothing where each is its own.

    >>> in_units(480, 54)
    '; 480 prompts with 54 different texts'
    """
    return "" if units == prompts else f"; {prompts} prompts with {units} different texts"


def alone(prompts: int, what: str) -> str:
    """Why a single unit has no interval.

    >>> alone(1, "prompt")
    'one prompt gives no interval: chance between prompts cannot be seen'
    """
    said = f"one {what} gives" if prompts == 1 else f"{prompts} {what}s of one text give"
    return f"{said} no interval: chance between prompts cannot be seen"
