"""Intervals for ranks: resample the prompts for all models together, rank again, see how far the ranks move.

Columns that have no scores by prompt (set metrics such as FID) keep their value in every replicate: their own chance is
then not in the interval, and `Estimate.reason` says how many there are.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

import numpy as np

from paragone.core.types import Direction, Estimate
from paragone.stats.bootstrap import CELLS, PERCENTILE, Array, draw_counts
from paragone.stats.rank import (
    WEIGHTS,
    direction_of,
    games,
    mask_of,
    mean_win_rate,
    ranking_score,
    require_metrics,
    win_rate,
    wins,
)


@dataclass(frozen=True, slots=True)
class Column:
    """One metric on one scenario for several models, with scores by prompt where it has them.

    `scores` holds each model's mean score of every prompt, in one order for all models, NaN where missing.
    Columns with the same `prompt_set` (usually the scenario's name) are resampled with the same draws.
    """

    direction: Direction
    scores: Mapping[str, Array] = field(default_factory=dict)
    fixed: Mapping[str, float | None] = field(default_factory=dict)  # models whose value has no scores by prompt
    prompt_set: str = ""

    def values(self) -> dict[str, float | None]:
        """Each model's value: the mean over the prompts that have a score, or the fixed one."""
        clash = self.scores.keys() & self.fixed.keys()
        if clash:
            raise ValueError(f"{sorted(clash)[0]!r} has both scores by prompt and a fixed value; give one")
        means = {model: _mean(scores) for model, scores in self.scores.items()}
        return means | dict(self.fixed)


def win_rate_estimates(
    columns: Sequence[Column],
    *,
    rng: np.random.Generator,
    rivals: Collection[str] | None = None,
    level: float = 0.95,
    resamples: int = 2000,
) -> dict[str, Estimate]:
    """Each model's mean win rate over the columns it has a value in, with its interval; n counts those columns.

    Where `rivals` are given, every model is measured against those alone (see `win_rate`).
    """
    contests = [win_rate(column.values(), column.direction, rivals) for column in columns]
    played = [column for column, contest in zip(columns, contests, strict=True) if contest]
    models = list(dict.fromkeys(model for column in played for model in column.values()))
    counted = mask_of(models, rivals)
    total = np.zeros((resamples, len(models)))
    count = np.zeros((resamples, len(models)))
    for column, drawn in zip(played, _draw_values(played, models, rng=rng, resamples=resamples), strict=True):
        met = games(drawn, counted)
        won = np.where(met > 0, _wins_in_chunks(drawn, column.direction, counted), np.nan)
        total += np.nan_to_num(won / np.maximum(met, 1))
        count += np.isfinite(won)
    replicates = np.divide(total, count, out=np.full_like(total, np.nan), where=count > 0)
    estimates = {}
    for model, rate in mean_win_rate(contests).items():
        n = sum(model in contest for contest in contests)
        ends = _interval(rate, replicates[:, models.index(model)], played, level)
        estimates[model] = Estimate(rate, ends.low, ends.high, n, len(played) - n, ends.method, ends.reason)
    return estimates


def ranking_score_estimates(
    columns: Mapping[str, Column], *, rng: np.random.Generator, level: float = 0.95, resamples: int = 2000
) -> dict[str, Estimate]:
    """TISE's ranking score of each model with its interval, from one column for each of the nine metrics.

    The directions are TISE's own. A replicate that leaves some model without a value has no ranks and is passed over.
    """
    require_metrics("the table", columns)
    used = [columns[metric] for metric in WEIGHTS]
    values: dict[str, dict[str, float]] = {}
    for metric, column in zip(WEIGHTS, used, strict=True):
        for model, value in column.values().items():
            values.setdefault(model, {})[metric] = math.nan if value is None else value
    scores = ranking_score(values)
    replicates = np.zeros((resamples, len(scores)))
    for metric, drawn in zip(WEIGHTS, _draw_values(used, list(scores), rng=rng, resamples=resamples), strict=True):
        ranks = 1 + _wins_in_chunks(drawn, direction_of(metric))
        replicates += WEIGHTS[metric] * np.where(np.isnan(drawn).any(axis=1, keepdims=True), np.nan, ranks)
    estimates = {}
    for place, (model, score) in enumerate(scores.items()):
        ends = _interval(score, replicates[:, place], used, level)
        estimates[model] = Estimate(score, ends.low, ends.high, len(WEIGHTS), 0, ends.method, ends.reason)
    return estimates


def _draw_values(
    columns: Sequence[Column], models: Sequence[str], *, rng: np.random.Generator, resamples: int
) -> list[Array]:
    """For each column its values in every replicate  # (replicates, models); NaN where a model has none."""
    drawn = [np.tile(_fixed_row(column, models), (resamples, 1)) for column in columns]
    pairs = [(column, out) for column, out in zip(columns, drawn, strict=True) if column.scores]
    for prompt_set in dict.fromkeys(column.prompt_set for column, _ in pairs):
        group = [(column, out) for column, out in pairs if column.prompt_set == prompt_set]
        prompts = _prompt_count(column for column, _ in group)
        tables = [(_Table.of(column), [models.index(model) for model in column.scores], out) for column, out in group]
        start = 0
        for counts in draw_counts(prompts, rng=rng, resamples=resamples):
            for table, places, out in tables:
                out[start : start + len(counts), places] = table.means(counts)
            start += len(counts)
    return drawn


def _prompt_count(columns: Iterable[Column]) -> int:
    """How many prompts the columns of one prompt set have: the same number in each."""
    lengths = {len(scores) for column in columns for scores in column.scores.values()}
    if len(lengths) != 1 or 0 in lengths:
        raise ValueError(f"columns of one prompt set have {sorted(lengths)} prompts; give one list, NaN where missing")
    return lengths.pop()


def _fixed_row(column: Column, models: Sequence[str]) -> Array:
    """The values that do not change between replicates, NaN elsewhere."""
    values = [column.fixed.get(model) for model in models]
    return np.array([math.nan if value is None or not math.isfinite(value) else value for value in values])


class _Table(NamedTuple):
    """A column's scores, ready for many weighted means."""

    filled: Array  # (prompts, models), 0 where missing
    there: Array | None  # 1 where there is a score, 0 where not; None where all are there

    @classmethod
    def of(cls, column: Column) -> Self:
        table = np.stack(list(column.scores.values()), axis=1)
        there = np.isfinite(table)
        return cls(np.where(there, table, 0.0), None if there.all() else there.astype(np.float64))

    def means(self, counts: Array) -> Array:
        """Each model's mean in each replicate, over the drawn prompts that it has a score for."""
        total = counts @ self.filled
        if self.there is None:
            return np.asarray(total / counts.shape[1])
        weight = counts @ self.there
        return np.divide(total, weight, out=np.full_like(total, np.nan), where=weight > 0)


def _wins_in_chunks(drawn: Array, direction: Direction, rivals: Array | None = None) -> Array:
    """`wins` of each replicate, comparing all pairs of models for a bounded number of replicates at once."""
    rows = max(1, CELLS // max(1, drawn.shape[1] ** 2))
    return np.concatenate(
        [wins(drawn[start : start + rows], direction, rivals) for start in range(0, len(drawn), rows)]
    )


class _Ends(NamedTuple):
    """An interval, or the reason there is none."""

    low: float | None
    high: float | None
    method: str
    reason: str


def _interval(value: float, replicates: Array, columns: Sequence[Column], level: float) -> _Ends:
    """The percentiles of the replicates, stretched where needed so that the value itself is inside."""
    fixed = sum(not column.scores for column in columns)
    usable = replicates[np.isfinite(replicates)]
    if fixed == len(columns) or len(usable) == 0:
        return _Ends(None, None, "", "no column has scores by prompt to resample")
    reason = f"{fixed} of {len(columns)} columns have no scores by prompt and stay as they are" if fixed else ""
    tail = (1 - level) / 2
    low, high = np.quantile(usable, [tail, 1 - tail])
    return _Ends(min(float(low), value), max(float(high), value), PERCENTILE, reason)


def _mean(scores: Array) -> float | None:
    """The mean of the scores that are there, None if there is none."""
    there = scores[np.isfinite(scores)]
    return math.fsum(there) / len(there) if len(there) else None
