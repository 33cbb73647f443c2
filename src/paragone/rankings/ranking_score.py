"""TISE's ranking score: the weighted sum of a model's ranks in its nine metrics, on each scenario that has them all."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.cells import Cell
from paragone.rankings import Contest, Ranked, Ranking
from paragone.stats.ranking.columns import Column
from paragone.stats.ranking.rank import WEIGHTS
from paragone.stats.ranking.rank_intervals import ranking_score_estimates


@dataclass(frozen=True, slots=True)
class RankingScore(Ranking):
    """Dinh et al. (2022), equation 8; metrics are known by TISE's names for them (`name = "FID"` in the plan)."""

    name: ClassVar[str] = "ranking_score"
    title: ClassVar[str] = "Ranking score"

    def rank(self, contest: Contest) -> dict[str, dict[str, Ranked]]:
        """On every scenario whose nine columns have a value for every model."""
        found: dict[str, dict[str, Ranked]] = {}
        for scenario in dict.fromkeys(cell.scenario for cell in contest.columns):
            cells = {metric: Cell(scenario, metric) for metric in WEIGHTS}
            nine = {metric: contest.columns[cell] for metric, cell in cells.items() if cell in contest.columns}
            if len(nine) == len(WEIGHTS) and _is_complete(nine):
                scores = ranking_score_estimates(nine, level=contest.level)
                found[f"ranking_score on {scenario}"] = {model: Ranked(score) for model, score in scores.items()}
        return found


ranking = RankingScore


def _is_complete(columns: Mapping[str, Column]) -> bool:
    return all(value is not None for column in columns.values() for value in column.values.values())
