"""TISE's ranking score: the weighted sum of a model's ranks in its nine metrics, and the scores of its six aspects."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.cells import Cell
from paragone.rankings import Contest, Ranked, Ranking
from paragone.stats.ranking.columns import Column
from paragone.stats.ranking.rank import ASPECTS, WEIGHTS
from paragone.stats.ranking.rank_intervals import ranking_score_estimates


@dataclass(frozen=True, slots=True)
class RankingScore(Ranking):
    """Dinh et al. (2022), equation 8; metrics are known by TISE's names for them (`name = "FID"` in the plan).

    On each scenario that has all nine; and where each of the nine is judged on a scenario of its own, as TISE's
    captions are, over these.
    """

    title: ClassVar[str] = "Ranking score"

    def rank(self, contest: Contest) -> dict[str, dict[str, Ranked]]:
        """The score, and each aspect's, wherever nine columns have a value for every model."""
        found: dict[str, dict[str, Ranked]] = {}
        for place, nine in _nines(contest):
            for label, weights in {"": WEIGHTS, **_aspects()}.items():
                scores = ranking_score_estimates(nine, level=contest.level, weights=weights)
                name = f"ranking_score{label}{place}"
                found[name] = {model: Ranked(score) for model, score in scores.items()}
        return found


ranking = RankingScore


def _aspects() -> dict[str, dict[str, float]]:
    return {f" for {name}": dict.fromkeys(metrics, 1 / len(metrics)) for name, metrics in ASPECTS.items()}


def _nines(contest: Contest) -> Iterator[tuple[str, dict[str, Column]]]:
    """The nine columns of each scenario that has them, or those that nine scenarios or fewer have together."""
    places: dict[str, list[Cell]] = {metric: [] for metric in WEIGHTS}
    for cell in contest.columns:
        if cell.metric in places:
            places[cell.metric].append(cell)
    scenarios = dict.fromkeys(cell.scenario for cells in places.values() for cell in cells)
    for scenario in scenarios:
        nine = {one: contest.columns[cell] for one in WEIGHTS if (cell := Cell(scenario, one)) in contest.columns}
        if len(nine) == len(WEIGHTS) and _is_complete(nine):
            yield f" on {scenario}", nine
    if len(scenarios) > 1 and all(len(cells) == 1 for cells in places.values()):
        nine = {metric: contest.columns[cells[0]] for metric, cells in places.items()}
        if _is_complete(nine):
            yield "", nine


def _is_complete(columns: Mapping[str, Column]) -> bool:
    models = [set(column.values) for column in columns.values()]
    known = all(value is not None for column in columns.values() for value in column.values.values())
    return known and all(one == models[0] for one in models)
