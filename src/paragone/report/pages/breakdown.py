"""A metric by groups of prompts, and beside other metrics, as stored."""

from dataclasses import dataclass

from paragone.analysis.groups import distinct, group_name, groups_of
from paragone.core.cells import Cell
from paragone.report import urls
from paragone.report.numbers import formatted
from paragone.report.read.reader import Reader


@dataclass(frozen=True)
class Breakdown:
    """Means of each model by the values of one tag."""

    tag: str
    values: list[str]
    rows: list[tuple[str, list[tuple[str, str, int]]]]  # model, (value, interval, n) for each


@dataclass(frozen=True)
class Correlation:
    """How closely another metric orders the same prompts."""

    metric: str
    page: str
    value: float
    n: int


def breakdowns(reader: Reader, cell: Cell) -> list[Breakdown]:
    """Means by every tag that sorts the prompts into few groups; of tags that sort them alike, the first."""
    if cell not in reader.groups:
        return []
    groups = groups_of(reader.prompts(cell.scenario).select("prompt_id", "tags", "expect").iter_rows())
    return [breakdown(reader, cell, tag, list(groups[tag])) for tag in distinct(groups)]


def breakdown(reader: Reader, cell: Cell, tag: str, values: list[str]) -> Breakdown:
    """Means by these values of one tag."""
    rows = reader.groups[cell]
    names = [group_name(tag, value) for value in values]
    return Breakdown(tag, values, [(m, [_numbers(rows.get((name, m))) for name in names]) for m in reader.models])


def _numbers(row: dict[str, float] | None) -> tuple[str, str, int]:
    if row is None:
        return "", "", 0
    return *formatted(row["value"], row["low"], row["high"]), int(row["n"])


def correlations(reader: Reader, cell: Cell) -> list[Correlation]:
    """Spearman's rho with every other metric of images or prompts, strongest first."""
    order = {name: place for place, name in enumerate(reader.metrics)}
    rows = sorted(reader.correlations.get(cell, []), key=lambda row: (-abs(row["value"]), order[row["other"]]))
    return [Correlation(row["other"], urls.metric(row["other"]), row["value"], row["n"]) for row in rows]
