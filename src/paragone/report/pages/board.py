"""The leaderboard: models down, metrics across, one table per scenario and set of protocols."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from paragone.analysis.changes import Change
from paragone.analysis.protocols import protocol_differences
from paragone.core.cells import Cell
from paragone.report import urls
from paragone.report.numbers import formatted, signed
from paragone.report.pages.bars import Bar, Row, Span, bar, span_of
from paragone.report.pages.by_aspect import ByAspect, by_aspect, win_rate_for
from paragone.report.pages.glance import glance
from paragone.report.pages.literature import PublishedRow, published_on
from paragone.report.pages.prompts import Tile
from paragone.report.pages.ranking import Ranking, ranking_of
from paragone.report.read.reader import Reader


@dataclass(frozen=True)
class Delta:
    """How a cell differs from the pinned baseline's."""

    text: str
    verdict: str  # better, worse, no clear change, or ''
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


@dataclass(frozen=True)
class Head:
    """A column: a metric under one protocol."""

    metric: str
    direction: str | None
    summary: str
    page: str
    protocol: str
    aspects: list[str]


@dataclass(frozen=True)
class BoardRow:
    """One model."""

    model: str
    role: str  # ceiling, floor or ''
    is_baseline: bool
    cells: list[BoardCell | None]


@dataclass(frozen=True)
class BoardTable:
    """One scenario."""

    scenario: str
    prompts: int
    reason: str  # why this is a table of its own, where a scenario has two
    heads: list[Head]
    rows: list[BoardRow]
    published: list[PublishedRow]  # others' numbers


@dataclass(frozen=True)
class Board:
    """The whole leaderboard, or what of it is about one aspect."""

    title: str
    aspect: str | None
    aspects: ByAspect
    baseline: str | None
    pins: list[str]  # models that can be the baseline
    models: list[str]
    rankings: list[Ranking]
    tables: list[BoardTable]
    glance: dict[str, list[Tile]]  # what each model drew for the same few prompts


def board_of(reader: Reader, baseline: str | None = None) -> Board:
    """The leaderboard, with a baseline or without."""
    differences = reader.differences.against(baseline) if baseline else {}
    deltas = {
        (model, Cell(change.scenario, change.metric)): _delta(change)
        for model, changes in differences.items()
        for change in changes
    }
    kinds = dict.fromkeys(row["ranking"] for row in reader.ranks)
    aspects = by_aspect(reader)
    single = {win_rate_for(head.name) for head in aspects.heads}
    rankings = [ranking_of(reader, kind) for kind in kinds if kind not in single]
    tables = _all_tables(reader, reader.estimates, baseline, deltas)
    pins = reader.differences.baselines
    return Board(reader.title, None, aspects, baseline, pins, reader.models, rankings, tables, glance(reader))


def board_of_aspect(reader: Reader, aspect: str) -> Board:
    """What of the leaderboard is about one aspect, ranked by the win rate in it."""
    rows = [row for row in reader.estimates if _cell_of(row) in reader.aspects[aspect]]
    ranking = ranking_of(reader, win_rate_for(aspect))
    tables = _all_tables(reader, rows, None, {})
    rankings = [ranking] if ranking.rows else []
    return Board(reader.title, aspect, by_aspect(reader), None, [], reader.models, rankings, tables, glance(reader))


def _all_tables(reader: Reader, rows: Sequence[Row], baseline: str | None, deltas: Deltas) -> list[BoardTable]:
    by_scenario: dict[str, list[Row]] = {scenario: [] for scenario in reader.scenarios}
    for row in rows:
        by_scenario[row["scenario"]].append(row)
    return [table for here in by_scenario.values() if here for table in _tables(reader, here, baseline, deltas)]


