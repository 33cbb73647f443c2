"""Groups of scenarios that a plan names: the average of each metric over them, with its interval."""

from typing import Any

from paragone.core.cells import Cell
from paragone.stages.planning.prepared import Prepared
from paragone.stages.ranks import Number, Numbers
from paragone.stats.averages import Part, average
from paragone.stats.influences import interval_of


def average_rows(prepared: Prepared, numbers: Numbers) -> list[dict[str, Any]]:
    """Rows of the table `averages`: by group, metric and model."""
    named = {entry.label: entry.group for entry in prepared.plan.scenarios if entry.group}
    rows = []
    for group in dict.fromkeys(named.values()):
        scenarios = [label for label, one in named.items() if one == group]
        metrics = dict.fromkeys(cell.metric for cell in numbers if cell.scenario in scenarios)
        rows += [
            _row(prepared, numbers, group, scenarios, (model, metric))
            for metric in metrics
            for model in prepared.models
        ]
    return rows


def _row(prepared: Prepared, numbers: Numbers, group: str, scenarios: list[str], of: tuple[str, str]) -> dict[str, Any]:
    model, metric = of
    here: dict[str, Number] = {
        scenario: numbers[cell][model] for scenario in scenarios if (cell := Cell(scenario, metric)) in numbers
    }
    parts = [part for scenario, number in here.items() if (part := _part(scenario, number)) is not None]
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
    return row | _estimated(prepared, metric, parts)


def _part(scenario: str, number: Number) -> Part | None:
    found = number.estimate
    if found.value is None:
        return None
    influences = number.influences()
    prompts = len(influences) if influences else 1
    return Part(scenario, found.value, influences, prompts, found.n)


def _estimated(prepared: Prepared, metric: str, parts: list[Part]) -> dict[str, Any]:
    if not parts:
        return {"value": None, "n": 0, "reason": "no scenario of the group has a value"}
    found = average(parts, by_prompts=prepared.plan.average == "strict")
    how = "scenarios" if prepared.plan.average == "heim" else "prompts"
    row: dict[str, Any] = {"value": found.value, "n": found.n}
    if not found.influences:
        return row | {"reason": "no interval: a scenario of the group has none"}
    level, instance = prepared.plan.estimate.level, prepared.metrics[metric].instance
    # Of 0/1 scores the interval is that of a share, so that it has width where every image is right.
    shares = found._replace(images=found.n) if instance.binary and instance.kind != "set" else found
    low, high = interval_of(shares, level=level, bounds=(0.0, 1.0) if instance.binary else instance.bounds)
    method = f"influences of {len(found.influences)} prompts; {how} count equally"
    return row | {"low": low, "high": high, "level": level, "method": method, "reason": ""}
