"""The leaderboard: the answer, then one matrix of models by measures; unlike protocols in tables of their own."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from paragone.analysis.protocols import protocol_differences
from paragone.core.cells import Cell
from paragone.report.pages.bars import Row
from paragone.report.pages.by_aspect import ByAspect, by_aspect, win_rate_for
from paragone.report.pages.first.answer import Answer, answer_of
from paragone.report.pages.first.aspect_verdicts import AspectVerdict, aspect_verdicts
from paragone.report.pages.first.board_cells import BoardCell, Deltas, Head, column_of, deltas_from, head_of
from paragone.report.pages.first.interval_plot import can_compare, is_dead
from paragone.report.pages.first.ranking import Ranking, ranking_of
from paragone.report.pages.literature import PublishedRow, published_over
from paragone.report.read.reader import Reader
from paragone.stages.roles import rivals_of

ALONE = "cannot be compared"  # the group of columns in which no two models have an interval
DEAD = "no difference"  # of those in which nothing differs
FOREIGN = "out of domain"  # of those whose judge was not made for such images


@dataclass(frozen=True)
class BoardRow:
    """One model."""

    model: str
    role: str  # ceiling, floor or ''
    is_baseline: bool
    cells: list[BoardCell | None]


@dataclass(frozen=True)
class BoardTable:
    """A matrix of models by measures; the first holds all but what was measured twice, under unlike protocols."""

    reason: str  # why this is a table of its own, where there are several
    groups: list[tuple[str, int]]  # aspects, and how many columns each has
    heads: list[Head]
    rows: list[BoardRow]
    published: list[PublishedRow]  # others' numbers


@dataclass(frozen=True)
class Board:
    """The whole leaderboard, or what of it is about one aspect."""

    title: str
    aspect: str | None
    aspects: ByAspect
    verdicts: list[AspectVerdict]  # of two models, in place of win rates
    baseline: str | None
    pins: list[str]  # models that can be the baseline
    models: list[str]
    scenarios: int
    prompts: int
    answer: Answer | None
    rankings: list[Ranking]
    tables: list[BoardTable]
    charts: list[str]  # for papers, in exports/charts, where they were drawn


def board_of(reader: Reader, baseline: str | None = None) -> Board:
    """The leaderboard, with a baseline or without."""
    kinds = dict.fromkeys(row["ranking"] for row in reader.ranks)
    aspects = by_aspect(reader)
    single = {win_rate_for(head.name) for head in aspects.heads}
    rankings = [ranking_of(reader, kind) for kind in kinds if kind not in single]
    return _board(reader, None, list(reader.columns), baseline, rankings)


def board_of_aspect(reader: Reader, aspect: str) -> Board:
    """What of the leaderboard is about one aspect, ranked by the win rate in it."""
    ranking = ranking_of(reader, win_rate_for(aspect))
    cells = [cell for cell in reader.columns if cell in reader.aspects[aspect]]
    return _board(reader, aspect, cells, None, [ranking] if ranking.rows else [])


def _board(
    reader: Reader, aspect: str | None, cells: Sequence[Cell], baseline: str | None, rankings: list[Ranking]
) -> Board:
    ordered = _in_order(reader, cells)
    verdicts = aspect_verdicts(reader)
    scenarios = {cell.scenario for cell in cells}
    return Board(
        title=reader.title,
        aspect=aspect,
        aspects=by_aspect(reader),
        verdicts=verdicts,
        baseline=baseline,
        pins=[] if aspect else reader.differences.baselines,
        models=reader.models,
        scenarios=len(scenarios),
        prompts=sum(reader.manifest["scenarios"][name]["prompts"] for name in scenarios),
        answer=None if baseline else answer_of(reader, ordered),
        rankings=[one for one in rankings if not (verdicts and one.name.startswith("win rate"))],
        tables=board_tables(reader, ordered, baseline),
        charts=charts_in(reader),
    )


def charts_in(reader: Reader) -> list[str]:
    """The charts for papers that an earlier build drew, one file a column."""
    return sorted(path.name for path in (reader.folder.root / "report" / "exports" / "charts").glob("*.pdf"))


def board_tables(reader: Reader, cells: Sequence[Cell], baseline: str | None = None) -> list[BoardTable]:
    """The matrix of some columns; a column that was measured under several protocols goes on in further tables."""
    deltas = deltas_from(reader, baseline) if baseline else {}
    sets = _separate([row for cell in cells for row in reader.columns[cell]])
    return [_table(reader, columns, baseline, deltas, first=sets[0]) for columns in sets]


def _in_order(reader: Reader, cells: Collection[Cell]) -> list[Cell]:
    """Columns by aspect, then in the plan's order; those of no aspect after, and the dead last."""
    aspects, metrics, scenarios = (
        {name: place for place, name in enumerate(few)} for few in (reader.aspects, reader.metrics, reader.scenarios)
    )

    def place(cell: Cell) -> tuple[int, int, int, int]:
        mine = reader.aspects_of(cell.metric, cell.scenario)
        first = min((aspects[aspect] for aspect in mine), default=len(aspects))
        last = (ALONE, FOREIGN, DEAD).index(group) + 1 if (group := _last_group(reader, cell)) else 0
        return last, first, metrics.get(cell.metric, 0), scenarios.get(cell.scenario, 0)

    return sorted(cells, key=place)


