"""A metric's page: what it measures, how models differ in it, by which prompts, and what it goes together with."""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from paragone.core.catalogue import aliases, file_of
from paragone.core.cells import Cell
from paragone.report import urls
from paragone.report.mathml import formula_of
from paragone.report.numbers import formatted, p_text, plain, signed
from paragone.report.pages.bars import ARROWS, Bar, Span, bar, span_of
from paragone.report.pages.behind import Histogram, histogram_of
from paragone.report.pages.breakdown import Breakdown, Correlation, breakdowns, correlations
from paragone.report.pages.people import WithPeople, with_people
from paragone.report.read.reader import Reader

FORMULA = re.compile(r"\w+(\(\w+\))? = ")  # how such a line begins


@dataclass(frozen=True)
class Line:
    """One model in a chart of intervals."""

    model: str
    role: str
    text: str
    interval: str
    n: int
    missing: int
    bar: Bar
    page: str
    verdict: str = ""
    note: str = ""
    histogram: Histogram | None = None


@dataclass(frozen=True)
class OnScenario:
    """The metric on one scenario."""

    scenario: str
    protocol: str
    lines: list[Line]
    axis: str  # the ends of its bars
    gap_axis: str
    leader: str
    zero: float
    gaps: list[Line]
    breakdowns: list[Breakdown]
    correlations: list[Correlation]
    people: list[WithPeople]


@dataclass(frozen=True)
class MetricPage:
    """All that is known of one metric in a run."""

    title: str
    arrow: str
    direction: str | None
    kind: str
    version: str
    bounds: str
    about: list[str]
    use: str  # the file or short name that it is made from
    needs: list[tuple[str, str]]
    scenarios: list[OnScenario]


def metric_page(reader: Reader, metric: str) -> MetricPage:
    """The page of one metric."""
    found = reader.metrics[metric]
    annotators = reader.manifest["annotators"]
    return MetricPage(
        title=metric,
        arrow=ARROWS.get(found["direction"] or "", ""),
        direction=found["direction"],
        kind=found["kind"],
        version=str(found["version"]),
        bounds=_bounds(*found.get("bounds", (None, None))),
        about=_in_words(found["use"]) or [found["summary"]],
        use=_file_of(found["use"]),
        needs=[(name, annotators.get(name, {}).get("version", "")) for name in found["needs"]],
        scenarios=[_on(reader, cell) for s in reader.scenarios if (cell := Cell(s, metric)) in reader.columns],
    )


def _in_words(use: str) -> list[str]:
    """What a metric's file says of itself, without the line of its formula where the page sets the formula."""
    is_set = bool(formula_of(_file_of(use)))
    return [part for part in about(use) if not (is_set and FORMULA.match(part))]


def _file_of(use: str) -> str:
    alias = aliases("metrics").get(use)
    return use if alias is None else str(alias["use"])


def _bounds(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return "any number"
    if low is None or high is None:
        return f"up to {high:g}" if low is None else f"from {low:g}"
    return f"{low:g} to {high:g}"


def about(use: str) -> list[str]:
    """What a metric's file says of itself, by paragraph, read without importing it; a short name's title first."""
    if (alias := aliases("metrics").get(use)) is not None:
        return [f"{alias['title']}.", *about(alias["use"])]
    if (path := file_of("metrics", use)) is None:
        return []
    tree = ast.parse(path.read_text(encoding="utf-8"))
    # What `metric` names, a class or a function that makes one, says how it is done and whose idea it is.
    named = {node.value.id for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name)}
    makers = [node for node in tree.body if getattr(node, "name", "") in {*named, "metric"}]
    documented = [node for node in makers if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
    text = "\n\n".join([ast.get_docstring(tree) or "", *(ast.get_docstring(node) or "" for node in documented[:1])])
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


def _on(reader: Reader, cell: Cell) -> OnScenario:
    rows = {row["model"]: row for row in reader.columns[cell]}
    scores = reader.scored(cell).frame.select("model", "value").drop_nulls("value")
    gaps, span = _gaps(reader, cell)
    return OnScenario(
        scenario=cell.scenario,
        protocol=next((row["protocol"] for row in rows.values()), ""),
        lines=_lines(reader, rows, scores),
        axis=_axis(span_of(list(rows.values()))),
        gap_axis=_axis(span),
        leader=reader.leader,
        zero=100 * -span[0] / (span[1] - span[0]) if span[1] > span[0] else 50.0,
        gaps=gaps,
        breakdowns=breakdowns(reader, cell),
        correlations=correlations(reader, cell),
        people=with_people(reader, cell),
    )


def _pair_page(reader: Reader, model: str) -> str:
    one, other = sorted((reader.leader, model), key=reader.models.index)
    return urls.pair(one, other)


def _lines(reader: Reader, rows: Mapping[str, Any], scores: pl.DataFrame) -> list[Line]:
    span = span_of(list(rows.values()))
    values = scores["value"].to_numpy()
    ends = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    lines = []
    by_model = scores.partition_by("model", as_dict=True)
    for model in reader.models:
        if (row := rows.get(model)) is None:
            continue
        mine = by_model.get((model,), scores.clear())["value"].to_numpy()
        drawn = histogram_of(mine, ends) if len(mine) > 1 else None
        lines.append(_line(reader, row, bar(row, span), drawn))
    return lines


def _line(reader: Reader, row: Mapping[str, Any], place: Bar, drawn: Histogram | None) -> Line:
    shown = formatted(row["value"], row["low"], row["high"])
    page = urls.behind(row["metric"], row["scenario"], row["model"])
    counts = (row["n"] or 0, row["missing"] or 0)
    role = reader.role_of(row["model"])
    return Line(row["model"], role, shown.value, shown.interval, *counts, place, page, histogram=drawn)


def _gaps(reader: Reader, cell: Cell) -> tuple[list[Line], Span]:
    """Each model's difference from the leader, and the range that they share, zero in it."""
    found = {
        model: change
        for model, changes in reader.differences.against(reader.leader).items()
        for change in changes
        if (change.scenario, change.metric) == cell
    }
    rows = {m: {n: getattr(c.difference, n) for n in ("value", "low", "high")} for m, c in found.items()}
    low, high = span_of(list(rows.values()))
    span = (min(low, 0.0), max(high, 0.0))
    lines = []
    for model, row in rows.items():
        change = found[model]
        p_value = "" if change.p_adjusted is None else f"p (Holm) {p_text(change.p_adjusted)}"
        numbers = signed(**row), formatted(**row).interval, change.difference.n, change.difference.unmatched
        page = _pair_page(reader, model)
        note = "; ".join(part for part in (p_value, change.difference.reason) if part)
        lines.append(Line(model, reader.role_of(model), *numbers, bar(row, span), page, change.verdict, note))
    return lines, span


def _axis(span: Span) -> str:
    return f"{plain(span[0], 3)} to {plain(span[1], 3)}"
