"""Ranks over models from their numbers: every ranking of the catalogue that the plan's columns allow."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from paragone.core.cells import Cell
from paragone.core.types import Estimate
from paragone.stages.aspects import columns_by_aspect
from paragone.stages.prepared import Prepared
from paragone.stages.roles import rivals_of
from paragone.stats.columns import Column, influences_of_mean
from paragone.stats.influences import Influenced
from paragone.stats.rank import WEIGHTS
from paragone.stats.rank_intervals import ranking_score_estimates, win_rate_estimates

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
        ranking: win_rate_estimates([columns[place] for place in places], rivals=rivals, level=settings.level)
        for ranking, places in groups.items()
    }
    for scenario in prepared.scenarios:
        nine = {metric: columns[Cell(scenario, metric)] for metric in WEIGHTS if Cell(scenario, metric) in columns}
        if len(nine) == len(WEIGHTS) and _is_complete(nine):
            found[f"ranking_score on {scenario}"] = ranking_score_estimates(nine, level=settings.level)
    fields = ("value", "low", "high", "n", "missing", "method", "reason")
    return [
        {"model": model, "ranking": ranking} | {name: getattr(result, name) for name in fields}
        for ranking, estimates in found.items()
        for model, result in estimates.items()
    ]


def _has_direction(prepared: Prepared, place: Cell) -> bool:
    return prepared.metrics[place.metric].instance.direction is not None


def _column(prepared: Prepared, place: Cell, numbers: Mapping[str, Number]) -> Column:
    """One metric on one scenario: every model's value, and what each prompt contributed to its error."""
    metric = prepared.metrics[place.metric].instance
    assert metric.direction is not None
    influences: dict[str, Mapping[str, float]] = {}
    for model, (_, by_prompt, influenced) in numbers.items():
        if by_prompt is not None:
            influences[model] = influences_of_mean({id: _mean(few) for id, few in by_prompt.items()})
        elif influenced is not None:
            influences[model] = influenced.influences
    values = {model: found.value for model, (found, _, _) in numbers.items()}
    return Column(metric.direction, values, influences, is_binary=metric.binary)


def _is_complete(columns: Mapping[str, Column]) -> bool:
    return all(value is not None for column in columns.values() for value in column.values.values())


def _mean(scores: list[float | None]) -> float:
    there = [score for score in scores if score is not None]
    return sum(there) / len(there) if there else np.nan
