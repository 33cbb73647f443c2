"""TISE's ranking scores of rows that others published, worked out anew from their numbers: its tables 5 and 6."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from paragone.stats.ranking.rank import WEIGHTS, ranking_score

HUMAN = "Human score"  # TISE's table 6: the sum of people's marks, of 100


class PublishedRank(NamedTuple):
    """A published row: its score among all of them, its score among those that people saw, and people's."""

    model: str
    score: float
    among_seen: float | None = None
    human: float | None = None


def published_ranks(rows: Sequence[Mapping[str, Any]]) -> list[PublishedRank]:
    """Rows that have all nine metrics, each ranked among the others; nothing where there are fewer than two."""
    numbers = {row["model"]: _numbers(row) for row in rows}
    nine = {
        model: {name: found[name] for name in WEIGHTS}
        for model, found in numbers.items()
        if WEIGHTS.keys() <= found.keys()
    }
    if len(nine) < 2:
        return []
    seen = {model: some for model, some in nine.items() if HUMAN in numbers[model]}
    among = ranking_score(seen) if len(seen) > 1 else {}
    return [
        PublishedRank(model, score, among.get(model), numbers[model].get(HUMAN))
        for model, score in ranking_score(nine).items()
    ]


def _numbers(row: Mapping[str, Any]) -> dict[str, float]:
    return {name: value for some in row["values"].values() for name, value in some.items()}
