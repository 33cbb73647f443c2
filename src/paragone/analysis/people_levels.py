"""Each metric beside people at three levels: single images, prompts (means over models' images), whole models."""

from collections.abc import Iterator
from typing import Any

import polars as pl

from paragone.analysis.scores import RunScores
from paragone.core.cells import Cell
from paragone.core.types import Estimate
from paragone.stats.raters.beside import beside

LEVELS = {"image": ["model", "prompt_id", "seed"], "prompt": ["prompt_id"], "model": ["model"]}
Row = dict[str, Any]


def store_people_levels(scores: RunScores, ratings: pl.DataFrame) -> None:
    """Make the table `people_levels` anew; metrics that point down are turned round, so 1 is always agreement."""
    asked_people = [name for name, metric in scores.metrics.items() if metric.get("use") == "human"]
    rows = [
        row
        for cell in scores.cells
        if cell.metric not in asked_people
        for row in _rows(scores, cell, ratings.filter(pl.col("scenario") == cell.scenario))
    ]
    scores.folder.table("people_levels").replace(rows)


def _rows(scores: RunScores, cell: Cell, ratings: pl.DataFrame) -> Iterator[Row]:
    frame = scores.frame(cell).drop_nulls("value")
    if ratings.is_empty() or frame.is_empty() or frame["seed"].null_count():
        return
    wanted = scores.settings["level"]
    sign = -1.0 if scores.metrics[cell.metric].get("direction") == "lower" else 1.0
    for (question,), answers in ratings.group_by("question", maintain_order=True):
        judged = answers.group_by(LEVELS["image"]).agg(pl.col("value").mean().alias("people"))
        both = frame.join(judged, on=LEVELS["image"]).sort(LEVELS["image"])
        for level, unit in LEVELS.items():
            means = both.group_by(unit, maintain_order=True).agg(pl.col("value", "people").mean())
            # Images of one prompt are drawn together; of means over prompts or models each stands for itself.
            units = means["prompt_id"].to_list() if level == "image" else None
            found = beside([sign * one for one in means["value"]], means["people"].to_list(), units=units, level=wanted)
            row = {"scenario": cell.scenario, "metric": cell.metric, "question": str(question), "level": level}
            yield row | {"n": len(means)} | {key: end for name in found for key, end in _ends(name, found[name])}


def _ends(name: str, found: Estimate) -> list[tuple[str, float | None]]:
    return [(name, found.value), (f"{name}_low", found.low), (f"{name}_high", found.high)]
