"""Rankings: models by win rate and by ranking score."""

from dataclasses import dataclass

from paragone.report.bars import Bar, bar, role_of, span_of
from paragone.report.numbers import tell
from paragone.report.reading import Reader


@dataclass(frozen=True)
class RankRow:
    """One model's place in a ranking."""

    place: int
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
    rows: list[RankRow]


def ranking_of(reader: Reader, kind: str) -> Ranking:
    """The models by one kind of rank."""
    rows = [row for row in reader.ranks if row["ranking"] == kind]
    rows.sort(key=lambda row: (row["value"] is None, -(row["value"] or 0.0)))
    span = (0.0, 1.0) if kind == "win_rate" else (0.0, span_of(rows)[1])
    words = RANKINGS["win_rate" if kind == "win_rate" else "ranking_score"]
    told = [(row, tell(row["value"], row["low"], row["high"])) for row in rows]
    ranked = [
        RankRow(
            place,
            row["model"],
            role_of(reader, row["model"]),
            row["value"],
            text.value,
            text.interval,
            row["n"] or 0,
            row["reason"] or "",
            bar(row, span),
        )
        for place, (row, text) in enumerate(told, start=1)
    ]
    return Ranking(kind.replace("_", " "), words, ranked)


RANKINGS = {
    "win_rate": "The share of the other models that a model beats, averaged over all columns below (HEIM's win rate).",
    "ranking_score": "The weighted sum of ranks over nine metrics (TISE's ranking score); higher is better.",
}
