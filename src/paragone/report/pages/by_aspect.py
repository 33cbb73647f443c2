"""Win rates by aspect: one row a model, one column an aspect, as HEIM sums a leaderboard up."""

from collections.abc import Sequence
from dataclasses import dataclass

from paragone.report import urls
from paragone.report.pages.first.ranking import RankRow, ranking_of
from paragone.report.read.reader import Reader


@dataclass(frozen=True)
class AspectHead:
    """An aspect, how many columns of the leaderboard are about it, and its own leaderboard."""

    name: str
    columns: int
    page: str


@dataclass(frozen=True)
class AspectRow:
    """One model's win rate in each aspect; None where it does not compete."""

    model: str
    role: str
    cells: list[RankRow | None]


@dataclass(frozen=True)
class ByAspect:
    """All aspects that a run is about."""

    heads: list[AspectHead]
    rows: list[AspectRow]


def by_aspect(reader: Reader) -> ByAspect:
    """The aspects and each model's win rate in them; nothing for a run that states none."""
    heads = [AspectHead(name, len(cells), urls.aspect(name)) for name, cells in reader.aspects.items()]
    columns = [{row.model: row for row in ranking_of(reader, win_rate_for(head.name)).rows} for head in heads]
    if not any(columns):
        return ByAspect(heads, [])
    return ByAspect(heads, [_row(reader, model, columns) for model in reader.models])


def win_rate_for(aspect: str) -> str:
    """What the table of ranks calls the win rate in an aspect."""
    return f"win_rate for {aspect}"


def _row(reader: Reader, model: str, columns: Sequence[dict[str, RankRow]]) -> AspectRow:
    return AspectRow(model, reader.role_of(model), [column.get(model) for column in columns])
