"""Rankings: models by win rate and by ranking score."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paragone.report.numbers import formatted, plain, rate_text
from paragone.report.pages.bars import Bar, bar, span_of
from paragone.report.read.reader import Reader


@dataclass(frozen=True)
class RankRow:
    """One model's place in a ranking."""

    place: str  # the ranks that it may have among the models that compete; '' for the ceiling and the floor
    model: str
    role: str
    value: float | None
    text: str
    interval: str
    n: int
    note: str
    bar: Bar


@dataclass(frozen=True)
class Ranking:
    """Models by one ranking, best first."""

    name: str
    words: str
    axis: str  # what the bars are drawn on
    rows: list[RankRow]


def ranking_of(reader: Reader, kind: str) -> Ranking:
    """The models by one kind of rank."""
    rows = [row for row in reader.ranks if row["ranking"] == kind]
    rows.sort(key=lambda row: (row["value"] is None, -(row["value"] or 0.0)))
    is_rate = kind.startswith("win_rate")
    span = (0.0, 1.0) if is_rate else (0.0, span_of(rows)[1])
    words = RANKINGS["win_rate" if is_rate else "ranking_score"]
    ranked = []
    for row in rows:
        model, shown = row["model"], (rate_text if is_rate else formatted)(row["value"], row["low"], row["high"])
        counts = (row["n"] or 0, row["reason"] or "")
        ranked.append(
            RankRow(ranks_of(row), model, reader.role_of(model), row["value"], *shown, *counts, bar(row, span))
        )
    axis = f"Interval, from {plain(span[0], 3)} to {plain(span[1], 3)}"
    return Ranking(kind.replace("_", " "), words, axis, ranked)


def ranks_of(row: Mapping[str, Any]) -> str:
    """The ranks that a model may have: one where it can be told from its neighbours, else a range.

    >>> ranks_of({"best": 1, "worst": 2}), ranks_of({"best": 3, "worst": 3}), ranks_of({"best": None, "worst": None})
    ('1 to 2', '3', '')
    """
    if row["best"] is None:
        return ""
    return str(row["best"]) if row["best"] == row["worst"] else f"{row['best']} to {row['worst']}"


RANKINGS = {
    "win_rate": "The share of the other competing models that a model beats, averaged over the measures (HEIM's win"
    " rate). The interval runs from what it has clearly won to what it has not clearly lost. A ceiling or floor is"
    " measured against the competing models and counts in no one else's rate. Models that cannot be told apart share"
    " their ranks.",
    "ranking_score": "The weighted sum of ranks over nine metrics (TISE's ranking score); higher is better."
    " All rows are ranked, real images too, as TISE does.",
}
