"""How a set metric, such as FID, moves from the prompts as they are to those that perturb them."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from paragone.analysis.changes import doubted
from paragone.analysis.scores import RunScores
from paragone.core.cells import Cell
from paragone.core.keys import key_of
from paragone.stats.caution import of_difference
from paragone.stats.influences import Influenced, difference_of
from paragone.stats.paired import Difference

VERSION = "2"  # of how a change of a set is made


class Sides(NamedTuple):
    """The rows of the table `sides` of one model under one perturbation: originals and perturbed."""

    original: Mapping[str, Any]
    perturbed: Mapping[str, Any]


PerturbedSets: TypeAlias = Mapping[tuple[str, str], Sides]  # by model and perturbation


def sides_in(scores: RunScores, cell: Cell) -> PerturbedSets:
    """By model and perturbation, in order; the last that was stored counts."""
    found: dict[tuple[str, str], dict[bool, Mapping[str, Any]]] = {}
    for row in scores.folder.table("sides").read(where=scores.where(cell)).to_dicts():
        found.setdefault((row["model"], row["perturbation"]), {})[row["is_perturbed"]] = row
    return {place: Sides(found[place][False], found[place][True]) for place in sorted(found) if len(found[place]) == 2}


def change_of(sides: Sides, *, level: float, is_squared: bool = False) -> Difference:
    """Perturbed less original; a pair of prompts is one unit of chance, and what it shares cancels."""
    a, b = sides
    lacking = next((row for row in sides if row["value"] is None), None)
    if lacking is not None:
        return Difference(None, None, None, None, 0, 0, reason=lacking["reason"])
    n = min(a["n"], b["n"])
    if not (a["units"] and b["units"]):
        reason = "one number a set, and what its prompts contributed to its error is not known"
        return Difference(b["value"] - a["value"], None, None, None, n, 0, reason=reason)
    found = difference_of(*(_influenced(row, is_squared=is_squared) for row in sides), level=level)
    return replace(found, reason=of_difference(a["reason"], b["reason"]))


def as_influenced(sides: Sides) -> Influenced | None:
    """The change itself with what each unit contributed to its error; None where that is not known."""
    a, b = sides
    if a["value"] is None or b["value"] is None or not (a["units"] and b["units"]):
        return None
    one, other = _influenced(a, is_squared=False), _influenced(b, is_squared=False)
    units = one.influences.keys() | other.influences.keys()
    moved = {unit: other.influences.get(unit, 0.0) - one.influences.get(unit, 0.0) for unit in units}
    return Influenced(other.value - one.value, moved, min(one.degrees, other.degrees), min(one.n, other.n))


def set_change_rows(scores: RunScores, cell: Cell) -> Iterator[dict[str, Any]]:
    """Rows of the table `changes`; the worst of the two is a value without an interval."""
    direction = scores.metrics[cell.metric]["direction"]
    names = [VERSION, *cell, scores.settings["level"], direction]
    for (model, perturbation), sides in sides_in(scores, cell).items():
        if model not in scores.cells[cell]:
            continue
        change = change_of(sides, level=scores.settings["level"], is_squared=scores.is_squared(cell))
        found = doubted(change, scores.numbers(cell)[model])
        both = [row["value"] for row in sides]
        is_whole = None not in both
        worse = max if direction == "lower" else min
        yield {
            "key": key_of("set change", *names, sides.original["key"], sides.perturbed["key"]),
            **{"model": model, "scenario": cell.scenario, "metric": cell.metric, "perturbation": perturbation},
            **{"direction": direction, "original": both[0], "perturbed": both[1]},
            **{name: getattr(found, name) for name in ("value", "low", "high", "p_value", "n", "unmatched")},
            **{"worst": worse(both) if is_whole and direction else None, "worst_low": None, "worst_high": None},
            **{"worst_heim": min(both) if is_whole else None, "method": found.method, "reason": found.reason},
        }


def _influenced(row: Mapping[str, Any], *, is_squared: bool) -> Influenced:
    influences = dict(zip(row["units"], row["values"], strict=True))
    return Influenced(row["value"], influences, row["degrees"] or math.inf, row["n"], is_squared=is_squared)
