"""What the report's page shows: pure functions from tables to page data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paragone.report.numbers import interval_text

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Cell:
    """One number of the table, with a bar that shows where its interval lies in the column."""

    text: str
    n: int
    missing: int
    left: float  # per cent of the column's range
    width: float
    mark: float
    note: str


@dataclass(frozen=True)
class TableRow:
    """One model in a table."""

    model: str
    cells: list[Cell | None]


@dataclass(frozen=True)
class TableView:
    """One scenario: models down, metrics across."""

    scenario: str
    metrics: list[str]
    rows: list[TableRow]


@dataclass(frozen=True)
class RankRow:
    """One model's place."""

    place: int
    model: str
    text: str
    n: int
    note: str


@dataclass(frozen=True)
class Picture:
    """One image of a strip, or the reason there is none."""

    source: str | None
    prompt: str
    reason: str


@dataclass(frozen=True)
class Strip:
    """Some images of one model."""

    model: str
    pictures: list[Picture]


@dataclass(frozen=True)
class Page:
    """The whole page."""

    title: str
    ranks: list[RankRow]
    tables: list[TableView]
    strips: list[Strip]
    facts: list[tuple[str, str]]  # the protocol, in words
    protocols: list[tuple[str, str]]


def rank_rows(ranks: Sequence[Row]) -> list[RankRow]:
    """Models by mean win rate, best first."""
    best = sorted((row for row in ranks if row["ranking"] == "win_rate"), key=lambda row: -(row["value"] or 0.0))
    return [
        RankRow(
            place, row["model"], interval_text(row["value"], row["low"], row["high"]), row["n"], row["reason"] or ""
        )
        for place, row in enumerate(best, start=1)
    ]


def table_views(estimates: Sequence[Row], order: Sequence[str]) -> list[TableView]:
    """One table per scenario, with models in the given order."""
    views = []
    for scenario in dict.fromkeys(row["scenario"] for row in estimates):
        here = [row for row in estimates if row["scenario"] == scenario]
        metrics = list(dict.fromkeys(row["metric"] for row in here))
        by_place = {(row["model"], row["metric"]): row for row in here}
        spans = {metric: _span([row for row in here if row["metric"] == metric]) for metric in metrics}
        rows = [
            TableRow(model, [_cell(by_place.get((model, metric)), spans[metric]) for metric in metrics])
            for model in order
        ]
        arrows = {row["metric"]: {"higher": " ↑", "lower": " ↓"}.get(row["direction"] or "", "") for row in here}
        views.append(TableView(scenario, [metric + arrows[metric] for metric in metrics], rows))
    return views


def _span(rows: Sequence[Row]) -> tuple[float, float]:
    ends = [row[name] for row in rows for name in ("low", "value", "high") if row[name] is not None]
    return (min(ends), max(ends)) if ends else (0.0, 1.0)


def _cell(row: Row | None, span: tuple[float, float]) -> Cell | None:
    if row is None:
        return None
    text = interval_text(row["value"], row["low"], row["high"])
    note = "; ".join(part for part in (row["method"], row["reason"]) if part)
    start, end = span
    if row["value"] is None or end <= start:
        return Cell(text, row["n"] or 0, row["missing"] or 0, 0, 0, 50, note)
    scale = 100 / (end - start)
    low = row["value"] if row["low"] is None else row["low"]
    high = row["value"] if row["high"] is None else row["high"]
    left, width, mark = (low - start) * scale, (high - low) * scale, (row["value"] - start) * scale
    return Cell(text, row["n"] or 0, row["missing"] or 0, left, width, mark, note)
