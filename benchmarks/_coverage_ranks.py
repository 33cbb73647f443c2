"""Win rates, ranking scores, ranges of ranks, the clearly best model; by position: best and worst are the hardest."""

import functools
import math
from collections.abc import Callable, Iterable, Iterator

import numpy as np
from _coverage_case import Case, Drawn

from paragone.stats.ranking.columns import Column, influences_of_mean
from paragone.stats.ranking.rank import LOWER_IS_BETTER, WEIGHTS
from paragone.stats.ranking.rank_intervals import ranking_score_estimates, win_rate_estimates
from paragone.stats.ranking.rank_ranges import clearly_best, column_ranks, overall_ranks

Rng = np.random.Generator


def columns_of(rng: Rng, prompts: int, *, models: int, metrics: int, apart: float) -> list[Column]:
    """Model 0 is the worst; each is `apart` better than the one before on every metric. Prompts are shared by all."""
    steps = apart * np.arange(models)[:, None]
    scores = rng.normal(size=(metrics, models, prompts)) + steps + rng.normal(size=prompts)
    return [column_of(metric) for metric in scores]


def column_of(scores: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Column:
    by_prompt = {str(model): {str(at): float(x) for at, x in enumerate(row)} for model, row in enumerate(scores)}
    values = {model: math.fsum(row.values()) / len(row) for model, row in by_prompt.items()}
    return Column("higher", values, {model: influences_of_mean(row) for model, row in by_prompt.items()})


def zero_one_columns(rng: Rng, prompts: int, *, models: int, metrics: int, apart: float) -> list[Column]:
    """The same of 0/1 scores near 1: the best model gets 0.98, every other `apart` less than the one above it."""
    shares = 0.98 - apart * np.arange(models)[::-1]
    drawn = [column_of((rng.random((models, prompts)) < shares[:, None]).astype(np.float64)) for _ in range(metrics)]
    return [Column(column.direction, column.values, column.influences, is_binary=True) for column in drawn]


def place_of(model: int, models: int, apart: float) -> str:
    """The position that a row of the page shows; of equal models all positions are one."""
    if apart == 0:
        return "any model"
    return {0: "worst", models - 1: "best"}.get(model, "middle" if model == models // 2 else "")


def draw_win_rates(
    rng: Rng, n: int, models: int, metrics: int, apart: float, make: Callable[..., list[Column]] = columns_of
) -> Iterator[Drawn]:
    found = win_rate_estimates(make(rng, n, models=models, metrics=metrics, apart=apart))
    for model in range(models):
        one, place = found[str(model)], place_of(model, models, apart)
        if place:
            yield Drawn(model / (models - 1) if apart else 0.5, one.value, one.low, one.high, place)


def draw_ranking_scores(rng: Rng, n: int, models: int, apart: float) -> Iterator[Drawn]:
    drawn = columns_of(rng, n, models=models, metrics=len(WEIGHTS), apart=apart)
    columns = {}
    for metric, column in zip(WEIGHTS, drawn, strict=True):
        if metric in LOWER_IS_BETTER:
            turned = {model: {unit: -x for unit, x in row.items()} for model, row in column.influences.items()}
            column = Column("lower", {model: -(value or 0.0) for model, value in column.values.items()}, turned)
        columns[metric] = column
    found = ranking_score_estimates(columns)
    for model in range(models):
        one, place = found[str(model)], place_of(model, models, apart)
        if place:
            yield Drawn(6.0 * (model + 1) if apart else 3.0 * (models + 1), one.value, one.low, one.high, place)


def draw_ranks(rng: Rng, n: int, models: int, metrics: int, apart: float) -> Iterator[Drawn]:
    columns = columns_of(rng, n, models=models, metrics=metrics, apart=apart)
    ranges = column_ranks(columns[0]) if metrics == 1 else overall_ranks(columns)
    for model in range(models):
        place = place_of(model, models, apart)
        least, most = (models - model, models - model) if apart else (1, models)
        if place:
            yield Drawn(least, None, ranges[str(model)].best, ranges[str(model)].worst, place, most)


def draw_best(rng: Rng, n: int, models: int, metrics: int, apart: float) -> Iterator[Drawn]:
    """A page holds the truth if no model is called the best that is not."""
    named = clearly_best(columns_of(rng, n, models=models, metrics=metrics, apart=apart))
    wrong = any(best is not None and (apart == 0 or best != str(models - 1)) for best in named)
    yield Drawn(0.0, None, float(wrong), float(wrong))


def cases() -> Iterable[Case]:
    """All cases of this family."""
    for n in (20, 50):
        for apart in (0.0, 0.1, 0.3, 1.0):
            words = f"{apart:g} deviations apart" if apart else "all equal"
            draw = functools.partial(draw_win_rates, n=n, models=5, metrics=3, apart=apart)
            yield Case("win rates", f"5 models, 3 metrics, {words}", n, draw, effort=0.4)
            draw = functools.partial(draw_ranks, n=n, models=5, metrics=1, apart=apart)
            yield Case("ranges of ranks", f"one column, 5 models, {words}", n, draw, effort=0.4)
        for apart in (0.0, 0.3):
            words = f"{apart:g} deviations apart" if apart else "all equal"
            draw = functools.partial(draw_ranking_scores, n=n, models=5, apart=apart)
            yield Case("ranking scores (TISE)", f"5 models, {words}", n, draw, effort=0.2)
            draw = functools.partial(draw_ranks, n=n, models=5, metrics=3, apart=apart)
            yield Case("ranges of ranks", f"by win rate over 3 columns, 5 models, {words}", n, draw, effort=0.2)
            draw = functools.partial(draw_best, n=n, models=9, metrics=4, apart=apart)
            yield Case("pages that call no model best that is not", f"9 models, 4 columns, {words}", n, draw, 0.4)
        draw = functools.partial(draw_win_rates, n=n, models=5, metrics=3, apart=0.02, make=zero_one_columns)
        yield Case("win rates", "5 models, 3 metrics of 0/1 scores, shares 0.90 to 0.98", n, draw, effort=0.4)
    draw = functools.partial(draw_win_rates, n=50, models=10, metrics=5, apart=0.1)
    yield Case("win rates", "10 models, 5 metrics, 0.1 deviations apart", 50, draw, effort=0.1)