def _last_group(reader: Reader, cell: Cell) -> str:
    """The group of a column that tells nothing between the models that compete; '' of others."""
    rivals = rivals_of({model: reader.role_of(model) for model in reader.models})
    rows = [row for row in reader.columns[cell] if row["model"] in rivals]
    if is_dead(rows):
        return DEAD
    if cell in reader.out_of_domain:
        return FOREIGN
    return ALONE if len(rivals) > 1 and not can_compare(rows) else ""


def _table(
    reader: Reader,
    columns: Mapping[Cell, str],
    baseline: str | None,
    deltas: Deltas,
    *,
    first: Mapping[Cell, str],
) -> BoardTable:
    kept = {
        cell: [row for row in reader.columns[cell] if row["protocol"] == protocol] for cell, protocol in columns.items()
    }
    drawn = {row["model"] for rows in kept.values() for row in rows}
    present = [model for model in reader.models if columns is first or model in drawn]
    cells = {
        cell: column_of(_unmarked(rows) if cell in reader.out_of_domain else rows, deltas, _bounds(reader, cell))
        for cell, rows in kept.items()
    }
    groups = [_group(reader, cell) for cell in columns]
    return BoardTable(
        reason="" if columns is first else _reason(reader, first, columns),
        groups=[(name, len(list(few))) for name, few in groupby(groups)],
        heads=[head_of(reader, cell, kept[cell]) for cell in columns],
        rows=[
            BoardRow(model, reader.role_of(model), model == baseline, [cells[cell].get(model) for cell in columns])
            for model in present
        ],
        published=published_over(reader.manifest["plan"], list(columns)) if columns is first else [],
    )


def _group(reader: Reader, cell: Cell) -> str:
    """An aspect, or what keeps a column from telling."""
    return _last_group(reader, cell) or next(iter(reader.aspects_of(cell.metric, cell.scenario)), "other")


def _separate(rows: Sequence[Row]) -> list[dict[Cell, str]]:
    """Sets of columns (to protocols) in which none stands twice: unlike protocols never share a table."""
    sets: list[dict[Cell, str]] = []
    for cell, protocol in dict.fromkeys((Cell(row["scenario"], row["metric"]), row["protocol"]) for row in rows):
        free = next((columns for columns in sets if cell not in columns), None)
        if free is None:
            sets.append(free := {})
        free[cell] = protocol
    return sets


def _reason(reader: Reader, first: Mapping[Cell, str], other: Mapping[Cell, str]) -> str:
    known = reader.manifest["protocols"]
    reasons = [
        f"{cell.metric} on {cell.scenario}: "
        + "; ".join(protocol_differences(known.get(first.get(cell), {}), known.get(protocol, {})))
        for cell, protocol in other.items()
    ]
    return "Made under another protocol, so not ranked with the table above. " + " ".join(reasons)


def _unmarked(rows: Sequence[Row]) -> list[Row]:
    """The rows without a winner: a judge out of its domain decides nothing."""
    return [{**row, "is_clear": False} for row in rows]


def _bounds(reader: Reader, cell: Cell) -> Sequence[float | None]:
    return reader.metrics.get(cell.metric, {}).get("bounds") or (None, None)
