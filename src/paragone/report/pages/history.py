"""The history of a model line: checkpoints of one name by step, or one model in several runs by date, as charts."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from paragone.core.cells import Cell
from paragone.report import urls
from paragone.report.numbers import formatted, plain
from paragone.report.pages.bars import ARROWS
from paragone.report.pages.first.interval_plot import scale_of, ticks_of
from paragone.report.pages.first.verdict import column_name
from paragone.report.read.reader import Reader

CHARTS = 24  # on a page
_STEP = re.compile(r"^(?P<line>.*?)(?P<number>\d+)(?P<unit>[kKmM]?)(?P<rest>\D*)$")


class Position(NamedTuple):
    """Where a model stands in the history of its line."""

    line: str
    at: float  # a step, or seconds since 1970
    label: str


@dataclass(frozen=True)
class Point:
    """One number in the history of a line."""

    at: float
    label: str
    text: str
    interval: str
    value: float
    low: float
    high: float
    page: str


@dataclass(frozen=True)
class HistoryChart:
    """One measure of one line under one protocol, oldest first."""

    line: str
    measure: str
    arrow: str
    axis: str  # step or date
    ticks: list[float]
    tick_words: list[str]
    points: list[Point]


@dataclass(frozen=True)
class HistoryPage:
    """All lines that have a history."""

    title: str
    charts: list[HistoryChart]
    left_out: int  # charts beyond those shown


class Dated(NamedTuple):
    """A run, its name in addresses ('' within its own site), and when it was last brought up to date."""

    reader: Reader
    name: str
    date: datetime | None


def line_of(model: str) -> Position | None:
    """The line that a checkpoint belongs to, and its step: the last number in its name.

    >>> line_of("ckpt-2000"), line_of("sdxl step 10k"), line_of("oracle")
    (Position(line='ckpt', at=2000.0, label='2000'), Position(line='sdxl step', at=10000.0, label='10k'), None)
    """
    found = _STEP.match(model)
    if found is None or not found["line"].strip(" -_./"):
        return None
    times = {"k": 1e3, "m": 1e6}.get(found["unit"].lower(), 1.0)
    line = f"{found['line'].rstrip(' -_./')}{found['rest']}"
    return Position(line, float(found["number"][-15:]) * times, found["number"] + found["unit"])


def has_history(reader: Reader) -> bool:
    """Whether some models of a run are steps of one line."""
    return bool(_steps(reader.models))


def history_of(reader: Reader) -> HistoryPage:
    """The lines within one run, by step."""
    steps = _steps(reader.models)
    rows = ((steps[row["model"]], row, Dated(reader, "", None)) for row in reader.estimates if row["model"] in steps)
    return _page(list(rows), "step")


def history_over(runs: Iterable[Dated]) -> HistoryPage:
    """The models that several runs have, by date, and lines whose steps are spread over runs, by step."""
    listed = list(runs)
    seen: dict[str, list[Dated]] = {}
    for run in listed:
        for model in run.reader.models:
            seen.setdefault(model, []).append(run)
    by_date, by_step = [], []
    steps = _steps(seen)
    for model, few in seen.items():
        dated = [run for run in few if run.date is not None]
        for run in few:
            mine = [row for row in run.reader.estimates if row["model"] == model]
            if model in steps:
                by_step += [(steps[model], row, run) for row in mine]
            elif len(dated) > 1 and run.date is not None:
                place = Position(model, run.date.timestamp(), f"{run.date:%Y-%m-%d %H:%M}")
                by_date += [(place, row, run) for row in mine]
    one, other = _page(by_step, "step"), _page(by_date, "date")
    charts = [*one.charts, *other.charts]
    return HistoryPage("History", charts[:CHARTS], one.left_out + other.left_out + max(len(charts) - CHARTS, 0))


def _steps(models: Iterable[str]) -> dict[str, Position]:
    """The models that are one of several steps of a line."""
    places = {model: place for model in models if (place := line_of(model)) is not None}
    steps: dict[str, set[float]] = {}
    for place in places.values():
        steps.setdefault(place.line, set()).add(place.at)
    return {model: place for model, place in places.items() if len(steps[place.line]) > 1}


def _page(rows: Sequence[tuple[Position, Mapping[str, Any], Dated]], axis: str) -> HistoryPage:
    # Numbers of unlike protocols are never joined by a line.
    groups: dict[tuple[str, str, str, str], list[tuple[Position, Mapping[str, Any], Dated]]] = {}
    for place, row, run in rows:
        if row["value"] is not None and row["direction"]:
            key = (place.line, row["scenario"], row["metric"], row["protocol"])
            groups.setdefault(key, []).append((place, row, run))
    charts = [_chart(few, axis) for few in groups.values() if len({place.at for place, _, _ in few}) > 1]
    return HistoryPage("History", charts[:CHARTS], max(len(charts) - CHARTS, 0))


def _chart(few: Sequence[tuple[Position, Mapping[str, Any], Dated]], axis: str) -> HistoryChart:
    ordered = sorted(few, key=lambda item: item[0].at)
    place, row, run = ordered[0]
    bounds = run.reader.metrics.get(row["metric"], {}).get("bounds") or (None, None)
    ticks = ticks_of(*scale_of([one for _, one, _ in ordered], bounds))
    return HistoryChart(
        line=place.line,
        measure=column_name(run.reader, Cell(row["scenario"], row["metric"])),
        arrow=ARROWS.get(row["direction"] or "", ""),
        axis=axis,
        ticks=ticks,
        tick_words=[plain(tick, 6) for tick in ticks],
        points=[_point(*item) for item in ordered],
    )


def _point(place: Position, row: Mapping[str, Any], run: Dated) -> Point:
    shown = formatted(row["value"], row["low"], row["high"])
    low, high = (row["value"] if row[name] is None else row[name] for name in ("low", "high"))
    page = urls.behind(row["metric"], row["scenario"], row["model"])
    where = f"{run.name}/{page}" if run.name else page
    return Point(place.at, place.label, *shown, row["value"], low, high, where)
