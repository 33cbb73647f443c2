"""One computation for precision, recall, density and coverage, remembered by the content of the features."""

import hashlib
from collections import OrderedDict
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from paragone.core.types import Cohort, Estimate
from paragone.metrics._sets import Sides, reach, sides
from paragone.stats.fidelity import Features, precision_recall
from paragone.stats.wilson import wilson

Quantity: TypeAlias = Literal["precision", "recall", "density", "coverage"]
QUANTITIES: tuple[Quantity, ...] = ("precision", "recall", "density", "coverage")
LARGEST = 10_000  # images a side: distances are quadratic, and the sources use 10,000 as well
JACKKNIFED = 1_000  # images a side whose jackknife is scaled to all: it takes ten times the distances
GROUPS = 10
_KEPT = 1_000  # results, eight numbers each, so that four metrics share them over all models of a plan


class Compared(NamedTuple):
    """The four values and their standard errors."""

    values: dict[Quantity, float]
    errors: dict[Quantity, float]


_known: OrderedDict[str, Compared] = OrderedDict()


def estimate(drawn: Cohort, real: Cohort | None, quantity: Quantity, *, features: str, k: int) -> Estimate:
    """One of the four with its interval; all four are computed once, whoever asks first."""
    both = sides(drawn, real, features, least=k + 1)
    if isinstance(both, Estimate):
        return both
    few = Sides(_spread(both.drawn, LARGEST), _spread(both.real, LARGEST), both.missing)
    compared = _compare(few, k)
    value, size = compared.values[quantity], min(len(few.drawn), len(few.real))
    if quantity not in compared.errors:
        reason = f"no interval: leaving out a group needs more than {_least(k) - 1} images a side"
        return Estimate(value, None, None, len(both.drawn), both.missing, few.counts, reason)
    half = reach(compared.errors[quantity], GROUPS - 1)
    scaled = f" of {JACKKNIFED} images a side, scaled to all" if size > JACKKNIFED else ""
    method = f"jackknife leaving out {GROUPS} groups{scaled}; {few.counts}"
    low, high = max(value - half, 0.0), value + half
    if quantity != "density":  # a share; at 0 and 1 leaving out a group moves nothing, but chance is still there
        least, most = wilson(value * size, size)
        low, high, method = min(low, least), max(min(high, 1.0), most), f"Wilson or {method}, the wider"
    return Estimate(value, low, high, len(few.drawn), both.missing, method)


def _compare(both: Sides, k: int) -> Compared:
    key = hashlib.blake2b(repr((k, both.drawn.shape, both.real.shape)).encode())
    for rows in (both.drawn, both.real):
        key.update(np.ascontiguousarray(rows).data)
    found = _known.get(key.hexdigest())
    if found is None:
        found = _known[key.hexdigest()] = Compared(_values(both.drawn, both.real, k), _errors(both, k))
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return found


def _values(drawn: Features, real: Features, k: int) -> dict[Quantity, float]:
    found = precision_recall(drawn, real, k)
    return {quantity: getattr(found, quantity) for quantity in QUANTITIES}


def _errors(both: Sides, k: int) -> dict[Quantity, float]:
    """Jackknife errors. They err on the wide side: nearest neighbours are not a smooth function of the images."""
    drawn, real = _spread(both.drawn, JACKKNIFED), _spread(both.real, JACKKNIFED)
    if min(len(drawn), len(real)) < _least(k):
        return {}
    first, second = np.arange(len(drawn)) % GROUPS, np.arange(len(real)) % GROUPS
    without = [_values(drawn[first != group], real[second != group], k) for group in range(GROUPS)]
    scale = min(len(drawn), len(real)) / min(len(both.drawn), len(both.real))
    spread = {quantity: np.var([values[quantity] for values in without]) for quantity in QUANTITIES}
    return {quantity: float(np.sqrt((GROUPS - 1) * value * scale)) for quantity, value in spread.items()}


def _least(k: int) -> int:
    return max(2 * GROUPS, 2 * k + 2)


def _spread(rows: Features, most: int) -> Features:
    """All rows, or `most` at even steps: the same ones whoever asks."""
    if len(rows) <= most:
        return rows
    return np.asarray(rows[np.linspace(0, len(rows) - 1, most).astype(int)])
