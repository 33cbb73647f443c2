"""Heads and cells of the leaderboard: a number with its interval, and how it differs from a pinned baseline's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from paragone.analysis.changes import CLEAR, Change
from paragone.core.cells import Cell, in_doubt, is_foreign
from paragone.report import urls
from paragone.report.numbers import formatted, signed
from paragone.report.pages.bars import Bar, Row, Span, bar
from paragone.report.pages.first.alarms import FEW
from paragone.report.pages.first.interval_plot import scale_of
from paragone.report.read.reader import Reader


@dataclass(frozen=True)
class Delta:
    """How a cell differs from the pinned baseline's."""

    text: str
    verdict: str  # better, worse, no clear change, different (no direction is better), or ''
    note: str


Deltas: TypeAlias = Mapping[tuple[str, Cell], Delta]  # by model


@dataclass(frozen=True)
class BoardCell:
    """One number, and where its interval lies in the column's range (0..100)."""

    value: float | None
    text: str
    interval: str
    n: int
    missing: int
    note: str
    bar: Bar
    is_best: bool
    page: str
    delta: Delta | None
    is_foreign: bool = False  # the judge does not know this model's images
    in_doubt: bool = False  # the number or its interval is known to mislead, and the note says how


@dataclass(frozen=True)
class Head:
    """A column: a metric on a scenario under one protocol."""

    metric: str
    scenario: str
    direction: str | None
    summary: str
    page: str
    protocol: str
    aspects: list[str]
    n: int | None  # scores behind each number, where all have as many
    few: int | None  # prompts, where there are few
    foreign: str = ""  # what was noticed, where its judge is out of its domain


def head_of(reader: Reader, cell: Cell, rows: Sequence[Row]) -> Head:
    """The head of a column."""
    counts = {row["n"] or 0 for row in rows if row["value"] is not None}
    prompts = reader.manifest["scenarios"][cell.scenario]["prompts"]
    return Head(
        metric=cell.metric,
        scenario=cell.scenario,
        direction=rows[0]["direction"],
        summary=reader.metrics.get(cell.metric, {}).get("summary", ""),
        page=urls.metric(cell.metric),
        protocol=rows[0]["protocol"],
        aspects=reader.aspects_of(cell.metric, cell.scenario),
        n=counts.pop() if len(counts) == 1 else None,
        few=prompts if prompts < FEW else None,
        foreign=reader.out_of_domain.get(cell, ""),
    )


def column_of(
    rows: Sequence[Row], deltas: Deltas, bounds: Sequence[float | None] = (None, None)
) -> dict[str, BoardCell]:
    """The cells of a column by model; bars of shares are on 0 to 1."""
    span = scale_of(rows, bounds)
    return {
        row["model"]: _cell(row, span, deltas.get((row["model"], Cell(row["scenario"], row["metric"])))) for row in rows
    }


def _cell(row: Row, span: Span, delta: Delta | None) -> BoardCell:
    shown = formatted(row["value"], row["low"], row["high"])
    note = "; ".join(part for part in (row["method"], row["reason"]) if part)
    page = urls.behind(row["metric"], row["scenario"], row["model"])
    counts = (row["n"] or 0, row["missing"] or 0)
    best = bool(row["is_clear"])
    return BoardCell(
        *(row["value"], shown.value, shown.interval, *counts, note),
        bar(row, span),
        best,
        page,
        delta,
        is_foreign=is_foreign(row["reason"]),
        in_doubt=in_doubt(row["reason"]) and not is_foreign(row["reason"]),
    )


def deltas_from(reader: Reader, baseline: str) -> dict[tuple[str, Cell], Delta]:
    """Every model's differences from a baseline."""
    return {
        (model, Cell(change.scenario, change.metric)): delta_of(change)
        for model, changes in reader.differences.against(baseline).items()
        for change in changes
    }


def delta_of(change: Change) -> Delta:
    """A difference in words; what is neither better nor worse by nature may still be clearly different."""
    found = change.difference
    p_value = "" if change.p_adjusted is None else f", p = {change.p_adjusted:.2g}"
    interval = formatted(found.value, found.low, found.high).interval
    numbers = f"[{interval}]{p_value}" if found.low is not None else ""
    is_small = change.p_adjusted is not None and change.p_adjusted < CLEAR
    is_apart = found.low is not None and found.high is not None and not found.low <= 0 <= found.high
    verdict = "different" if change.direction is None and is_small and is_apart else change.verdict
    odd = "the test is clear, the interval includes 0" if is_small and not is_apart and found.low is not None else ""
    note = "; ".join(part for part in (numbers, odd, found.reason) if part)
    return Delta(signed(found.value, found.low, found.high), verdict, note)
