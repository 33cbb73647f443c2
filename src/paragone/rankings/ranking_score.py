"""TISE's ranking score: the weighted sum of a model's ranks in its nine metrics, and the scores of its six aspects."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from paragone.core.cells import Cell
from paragone.core.types import Estimate
from paragone.rankings import Contest, Ranked, Ranking
from paragone.stats.ranking.columns import Column
from paragone.stats.ranking.rank import ASPECTS, WEIGHTS
from paragone.stats.ranking.rank_intervals import ranking_score_estimates


@dataclass(frozen=True, slots=True)
class RankingScore(Ranking):
    """Dinh et al. (2022), equation 8; metrics are known by TISE's names for them (`name = "FID"` in the plan).

    On each scenario that has all nine; and where each of the nine is judged on a scenario of its own, as TISE's
    captions are, over these. It has no meaning without all nine: columns whose judges are out of their domain are
    among them, and its reason names these.
    """

    title: ClassVar[str] = "Ranking score"

    def rank(self, contest: Contest) -> dict[str, dict[str, Ranked]]:
        """The score, and each aspect's, wherever nine columns have a value for every model."""
        found: dict[str, dict[str, Ranked]] = {}
        for place, cells in _nines(contest):
            nine = {cell.metric: _column(contest, cell) for cell in cells}
            for label, weights in {"": WEIGHTS, **_aspects()}.items():
                scores = ranking_score_estimates(nine, level=contest.level, weights=weights)
                name = f"ranking_score{label}{place}"
                doubtful = [cell.metric for cell in cells if cell in contest.foreign and cell.metric in weights]
                found[name] = {model: Ranked(_doubted(score, doubtful)) for model, score in scores.items()}
        return found


ranking = RankingScore


def _aspects() -> dict[str, dict[str, float]]:
    return {f" for {name}": dict.fromkeys(metrics, 1 / len(metrics)) for name, metrics in ASPECTS.items()}


def _nines(contest: Contest) -> Iterator[tuple[str, list[Cell]]]:
    """The nine columns of each scenario that has them, or those that nine scenarios or fewer have together."""
    places: dict[str, list[Cell]] = {metric: [] for metric in WEIGHTS}
    for cell in (*contest.columns, *contest.foreign):
        if cell.metric in places:
            places[cell.metric].append(cell)
    scenarios = dict.fromkeys(cell.scenario for cells in places.values() for cell in cells)
    for scenario in scenarios:
        nine = [cell for cells in places.values() for cell in cells if cell.scenario == scenario]
        if len(nine) == len(WEIGHTS) and _is_complete(contest, nine):
            yield f" on {scenario}", nine
    if len(scenarios) > 1 and all(len(cells) == 1 for cells in places.values()):
        nine = [cell for cells in places.values() for cell in cells]
        if _is_complete(contest, nine):
            yield "", nine


def _column(contest: Contest, cell: Cell) -> Column:
    return contest.columns[cell] if cell in contest.columns else contest.foreign[cell]


def _is_complete(contest: Contest, cells: list[Cell]) -> bool:
    columns = [_column(contest, cell) for cell in cells]
    models = [set(column.values) for column in columns]
    known = all(value is not None for column in columns for value in column.values.values())
    return known and all(one == models[0] for one in models)


def _doubted(score: Estimate, metrics: list[str]) -> Estimate:
    if not metrics:
        return score
    said = f"{', '.join(metrics)} by judges out of their domain"
    return replace(score, reason=f"{said}; {score.reason}" if score.reason else said)
