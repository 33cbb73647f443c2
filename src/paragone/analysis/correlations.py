"""How closely two metrics order the same prompts and models."""

import itertools
import math
from collections.abc import Iterator
from typing import Any

import polars as pl

from paragone.analysis.scores import RunScores
from paragone.core.cells import Cell


def store_correlations(scores: RunScores) -> None:
    """Make the table `correlations` anew."""
    rows: list[dict[str, Any]] = []
    for scenario in scores.manifest["scenarios"]:
        rows += _on(scores, scenario)
    scores.folder.table("correlations").replace(rows)


def _on(scores: RunScores, scenario: str) -> Iterator[dict[str, Any]]:
    frames = {cell.metric: _means(scores, cell) for cell in scores.cells if cell.scenario == scenario}
    there = {metric: frame for metric, frame in frames.items() if len(frame)}
    for one, other in itertools.combinations(there, 2):
        both = there[one].join(there[other], on=["model", "prompt_id"])
        rho = both.select(pl.corr("value", "value_right", method="spearman")).item() if len(both) > 2 else None
        if rho is not None and math.isfinite(rho):
            for metric, against in ((one, other), (other, one)):
                yield {"scenario": scenario, "metric": metric, "other": against, "value": rho, "n": len(both)}


def _means(scores: RunScores, cell: Cell) -> pl.DataFrame:
    means = scores.frame(cell).lazy().group_by("model", "prompt_id").agg(pl.col("value").mean())
    # In order: the last digit of a correlation hangs on it.
    return means.drop_nulls().sort("model", "prompt_id").collect()