def _tables(reader: Reader, here: Sequence[Row], baseline: str | None, deltas: Deltas) -> list[BoardTable]:
    scenario = here[0]["scenario"]
    prompts = reader.manifest["scenarios"][scenario]["prompts"]
    tables = []
    order = {metric: place for place, metric in enumerate(_by_first_aspect(reader, scenario))}
    separate = _separate(sorted(here, key=lambda row: order.get(row["metric"], len(order))))
    for number, columns in enumerate(separate):
        reason = _reason(reader, separate[0], columns) if number else ""
        kept: dict[str, list[Row]] = {metric: [] for metric in columns}
        for row in here:
            if columns.get(row["metric"]) == row["protocol"]:
                kept[row["metric"]].append(row)
        drawn = {row["model"] for rows in kept.values() for row in rows}
        present = [model for model in reader.models if number == 0 or model in drawn]
        heads = [_head(reader, kept[metric], metric, protocol) for metric, protocol in columns.items()]
        cells = {metric: _column(kept[metric], deltas) for metric in columns}
        rows = [
            BoardRow(
                model,
                reader.role_of(model),
                model == baseline,
                [cells[metric].get(model) for metric in columns],
            )
            for model in present
        ]
        literature = (
            published_on(reader.manifest["plan"], scenario, [head.metric for head in heads]) if not number else []
        )
        tables.append(BoardTable(scenario, prompts, reason, heads, rows, literature))
    return tables


def _by_first_aspect(reader: Reader, scenario: str) -> list[str]:
    """Metrics that are about one aspect beside each other; those of none come last, and the plan's order else."""
    places = {aspect: place for place, aspect in enumerate(reader.aspects)}
    return sorted(
        reader.metrics,
        key=lambda metric: min((places[aspect] for aspect in reader.aspects_of(metric, scenario)), default=len(places)),
    )


def _separate(rows: Sequence[Row]) -> list[dict[str, str]]:
    """Sets of columns (metric to protocol) in which no metric stands twice: unlike protocols never share a table."""
    sets: list[dict[str, str]] = []
    for metric, protocol in dict.fromkeys((row["metric"], row["protocol"]) for row in rows):
        free = next((columns for columns in sets if metric not in columns), None)
        if free is None:
            sets.append(free := {})
        free[metric] = protocol
    return sets


def _reason(reader: Reader, first: Mapping[str, str], other: Mapping[str, str]) -> str:
    known = reader.manifest["protocols"]
    reasons = [
        f"{metric}: {'; '.join(protocol_differences(known.get(first.get(metric), {}), known.get(protocol, {})))}"
        for metric, protocol in other.items()
    ]
    return "Made under another protocol, so not ranked with the table above. " + " ".join(reasons)


def _head(reader: Reader, rows: Sequence[Row], metric: str, protocol: str) -> Head:
    direction = rows[0]["direction"]
    about = reader.metrics.get(metric, {}).get("summary", "")
    aspects = reader.aspects_of(metric, rows[0]["scenario"])
    return Head(metric, direction, about, urls.metric(metric), protocol, aspects)


def _column(rows: Sequence[Row], deltas: Deltas) -> dict[str, BoardCell]:
    span = span_of(rows)
    return {
        row["model"]: _cell(row, span, is_best=bool(row["is_clear"]), delta=deltas.get((row["model"], _cell_of(row))))
        for row in rows
    }


def _cell_of(row: Row) -> Cell:
    return Cell(row["scenario"], row["metric"])


def _cell(row: Row, span: Span, *, is_best: bool, delta: Delta | None) -> BoardCell:
    shown = formatted(row["value"], row["low"], row["high"])
    note = "; ".join(part for part in (row["method"], row["reason"]) if part)
    page = urls.behind(row["metric"], row["scenario"], row["model"])
    counts = (row["n"] or 0, row["missing"] or 0)
    return BoardCell(row["value"], shown.value, shown.interval, *counts, note, bar(row, span), is_best, page, delta)


def _delta(change: Change) -> Delta:
    found = change.difference
    p_value = "" if change.p_adjusted is None else f", p = {change.p_adjusted:.3g} (Holm)"
    interval = formatted(found.value, found.low, found.high).interval
    numbers = f"[{interval}]{p_value}, {found.n} prompts" if found.low is not None else ""
    note = "; ".join(part for part in (numbers, found.reason) if part)
    return Delta(signed(found.value, found.low, found.high), change.verdict, note)
