"""The share of other models that a model beats, averaged over columns: HEIM's mean win rate, overall and by aspect."""

from dataclasses import dataclass, replace
from typing import ClassVar

from paragone.core.cells import Cell
from paragone.rankings import Contest, Ranked, Ranking
from paragone.stats.ranking.rank_intervals import win_rate_estimates
from paragone.stats.ranking.rank_ranges import overall_ranks


@dataclass(frozen=True, slots=True)
class WinRate(Ranking):
    """Lee et al. (2023). Models that cannot be told apart share their ranks.

    Under `average = "heim"` a column is a metric on a group of scenarios, whose values are averaged first.
    """

    title: ClassVar[str] = "Win rate"

    def rank(self, contest: Contest) -> dict[str, dict[str, Ranked]]:
        """Over all columns, and over those of each aspect."""
        groups = {"win_rate": list(contest.columns)}
        groups |= {f"win_rate for {aspect}": cells for aspect, cells in contest.aspects.items()}
        return {name: _ranked(contest, cells) for name, cells in groups.items()}


ranking = WinRate


def _ranked(contest: Contest, cells: list[Cell]) -> dict[str, Ranked]:
    columns = contest.some(cells)
    estimates = win_rate_estimates(columns, rivals=contest.rivals, level=contest.level)
    ranges = overall_ranks(columns, rivals=contest.rivals, level=contest.level)
    note = "; a group of scenarios is one column" if contest.groups else ""
    return {
        model: Ranked(replace(found, method=found.method + note), *ranges.get(model, ()))
        for model, found in estimates.items()
    }
