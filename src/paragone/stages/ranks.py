"""Ranks over models from their numbers: every ranking of the catalogue that the plan's columns allow."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from paragone.core.cells import Cell
from paragone.core.types import Estimate
from paragone.stages.aspects import columns_by_aspect
from paragone.stages.prepared import Prepared
from paragone.stages.roles import rivals_of
from paragone.stats.influences import Influenced
from paragone.stats.rank import WEIGHTS
from paragone.stats.rank_intervals import Column, ranking_score_estimates, win_rate_estimates

Number: TypeAlias = tuple[Estimate, Mapping[str, list[float | None]] | None, Influenced | None]
Cells: TypeAlias = dict[Cell, dict[str, Number]]  # -> model -> its number and what it is made of


def rank_rows(prepared: Prepared, cells: Cells) -> list[dict[str, Any]]:
    """Rows of the table `ranks`."""
    settings = prepared.plan.estimate
    columns = {
        place: _column(prepared, place, cell) for place, cell in cells.items() if _has_direction(prepared, place)
    }
    rivals = rivals_of({label: made.instance.role for label, made in prepared.models.items()})
    groups = {"win_rate": list(columns)} | {
        f"win_rate for {aspect}": [place for place in places if place in columns]
        for aspect, places in columns_by_aspect(prepared).items()
    }
    found: dict[str, dict[str, Estimate]] = {
        ranking: win_rate_estimates(
            [columns[place] for place in places],
            rng=np.random.default_rng([settings.seed, 1]),
            rivals=rivals,
            level=settings.level,
            resamples=settings.resamples,
        )
        for ranking, places in groups.items()
    }
    for scenario in prepared.scenarios:
        nine = {metric: columns[Cell(scenario, metric)] for metric in WEIGHTS if Cell(scenario, metric) in columns}
        if len(nine) == len(WEIGHTS) and _is_complete(nine):
            rng = np.random.default_rng([settings.seed, 2])
            found[f"ranking_score on {scenario}"] = ranking_score_estimates(
                nine, rng=rng, level=settings.level, resamples=settings.resamples
            )
    fields = ("value", "low", "high", "n", "missing", "method", "reason")
    return [
        {"model": model, "ranking": ranking} | {name: getattr(result, name) for name in fields}
        for ranking, estimates in found.items()
        for model, result in estimates.items()
    ]


def _has_direction(prepared: Prepared, place: Cell) -> bool:
    return prepared.metrics[place.metric].instance.direction is not None


def _column(prepared: Prepared, place: Cell, cells: Mapping[str, Number]) -> Column:
    direction = prepared.metrics[place.metric].instance.direction
    assert direction is not None
    scores = {
        model: np.array([_mean(few) for few in by_prompt.values()])
        for model, (_, by_prompt, _) in cells.items()
        if by_prompt is not None
    }
    values = {model: found.value for model, (found, by_prompt, _) in cells.items() if by_prompt is None}
    return Column(direction, scores, values, place.scenario)


def _is_complete(columns: Mapping[str, Column]) -> bool:
    return all(value is not None for column in columns.values() for value in column.values().values())


def _mean(scores: list[float | None]) -> float:
    there = [score for score in scores if score is not None]
    return sum(there) / len(there) if there else np.nan
