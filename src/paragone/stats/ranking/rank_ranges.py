"""Which ranks a model may have, and which model is clearly best: only what paired differences can bear counts.

Rank 1 is the best. Models that cannot be told apart share their ranks: ties are ties, whatever the table's order.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from paragone.stats.paired import holm
from paragone.stats.ranking.closed import Claims
from paragone.stats.ranking.columns import Column, lead_p_values


class RankRange(NamedTuple):
    """The best and the worst rank that a model may have."""

    best: int
    worst: int


def column_ranks(column: Column, *, rivals: Collection[str] | None = None, level: float = 0.95) -> dict[str, RankRange]:
    """The ranks that each model with a value may have in one column; all ranges hold together at the level.

    The best possible rank is 1 more than the models that must be better, the worst leaves room for those that must be
    worse (Mogstad, Romano, Shaikh and Wilhelm 2024, Review of Economic Studies 91).
    """
    models = _with_value(column, rivals)
    return dict(zip(models, _ranges(column, models, level), strict=True))


def overall_ranks(
    columns: Sequence[Column], *, rivals: Collection[str] | None = None, level: float = 0.95
) -> dict[str, RankRange]:
    """The ranks that each model may have by its mean win rate; all ranges hold together at the level."""
    models = list(dict.fromkeys(model for column in columns for model in _with_value(column, rivals)))
    if not models:
        return {}
    leads = np.array([lead_p_values(column, models) for column in columns])
    games = np.isfinite(leads) & ~np.eye(len(models), dtype=bool)
    weights = games / np.maximum(games.sum(axis=2, keepdims=True), 1)
    weights = weights / np.maximum(games.any(axis=2).sum(axis=0), 1)[None, :, None]  # each model's sum to 1
    claims = Claims(leads[games], alpha=1 - level)
    above = np.zeros((len(models), len(models)), dtype=bool)
    for one, other in zip(*np.nonzero(~np.eye(len(models), dtype=bool)), strict=True):
        # What one won and what the other lost: if that is more than all the games of one, the first is ahead.
        mine = np.zeros_like(weights)
        mine[:, one, :] += weights[:, one, :]
        mine[:, :, other] += weights[:, other, :]
        above[one, other] = claims.least_weight(mine[games]) > 1 + 1e-9
    return {
        model: RankRange(1 + int(above[:, place].sum()), len(models) - int(above[place].sum()))
        for place, model in enumerate(models)
    }


def clearly_best(
    columns: Sequence[Column], *, rivals: Collection[str] | None = None, level: float = 0.95
) -> list[str | None]:
    """For each column the model that is clearly better than every other, None where there is none.

    The columns are one family (a page): the probability that any model named is not the best is at most 1 - level.
    In a column it is enough that the leader is clear of each other one, two-sided (Gutmann and Maymin 1987, Annals of
    Statistics 15); over columns Holm's correction is made.
    """
    leaders = [_leader(column, _with_value(column, rivals)) for column in columns]
    adjusted = holm([None if leader is None else leader.p_value for leader in leaders])
    return [
        leader.model if leader is not None and p is not None and p < 1 - level else None
        for leader, p in zip(leaders, adjusted, strict=True)
    ]


class _Leader(NamedTuple):
    model: str
    p_value: float


def _leader(column: Column, models: Sequence[str]) -> _Leader | None:
    """The model with the best value and the two-sided p-value of its least lead."""
    if len(models) < 2:
        return None
    leads = lead_p_values(column, models)
    np.fill_diagonal(leads, 0.0)
    least = leads.max(axis=1)
    place = int(least.argmin())
    return _Leader(models[place], min(1.0, 2 * float(least[place])))


def _with_value(column: Column, rivals: Collection[str] | None) -> list[str]:
    return [model for model in column.values if column.value(model) is not None and (rivals is None or model in rivals)]


def _ranges(column: Column, models: Sequence[str], level: float) -> list[RankRange]:
    leads = lead_p_values(column, models)
    games = ~np.eye(len(models), dtype=bool)
    claims = Claims(leads[games], alpha=1 - level)
    ranges = []
    for place in range(len(models)):
        wins = np.zeros_like(games)
        wins[place] = True
        better, worse = claims.least_true(wins.T[games]), claims.least_true(wins[games])
        ranges.append(RankRange(1 + better, len(models) - worse))
    return ranges
