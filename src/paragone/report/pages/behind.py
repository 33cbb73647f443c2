"""What is behind one cell of the leaderboard: the spread of its scores, and the best, worst and missing images."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from paragone.core.cells import Cell
from paragone.report import urls
from paragone.report.numbers import formatted, short
from paragone.report.pages.bars import ARROWS, Row
from paragone.report.pages.prompts import Tile, tile_of
from paragone.report.read.reader import Reader
from paragone.report.wording import cut

SHOWN = 12  # of the best and of the worst
BINS = 24


@dataclass(frozen=True)
class Histogram:
    """How many scores lie where, between two ends that models share."""

    low: str
    high: str
    counts: list[int]
    words: str


@dataclass(frozen=True)
class BehindPage:
    """One number and its images."""

    title: str
    model: str
    scenario: str
    metric: str
    arrow: str
    summary: str
    kind: str
    text: str
    interval: str
    n: int
    missing: int
    note: str
    protocol: str
    histogram: Histogram | None
    best: list[Tile]
    worst: list[Tile]
    all_alike: str  # said instead of the worst, where every score is the same
    absent: list[Tile]
    best_words: str
    worst_words: str
    metric_page: str
    gallery: Mapping[str, str]  # the query that shows all of them


@dataclass(frozen=True)
class ScoredColumn:
    """A column of the leaderboard: its numbers by model, and the least and the greatest score of an image."""

    cell: Cell
    estimates: Mapping[str, Row]
    ends: tuple[float, float]


def scored_column(reader: Reader, cell: Cell) -> ScoredColumn:
    """What the pages behind a column's numbers show."""
    values = reader.scored(cell).frame["value"].drop_nulls()
    ends = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)  # type: ignore[arg-type]
    return ScoredColumn(cell, {row["model"]: row for row in reader.columns.get(cell, [])}, ends)


def behind_page(reader: Reader, column: ScoredColumn, model: str) -> BehindPage | None:
    """The page of one model's cell; None if it has none."""
    if model not in column.estimates:
        return None
    frame = reader.scored(column.cell).frame.filter(pl.col("model") == model)
    return _page(reader, column.estimates[model], frame, column.ends)


def tile_with_score(reader: Reader, row: Row, metric: str = "") -> Tile:
    """An image with the score that put it here."""
    why = cut(row["why"] or "", 200)
    # Most set metrics score no single image: that is no missing score.
    is_unscored = row["value"] is None and not why
    mark = mark_of(reader.metrics[metric], row["value"]) if metric else ""
    return replace(tile_of(reader, row, row), score="" if is_unscored else short(row["value"]), why=why, mark=mark)


def mark_of(metric: Mapping[str, Any], value: float | None) -> str:
    """Whether a yes-or-no metric passes an image; '' where it says neither.

    >>> mark_of({"binary": True, "direction": "lower"}, 0.0), mark_of({"binary": False, "direction": "higher"}, 1.0)
    ('pass', '')
    """
    if value is None or not metric.get("binary") or metric.get("direction") is None:
        return ""
    return "pass" if value == (0.0 if metric["direction"] == "lower" else 1.0) else "fail"


def histogram_of(values: Sequence[float] | np.ndarray[Any, Any], ends: tuple[float, float]) -> Histogram:
    """Counts in equal steps between the ends.

    >>> histogram_of([0.0, 1.0, 1.0], (0.0, 1.0)).counts[-1]
    2
    """
    low, high = ends if ends[1] > ends[0] else (ends[0] - 0.5, ends[0] + 0.5)
    array = np.asarray(values, dtype=np.float64)
    counts = np.histogram(array, bins=BINS, range=(low, high))[0].tolist()
    middle = f", median {short(float(np.median(array)))}" if len(array) else ""
    return Histogram(
        short(low), short(high), counts, f"{len(array)} scores between {short(low)} and {short(high)}{middle}"
    )


def _page(reader: Reader, row: Row, frame: pl.DataFrame, ends: tuple[float, float]) -> BehindPage:
    metric, cell = reader.metrics[row["metric"]], Cell(row["scenario"], row["metric"])
    shown = formatted(row["value"], row["low"], row["high"])
    there = frame.filter(pl.col("value").is_not_null()).sort("value", "prompt_id", "seed")
    count = min(SHOWN, max(len(there) // 2, 1))  # of few images no end takes all
    ends_shown = [there.head(count), there.tail(count)[::-1]]
    is_lower = metric["direction"] == "lower"
    best, worst = ends_shown if is_lower else ends_shown[::-1]
    if len(best):  # what is as good as the best is not the worst
        worst = worst.filter(pl.col("value") != best["value"][0])
    alike = len(there) > 1 and not len(worst)
    worst = worst.join(best, on=["prompt_id", "seed"], how="anti", maintain_order="left")
    absent = frame.filter(pl.col("value").is_null()) if metric["kind"] != "set" else frame.head(SHOWN)
    words = ("lowest", "highest") if is_lower else ("highest", "lowest")
    return BehindPage(
        title=f"{row['metric']} of {row['model']} on {row['scenario']}",
        model=row["model"],
        scenario=row["scenario"],
        metric=row["metric"],
        arrow=ARROWS.get(metric["direction"] or "", ""),
        summary=metric["summary"],
        kind=metric["kind"],
        text=shown.value,
        interval=shown.interval,
        n=row["n"] or 0,
        missing=row["missing"] or 0,
        note="; ".join(part for part in (row["method"], row["reason"]) if part),
        protocol=row["protocol"],
        histogram=histogram_of(there["value"].to_numpy(), ends) if len(there) else None,
        best=_tiles(reader, cell, best),
        worst=_tiles(reader, cell, worst),
        all_alike=f"All {len(there)} scores are {short(best['value'][0])}." if alike else "",
        absent=_tiles(reader, cell, absent.head(SHOWN)),
        best_words=words[0] if metric["direction"] is None else f"best ({words[0]})",
        worst_words=words[1] if metric["direction"] is None else f"worst ({words[1]})",
        metric_page=urls.metric(row["metric"]),
        gallery={"model": row["model"], "scenario": row["scenario"], "metric": row["metric"], "order": "worst"},
    )


def _tiles(reader: Reader, cell: Cell, rows: pl.DataFrame) -> list[Tile]:
    return [tile_with_score(reader, row, cell.metric) for row in reader.shown(cell, rows)]
