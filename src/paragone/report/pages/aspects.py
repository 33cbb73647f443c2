"""The page `Aspects`: a dot matrix of models by aspects, what each aspect rests on, and the paper's own table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paragone.analysis.aspects import LEAST_MODELS, PublishedRates, published_rates
from paragone.report import urls
from paragone.report.numbers import Formatted, rate_text
from paragone.report.read.reader import Reader
from paragone.stages.planning.aspects import HEIM, place_of


@dataclass(frozen=True)
class Dot:
    """One model's win rate in one aspect."""

    rate: float | None
    low: float | None
    high: float | None
    text: Formatted
    rank: str  # a range where models cannot be told apart
    why: str  # there is none


@dataclass(frozen=True)
class MatrixRow:
    """One model and its dots, one an aspect."""

    model: str
    role: str
    dots: tuple[Dot, ...]


@dataclass(frozen=True)
class AspectRow:
    """What one aspect rests on."""

    name: str
    place: str  # of its own page; empty where the run tells nothing of it
    scenarios: tuple[str, ...]
    metrics: tuple[str, ...]


@dataclass(frozen=True)
class Together:
    """How two aspects go together over models."""

    one: str
    other: str
    rho: Formatted
    shade: str  # "for 3": the same order of models, and how clearly, from 0 to 4; "against 2": the other way round
    n: int
    note: str


@dataclass(frozen=True)
class TogetherRow:
    """One aspect beside those before it."""

    aspect: str
    cells: tuple[Together | None, ...]


@dataclass(frozen=True)
class AspectsPage:
    """All of it."""

    title: str
    aspects: tuple[AspectRow, ...]
    rows: tuple[MatrixRow, ...]
    together: tuple[
        TogetherRow, ...
    ]  # aspects that can be correlated, a triangle; nothing where there are too few models
    is_bare: bool  # too few models for intervals of the correlations
    least: int  # models that a correlation needs
    has_changes: bool  # prompts were perturbed, and a page tells what that did
    published: PublishedRates


def aspects_page(reader: Reader) -> AspectsPage:
    """HEIM's twelve aspects, and what else the run names."""
    names = [*HEIM, *(aspect for aspect in reader.aspects if aspect not in HEIM)]
    aspects = tuple(_aspect(reader, name) for name in names)
    rates = reader.aspect_ranks
    roles = {model: about["role"] for model, about in reader.manifest["models"].items()}
    rows = [
        MatrixRow(model, roles[model], tuple(_dot(rates.get((name, model)), name in reader.aspects) for name in names))
        for model in reader.models
    ]
    found = [row for row in reader.folder.table("aspects").read().to_dicts() if row["value"] is not None]
    bare = any(row["low"] is None for row in found)
    together, has_changes = _triangle(found), bool(reader.changes)
    return AspectsPage("Aspects", aspects, tuple(rows), together, bare, LEAST_MODELS, has_changes, published_rates())


def aspect_table(page: AspectsPage) -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """The matrix as rows: in full, and for people."""
    full, shown = [], []
    for row in page.rows:
        line = {"model": row.model}
        for aspect, dot in zip(page.aspects, row.dots, strict=True):
            numbers = {"win_rate": dot.rate, "low": dot.low, "high": dot.high, "rank": dot.rank, "note": dot.why}
            full.append({"model": row.model, "aspect": aspect.name, **numbers})
            if aspect.place:
                value = f"{dot.text.value} [{dot.text.interval}]" if dot.text.interval else dot.text.value
                line[aspect.name] = f"{value}{f' rank {dot.rank}' if dot.rank else ''}" if dot.rate is not None else "-"
        shown.append(line)
    return full, shown


def rates_by_aspect(page: AspectsPage) -> list[dict[str, str]]:
    """The matrix the other way round, for narrow screens: a row for each aspect that some model has a rate in."""
    lines = []
    for place, aspect in enumerate(page.aspects):
        dots = {row.model: row.dots[place] for row in page.rows}
        if any(dot.rate is not None for dot in dots.values()):
            rates = {
                model: f"{dot.text.value} [{dot.text.interval}]" if dot.rate is not None else "-"
                for model, dot in dots.items()
            }
            lines.append({"aspect": aspect.name, **rates})
    return lines


def _aspect(reader: Reader, name: str) -> AspectRow:
    cells = sorted(reader.aspects.get(name, ()))
    place = urls.fill(urls.ASPECT, aspect=name) if cells else ""
    scenarios, metrics = ({getattr(cell, part): None for cell in cells} for part in ("scenario", "metric"))
    return AspectRow(name, place, tuple(scenarios), tuple(metrics))


def _dot(row: dict[str, Any] | None, is_told: bool) -> Dot:  # noqa: FBT001
    if row is None or row["value"] is None:
        why = "this run does not tell of it" if not is_told else (row or {}).get("reason") or "no win rate"
        return Dot(None, None, None, Formatted("-", ""), "", why)
    best, worst = row["best"], row["worst"]
    rank = "" if best is None else str(best) if best == worst else f"{best} to {worst}"
    numbers = (row["value"], row["low"], row["high"])
    return Dot(*numbers, rate_text(*numbers), rank, "")


def _triangle(rows: Sequence[dict[str, Any]]) -> tuple[TogetherRow, ...]:
    """Each aspect beside those before it in HEIM's order."""
    pairs = {frozenset((row["aspect"], row["other"])): _together(row) for row in rows}
    named = sorted({name for pair in pairs for name in pair}, key=lambda name: (place_of(name), name))
    return tuple(
        TogetherRow(name, tuple(pairs.get(frozenset((name, other))) for other in named[:place]))
        for place, name in enumerate(named)
    )


def _together(row: dict[str, Any]) -> Together:
    value, low, high = row["value"], row["low"], row["high"]
    rho = Formatted(f"{value:z.2f}", "" if low is None or high is None else f"{low:z.2f}, {high:z.2f}")
    shade = f"{'against' if value < 0 else 'for'} {round(4 * abs(value))}"
    return Together(row["aspect"], row["other"], rho, shade, row["n"], row["reason"] or "")
