"""One computation for precision, recall, density and coverage, remembered by the content of the features."""

from collections import OrderedDict
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from paragone.core.errors import BadInput
from paragone.core.types import Cohort, Estimate
from paragone.metrics._rows import Rows
from paragone.metrics._sets import Sides, content_of, reach, sides
from paragone.stats.fidelity import Neighbourhoods, precision_recall, without_groups
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
    few = Sides(_spread(both.ours, LARGEST), _spread(both.theirs, LARGEST), both.missing)
    compared = _compare(few, k)
    value, size = compared.values[quantity], min(few.ours.prompts, few.theirs.prompts)
    if quantity not in compared.errors:
        reason = (
            f"no interval: leaving out a group needs more than {_least(k) - 1} images and {GROUPS - 1} prompts a side"
        )
        return Estimate(value, None, None, len(both.drawn), both.missing, few.counts, reason)
    half = reach(compared.errors[quantity], GROUPS - 1)
    scaled = f" of {JACKKNIFED} images a side, scaled to all" if len(few.drawn) > JACKKNIFED else ""
    method = f"jackknife leaving out {GROUPS} groups{scaled}; {few.counts}"
    low, high = max(value - half, 0.0), value + half
    if quantity != "density":  # a share; at 0 and 1 leaving out a group moves nothing, but chance is still there
        least, most = wilson(value * size, size)
        low, high, method = min(low, least), max(min(high, 1.0), most), f"Wilson or {method}, the wider"
    return Estimate(value, low, high, len(few.drawn), both.missing, method)


def _compare(both: Sides, k: int) -> Compared:
    key = content_of(both, k)
    found = _known.get(key)
    if found is None:
        values = _four(precision_recall(both.drawn, both.real, k))
        found = _known[key] = Compared(values, _errors(both, k))
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return found


def _four(found: Neighbourhoods) -> dict[Quantity, float]:
    return {quantity: getattr(found, quantity) for quantity in QUANTITIES}


def _errors(both: Sides, k: int) -> dict[Quantity, float]:
    """Jackknife errors. They err on the wide side: nearest neighbours are not a smooth function of the images."""
    ours, theirs = _spread(both.ours, JACKKNIFED), _spread(both.theirs, JACKKNIFED)
    if min(len(ours.values), len(theirs.values)) < _least(k) or min(ours.prompts, theirs.prompts) < GROUPS:
        return {}
    first, second = ours.clusters % GROUPS, theirs.clusters % GROUPS
    try:
        without = [_four(found) for found in without_groups(ours.values, theirs.values, k, groups=(first, second))]
    except BadInput:  # a group so large that too few images are left
        return {}
    scale = min(ours.prompts, theirs.prompts) / min(both.ours.prompts, both.theirs.prompts)
    spread = {quantity: np.var([values[quantity] for values in without]) for quantity in QUANTITIES}
    return {quantity: float(np.sqrt((GROUPS - 1) * value * scale)) for quantity, value in spread.items()}


def _least(k: int) -> int:
    return max(2 * GROUPS, 2 * k + 2)


def _spread(rows: Rows, most: int) -> Rows:
    """All rows, or `most` at even steps: the same ones whoever asks."""
    count = len(rows.values)
    return rows if count <= most else rows.some(np.linspace(0, count - 1, most).astype(int))
