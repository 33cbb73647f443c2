"""How two models differ, cell by cell: paired by prompt, or by the influences of prompts on a set's one value."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from paragone.analysis.protocols import protocol_differences
from paragone.analysis.scores import CellNumbers, RunScores
from paragone.core.catalogue import nearest
from paragone.core.cells import Cell, is_foreign
from paragone.core.errors import UnknownName
from paragone.core.keys import key_of
from paragone.stats.bounded import Scale
from paragone.stats.caution import of_difference
from paragone.stats.influences import difference_of
from paragone.stats.paired import Difference, holm, paired_difference
from paragone.store.folder import RunFolder

CLEAR = 0.05


class Side(NamedTuple):
    """A model in a run."""

    folder: RunFolder
    model: str


@dataclass(frozen=True)
class Change:
    """How one metric on one scenario differs from a to b."""

    scenario: str
    metric: str
    direction: str | None
    difference: Difference
    p_adjusted: float | None = None

    @property
    def verdict(self) -> str:
        """Better, worse, or no clear change; '' where it cannot be told.

        A change is clear if its interval leaves zero out and its p-value, corrected for all that are made together, is
        below CLEAR. A judge that is out of its domain gives no verdict.
        """
        low, high = self.difference.low, self.difference.high
        if self.direction is None or low is None or high is None or is_foreign(self.difference.reason):
            return ""
        if low <= 0 <= high or (self.p_adjusted is not None and self.p_adjusted >= CLEAR):
            return "no clear change"
        return "better" if (low > 0) == (self.direction == "higher") else "worse"


def compare(a: Side, b: Side) -> list[Change]:
    """Differences b - a for everything that two models of any runs both have, corrected by Holm over these alone."""
    one, other = (_scores(side) for side in (a, b))
    changes = []
    for cell in sorted(_cells(one, a.model) & _cells(other, b.model)):
        numbers = one.numbers(cell)[a.model], other.numbers(cell)[b.model]
        found = difference_in(cell, *numbers, metric=one.metrics[cell.metric], settings=one.settings)
        changes.append(Change(*cell, numbers[0].estimate["direction"], found))
    return adjusted(changes)


def adjusted(changes: list[Change]) -> list[Change]:
    """The changes with p-values corrected over all of them: they are one family of tests."""
    p_values = holm([change.difference.p_value for change in changes])
    return [replace(change, p_adjusted=p) for change, p in zip(changes, p_values, strict=True)]


def turn(change: Change) -> Change:
    """The same difference, seen from the other side."""
    found = change.difference
    swapped = replace(found, value=_negative(found.value), low=_negative(found.high), high=_negative(found.low))
    return replace(change, difference=swapped)


def difference_in(
    cell: Cell, a: CellNumbers, b: CellNumbers, *, metric: Mapping[str, Any], settings: Mapping[str, Any]
) -> Difference:
    """The difference b - a in one cell; none where the two were made under different protocols."""
    if a.estimate["protocol"] != b.estimate["protocol"]:
        parts = "; ".join(protocol_differences(a.protocol, b.protocol))
        reason = f"not comparable, the protocols differ: {parts}"
        return Difference(None, None, None, None, 0, 0, reason=reason)
    if metric["kind"] == "set":
        return doubted(_set_difference(a, b, level=settings["level"]), a, b)
    # Seeded by the cell: a number does not depend on which other cells or models there are.
    rng = np.random.default_rng([settings["seed"], int(key_of(*cell)[:16], 16)])
    level, resamples = settings["level"], settings["resamples"]
    sizes = {"level": level, "resamples": resamples}
    found = paired_difference(a.means, b.means, rng=rng, scale=scale_of(metric), units=a.units, **sizes)
    return doubted(found, a, b)


def doubted(found: Difference, *sides: CellNumbers) -> Difference:
    """The difference; if a side's judge is out of its domain it is no test, and is part of no family of tests."""
    doubt = next((side.doubt for side in sides if side.doubt), "")
    return replace(found, p_value=None, reason=doubt) if doubt else found


def scale_of(metric: Mapping[str, Any]) -> Scale:
    """What the metric's scores can be, as the manifest says; JSON has no infinity, so an open end is None."""
    low, high = metric["bounds"]
    return Scale(-math.inf if low is None else low, math.inf if high is None else high, is_binary=metric["binary"])


def _set_difference(a: CellNumbers, b: CellNumbers, *, level: float) -> Difference:
    """The difference of two sets' values, with its interval where both know what their prompts contributed."""
    if a.influenced is not None and b.influenced is not None:
        found = difference_of(a.influenced, b.influenced, level=level)
        return replace(found, reason=of_difference(a.estimate["reason"], b.estimate["reason"]))
    values, n = [one.estimate["value"] for one in (a, b)], min(a.estimate["n"] or 0, b.estimate["n"] or 0)
    if None in values:
        return Difference(None, None, None, None, n, 0, reason="one of the sets has no value")
    reason = "one number a set, and what its prompts contributed to its error is not known"
    return Difference(values[1] - values[0], None, None, None, n, 0, reason=reason)


def _scores(side: Side) -> RunScores:
    scores = RunScores(side.folder)
    if side.model not in scores.manifest["models"]:
        raise UnknownName(f"{side.folder} has no model {side.model!r}; {nearest(side.model, scores.models)}")
    return scores


def _cells(scores: RunScores, model: str) -> set[Cell]:
    return {cell for cell, rows in scores.cells.items() if model in rows}


def _negative(value: float | None) -> float | None:
    return None if value is None else 0.0 - value  # and not -0.0
