"""Numbers from the literature beside ours: shown as theirs, without interval or rank."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paragone.core.cells import Cell
from paragone.report.numbers import plain

MARK = "published"


@dataclass(frozen=True)
class PublishedRow:
    """A row of someone else's table; a cell is empty where they have no number."""

    model: str
    source: str
    cells: list[str]


def published_over(plan: Mapping[str, Any], columns: Sequence[Cell]) -> list[PublishedRow]:
    """What others published for the columns of a table, by a metric's whole name or its first word."""
    rows = []
    for row in plan.get("published") or ():
        found = [_value(row["values"].get(cell.scenario, {}), cell.metric) for cell in columns]
        cells = ["" if value is None else plain(value, 4) for value in found]
        if any(cells):
            rows.append(PublishedRow(row["model"], row["source"], cells))
    return rows


def _value(values: Mapping[str, float], metric: str) -> float | None:
    """By a metric's whole name or its first word."""
    return values.get(metric, values.get(metric.partition("(")[0]))


def as_estimates(
    plan: Mapping[str, Any], estimates: Sequence[Mapping[str, Any]], titles: Mapping[str, str]
) -> list[dict[str, str]]:
    """The same, in the form of `paragone table`, for the scenarios and metrics that the estimates have."""
    places = dict.fromkeys((row["scenario"], row["metric"], row["direction"]) for row in estimates)
    arrows = {"higher": " \u2191", "lower": " \u2193"}
    rows = []
    for scenario, metric, direction in places:
        for row in published_over(plan, [Cell(scenario, metric)]):
            place = {
                "model": row.model,
                "scenario": scenario,
                "metric": titles.get(metric, metric) + arrows.get(direction, ""),
            }
            rest = {"n": "", "missing": "", "protocol": MARK, "note": row.source}
            rows.append(place | {"value": f"{row.cells[0]} {MARK}"} | rest)
    return rows
