"""The interval plot of the first page: a row a measure, a lane a model, an axis with ticks for each row."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paragone.core.cells import Cell
from paragone.report import urls
from paragone.report.numbers import formatted, plain
from paragone.report.pages.bars import Bar, Row, Span, bar, span_of
from paragone.report.pages.first.verdict import column_name
from paragone.report.read.reader import Reader

ROWS = 8  # measures; the matrix below the plot has them all
LANES = 6  # models


@dataclass(frozen=True)
class Lane:
    """One model's number on one measure."""

    model: str
    text: str
    interval: str
    bar: Bar
    is_best: bool


@dataclass(frozen=True)
class PlotRow:
    """One measure: its lanes and the ticks of its axis, evenly spread from end to end."""

    name: str
    page: str
    direction: str
    ticks: list[str]
    unit: str
    lanes: list[Lane]
    verdict: str


@dataclass(frozen=True)
class IntervalPlot:
    """The measures that tell most, the clear ones first."""

    models: list[str]
    rows: list[PlotRow]
    of: int  # measures that there are


def interval_plot(reader: Reader, models: Sequence[str], cells: Sequence[Cell]) -> IntervalPlot:
    """The plot of these models over some columns; what is alike, or has one number, is left to the matrix."""
    shown = list(models[:LANES])
    columns = {cell: [row for row in reader.columns[cell] if row["model"] in shown] for cell in cells}
    alive = [cell for cell, rows in columns.items() if not is_dead(rows) and rows[0]["direction"]]
    compared = [cell for cell in alive if can_compare(columns[cell])] or alive
    ordered = sorted(compared, key=lambda cell: not any(row["is_clear"] for row in columns[cell]))
    rows = [_row(reader, cell, columns[cell], shown) for cell in ordered[:ROWS]]
    return IntervalPlot(shown, rows, len(cells))


def is_dead(rows: Iterable[Row]) -> bool:
    """Whether a column tells nothing of these models: no value, or the same for all."""
    values = [row["value"] for row in rows if row["value"] is not None]
    return not values or (len(values) > 1 and len(set(values)) == 1)


def can_compare(rows: Iterable[Row]) -> bool:
    """Whether two models at least have a number with its interval."""
    return sum(row["low"] is not None for row in rows) > 1


def _row(reader: Reader, cell: Cell, rows: Sequence[Row], models: Sequence[str]) -> PlotRow:
    about = reader.metrics.get(cell.metric, {})
    ends = scale_of(rows, about.get("bounds") or (None, None))
    ticks = ticks_of(*ends)
    by_model = {row["model"]: row for row in rows}
    lanes = [_lane(by_model[model], (ticks[0], ticks[-1])) for model in models if model in by_model]
    best = next((row["model"] for row in rows if row["is_clear"]), None)
    return PlotRow(
        name=column_name(reader, cell),
        page=urls.metric(cell.metric),
        direction=str(rows[0]["direction"]),
        ticks=[plain(tick, 6) for tick in ticks],
        unit="share of images" if about.get("binary") else "",
        lanes=lanes,
        verdict=_clear(best, len(lanes)) if best else _unclear(lanes),
    )


def _clear(best: str, models: int) -> str:
    return f"{best} clearly {'best' if models > 2 else 'better'}"


def _unclear(lanes: Sequence[Lane]) -> str:
    """What is said without a winner; a number that is missing is no tie."""
    there = sum(lane.bar.mark is not None for lane in lanes)
    if there < len(lanes):
        return "cannot be compared" if there < 2 else "no clear difference, some are missing"
    return "no clear difference" if there > 1 else ""


def _lane(row: Row, span: Span) -> Lane:
    shown = formatted(row["value"], row["low"], row["high"])
    return Lane(row["model"], *shown, bar(row, span), bool(row["is_clear"]))


def scale_of(rows: Sequence[Row], bounds: Sequence[float | None]) -> Span:
    """The ends of a measure's axis: 0 to 1 for what lies there by nature, else what the intervals span."""
    if tuple(bounds) == (0, 1):
        return 0.0, 1.0
    return span_of(rows)


def ticks_of(low: float, high: float) -> list[float]:
    """Round numbers, evenly spread, that take both ends in.

    >>> ticks_of(0.0, 1.0), ticks_of(85.2, 249.0), ticks_of(3.0, 3.0)
    ([0.0, 0.5, 1.0], [50.0, 100.0, 150.0, 200.0, 250.0], [2.0, 2.5, 3.0, 3.5, 4.0])
    """
    if (low, high) == (0.0, 1.0):
        return [0.0, 0.5, 1.0]
    if not high > low:
        room = abs(low) / 3 or 1.0
        low, high = low - room, low + room
    power = 10.0 ** math.floor(math.log10(high - low))
    for step in (power * part for part in (0.2, 0.5, 1.0, 2.0, 5.0)):
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        if last - first <= 4:
            return [round(number * step, 12) for number in range(first, last + 1)]
    return [low, high]
