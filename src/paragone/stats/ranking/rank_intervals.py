"""Intervals for win rates and ranking scores: how many of its contests a model has won, and lost, at the least.

Resampling ranks cannot be trusted where models are close: the best model can only fall, the worst only rise, so their
intervals hold the truth in two cases of three. Instead every contest (a rival in a column) is a claim with a p-value,
and the ends are the fewest wins and the fewest losses that the claims allow (`closed`). A contest that is not clear may
go either way.
"""

import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from paragone.core.types import Estimate
from paragone.stats.bootstrap import Array
from paragone.stats.ranking.closed import Claims
from paragone.stats.ranking.columns import Column, lead_p_values
from paragone.stats.ranking.rank import WEIGHTS, mean_win_rate, ranking_score, require_metrics, win_rate

METHOD = "fewest wins and losses that paired differences allow"


def win_rate_estimates(
    columns: Sequence[Column], *, rivals: Collection[str] | None = None, level: float = 0.95
) -> dict[str, Estimate]:
    """Each model's mean win rate over the columns it has a value in, with its interval; n counts those columns.

    Where `rivals` are given, every model is measured against those alone (see `win_rate`).
    """
    contests = [win_rate(column.values, column.direction, rivals) for column in columns]
    played = [(column, contest) for column, contest in zip(columns, contests, strict=True) if contest]
    models = list(dict.fromkeys(model for column, _ in played for model in column.values))
    leads = np.array([lead_p_values(column, models) for column, _ in played])
    counted = np.array([rivals is None or model in rivals for model in models])
    estimates = {}
    for model, rate in mean_win_rate(contests).items():
        place = models.index(model)
        games = counted & (np.arange(len(models)) != place) & np.isfinite(leads[:, place])  # (columns, models)
        weights = games / np.maximum(games.sum(axis=1, keepdims=True), 1)
        n = int(games.any(axis=1).sum())
        low, high = _ends(leads[:, place], leads[:, :, place], weights / n, level=level)
        unknown = sum(not column.is_known(model) for column, contest in played if model in contest)
        estimates[model] = _estimate(rate, low, high, n, len(played) - n, unknown)
    return estimates


def ranking_score_estimates(
    columns: Mapping[str, Column], *, level: float = 0.95, weights: Mapping[str, float] = WEIGHTS
) -> dict[str, Estimate]:
    """TISE's ranking score of each model with its interval, from one column for each of the nine metrics.

    The directions are those of the columns, which are TISE's own. With other `weights`, such as those of one aspect,
    the sum is over their metrics.
    """
    require_metrics("the table", columns)
    used = [columns[metric] for metric in weights]
    values: dict[str, dict[str, float]] = {}
    for metric, column in columns.items():
        for model in column.values:
            value = column.value(model)
            values.setdefault(model, {})[metric] = math.nan if value is None else value
    scores = ranking_score(values, weights)
    models = list(scores)
    leads = np.array([lead_p_values(column, models) for column in used])
    total = sum(weights.values())
    estimates = {}
    for place, (model, score) in enumerate(scores.items()):
        shares = np.outer(list(weights.values()), np.arange(len(models)) != place)
        low, high = _ends(leads[:, place], leads[:, :, place], shares, level=level)
        unknown = sum(not column.is_known(model) for column in used)
        estimates[model] = _estimate(score, total + low, total + high, len(weights), 0, unknown)
    return estimates


def _ends(wins: Array, losses: Array, weights: Array, *, level: float) -> tuple[float, float]:
    """The least weight of the contests won, and all weight less the least of those lost; the two ends share the error.

    `wins` and `losses` are p-values  # (columns, models); contests of weight 0 are none.
    """
    there = weights > 0
    alpha = (1 - level) / 2
    won, lost = (Claims(p_values[there], alpha=alpha).least_weight(weights[there]) for p_values in (wins, losses))
    return won, float(weights.sum()) - lost


def _estimate(value: float, low: float, high: float, n: int, missing: int, unknown: int) -> Estimate:
    reason = f"in {unknown} of {n} columns the chance of the value is not known: any order counts as possible there"
    # The value lies between but for rounding.
    return Estimate(value, min(low, value), max(high, value), n, missing, METHOD, reason if unknown else "")
