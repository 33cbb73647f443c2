"""A metric's page: what it measures, how models differ in it, by which prompts, and what it goes together with."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from paragone.core.catalogue import PACKAGE, aliases
from paragone.report import names
from paragone.report.bars import ARROWS, Bar, bar, role_of, span_of
from paragone.report.behind import Histogram, histogram_of
from paragone.report.breakdown import Breakdown, Correlation, breakdowns, correlations
from paragone.report.numbers import signed, tell
from paragone.report.pairs import leader_of
from paragone.report.people import WithPeople, with_people
from paragone.report.reading import Reader
from paragone.stages.compare import Change

Changes = Mapping[str, Sequence[Change]]
ByScenario = Mapping[str, Mapping[str, Change]]  # by model


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
    needs: list[tuple[str, str]]
    scenarios: list[OnScenario]


def metric_page(reader: Reader, metric: str, changes: Changes) -> MetricPage:
    """The page of one metric; `changes` holds each model's differences from the leader."""
    told = reader.metrics[metric]
    annotators = reader.manifest["annotators"]
    judged = {scenario for name, scenario in reader.columns if name == metric}
    by_place = {
        model: {change.scenario: change for change in found if change.metric == metric}
        for model, found in changes.items()
    }
    low, high = ("" if bound is None else f"{bound:g}" for bound in told.get("bounds", (None, None)))
    return MetricPage(
        title=metric,
        arrow=ARROWS.get(told["direction"] or "", ""),
        direction=told["direction"],
        kind=told["kind"],
        version=str(told["version"]),
        bounds=f"{low} to {high}"
        if low and high
        else f"from {low}"
        if low
        else f"up to {high}"
        if high
        else "any number",
        about=about(told["use"]) or [told["summary"]],
        needs=[(name, annotators.get(name, {}).get("version", "")) for name in told["needs"]],
        scenarios=[_on(reader, metric, scenario, by_place) for scenario in reader.scenarios if scenario in judged],
    )


def about(use: str) -> list[str]:
    """What a metric's file says of itself, by paragraph, read without importing it; a short name's title first."""
    if (alias := aliases("metrics").get(use)) is not None:
        return [f"{alias['title']}.", *about(alias["use"])]
    path = PACKAGE / "metrics" / f"{use}.py"
    if not path.is_file():
        return []
    tree = ast.parse(path.read_text(encoding="utf-8"))
    # A metric is a class that judges, or a function that makes one; either says how, and whose idea it is.
    judges = [
        node
        for node in tree.body
        if (isinstance(node, ast.FunctionDef) and node.name == "metric")
        or (isinstance(node, ast.ClassDef) and any(getattr(item, "name", "") == "judge" for item in node.body))
    ]
    text = "\n\n".join([ast.get_docstring(tree) or "", *(ast.get_docstring(node) or "" for node in judges[:1])])
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


def _on(reader: Reader, metric: str, scenario: str, changes: ByScenario) -> OnScenario:
    rows = {row["model"]: row for row in reader.columns[metric, scenario]}
    scores = reader.scores(metric, scenario)
    gaps, zero = _gaps(reader, scenario, changes)
    return OnScenario(
        scenario=scenario,
        protocol=next((row["protocol"] for row in rows.values()), ""),
        lines=_lines(reader, rows, scores),
        leader=leader_of(reader),
        zero=zero,
        gaps=gaps,
        breakdowns=breakdowns(reader, metric, scenario) if reader.metrics[metric]["kind"] != "set" else [],
        correlations=correlations(reader, metric, scenario),
        people=with_people(reader, metric, scenario),
    )


def _pair_page(reader: Reader, model: str) -> str:
    one, other = sorted((leader_of(reader), model), key=reader.models.index)
    return names.pair(one, other)


def _lines(reader: Reader, rows: Mapping[str, Any], scores: pl.DataFrame) -> list[Line]:
    span = span_of(list(rows.values()))
    values = scores["value"].drop_nulls().to_numpy()
    ends = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    lines = []
    by_model = scores.partition_by("model", as_dict=True)
    for model in reader.models:
        if (row := rows.get(model)) is None:
            continue
        mine = by_model.get((model,), scores.clear())["value"].drop_nulls().to_list()
        drawn = histogram_of(mine, ends) if len(mine) > 1 else None
        lines.append(_line(reader, row, bar(row, span), drawn))
    return lines


def _line(reader: Reader, row: Mapping[str, Any], place: Bar, drawn: Histogram | None) -> Line:
    told = tell(row["value"], row["low"], row["high"])
    page = names.behind(row["metric"], row["scenario"], row["model"])
    counts = (row["n"] or 0, row["missing"] or 0)
    role = role_of(reader, row["model"])
    return Line(row["model"], role, told.value, told.interval, *counts, place, page, histogram=drawn)


def _gaps(reader: Reader, scenario: str, changes: ByScenario) -> tuple[list[Line], float]:
    found = {model: changes[model][scenario] for model in reader.models if scenario in changes.get(model, {})}
    rows = {m: {n: getattr(c.difference, n) for n in ("value", "low", "high")} for m, c in found.items()}
    low, high = span_of(list(rows.values()))
    span = (min(low, 0.0), max(high, 0.0))
    lines = []
    for model, row in rows.items():
        change = found[model]
        p_value = "" if change.p_adjusted is None else f"p = {change.p_adjusted:.3g} (Holm)"
        told = signed(**row), tell(**row).interval, change.difference.n, change.difference.unmatched
        page = _pair_page(reader, model)
        note = "; ".join(part for part in (p_value, change.difference.reason) if part)
        lines.append(Line(model, role_of(reader, model), *told, bar(row, span), page, change.verdict, note))
    return lines, 100 * -span[0] / (span[1] - span[0]) if span[1] > span[0] else 50.0
