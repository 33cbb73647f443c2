"""Groups of scenarios that a plan names: the average of each metric over them, with its interval."""

import math
from typing import Any

from paragone.core.cells import NOT_COUNTED, Cell
from paragone.stages.planning.prepared import Prepared
from paragone.stages.ranks import Foreign, Number, Numbers, families_in
from paragone.stats.averages import Part, average


def average_rows(prepared: Prepared, numbers: Numbers, foreign: Foreign) -> list[dict[str, Any]]:
    """Rows of the table `averages`: by group, metric and model; `foreign` ones say that they count for nothing."""
    named = {entry.label: entry.group for entry in prepared.plan.scenarios if entry.group}
    rows = []
    for group in dict.fromkeys(named.values()):
        scenarios = [label for label, one in named.items() if one == group]
        family = families_in(prepared, group)
        metrics = dict.fromkeys(cell.metric for cell in numbers if cell.scenario in scenarios)
        rows += [
            marked(_row(prepared, numbers, (group, family), scenarios, (model, metric)), foreign)
            for metric in metrics
            for model in prepared.models
        ]
    return rows


def marked(row: dict[str, Any], foreign: Foreign) -> dict[str, Any]:
    """The row; where its judge is out of its domain, that is the first of its reasons."""
    said = foreign.get((row["model"], row["metric"]))
    if said is None:
        return row
    return row | {"reason": "; ".join(part for part in (f"{NOT_COUNTED}{said}", row["reason"]) if part)}


def _row(
    prepared: Prepared, numbers: Numbers, over: tuple[str, dict[str, str]], scenarios: list[str], of: tuple[str, str]
) -> dict[str, Any]:
    (group, family), (model, metric) = over, of
    here: dict[str, Number] = {
        scenario: numbers[cell][model] for scenario in scenarios if (cell := Cell(scenario, metric)) in numbers
    }
    parts = [
        part._replace(family=family[scenario])
        for scenario, number in here.items()
        if (part := _part(scenario, number, has_interval=_has_interval(number))) is not None
    ]
    there = [part.name for part in parts]
    row: dict[str, Any] = {
        "model": model,
        "group": group,
        "metric": metric,
        "scenarios": there,
        "absent": [scenario for scenario in scenarios if scenario not in there],
        "average": prepared.plan.average,
        "direction": prepared.metrics[metric].instance.direction,
        "missing": sum(number.estimate.missing for number in here.values()),
    }
    return row | _estimated(prepared, parts)


def _has_interval(number: Number) -> bool:
    """Whether the ends are an interval: of scores by prompt or of influences, and not a source's own plus-minus."""
    return number.means is not None or number.influenced is not None


def _part(scenario: str, number: Number, *, has_interval: bool) -> Part | None:
    found = number.estimate
    if found.value is None:
        return None
    means = number.means
    prompts = found.n if means is None else sum(not math.isnan(mean) for mean in means.values())
    low, high = (found.low, found.high) if has_interval else (None, None)  # a source's plus-minus is none
    return Part(scenario, found.value, low, high, prompts, found.n)


def _estimated(prepared: Prepared, parts: list[Part]) -> dict[str, Any]:
    if not parts:
        return {"value": None, "n": 0, "reason": "no scenario of the group has a value"}
    how = "scenarios" if prepared.plan.average == "heim" else "prompts"
    found = average(parts, by_prompts=how == "prompts")
    row: dict[str, Any] = found._asdict()
    if found.low is None:
        lacking = next(part.name for part in parts if part.low is None)
        return row | {"reason": f"no interval: {lacking} has none"}
    method = f"from the intervals of {len(parts)} scenarios (MOVER); {how} count equally"
    return row | {"level": prepared.plan.estimate.level, "method": method, "reason": ""}
