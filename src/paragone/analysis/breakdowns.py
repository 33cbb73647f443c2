"""Means by groups of prompts, as rows of `estimates` with their group: by category, colour, count, relation ..."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from paragone.analysis.groups import Groups, group_name, groups_of
from paragone.analysis.scores import RunScores, by_prompt, digest
from paragone.core.cells import Cell
from paragone.core.keys import key_of
from paragone.core.types import Estimate
from paragone.stats.estimate import estimate_mean

PART = "groups"  # beside the part that holds the estimates of the whole
VERSION = "1"  # of how a group is estimated
FIELDS = ("value", "low", "high", "n", "missing", "method", "reason")
Row = dict[str, Any]


def store_breakdowns(scores: RunScores) -> None:
    """Make the rows of groups anew where what they rest on has changed."""
    table = scores.folder.table("estimates")
    known: dict[str, list[Row]] = {}
    for row in table.read(where=pl.col("group") != "").to_dicts():
        known.setdefault(row["key"], []).append(row)
    rows: list[Row] = []
    for scenario in scores.manifest["scenarios"]:
        groups = groups_of(_prompts(scores, scenario))
        for cell in (cell for cell in scores.cells if cell.scenario == scenario and groups):
            rows += _rows(scores, cell, groups, known)
    table.replace(rows, part=PART)


def _prompts(scores: RunScores, scenario: str) -> Iterator[tuple[str, str, str]]:
    columns = ["prompt_id", "tags", "expect"]
    found = scores.folder.table("prompts").read(columns, where=pl.col("scenario") == scenario)
    return found.sort("prompt_id").iter_rows()


def _rows(scores: RunScores, cell: Cell, groups: Groups, known: Mapping[str, list[Row]]) -> Iterator[Row]:
    metric = scores.metrics[cell.metric]
    about = [VERSION, *cell, dict(scores.settings), metric["identity"], metric["binary"], metric.get("bounds")]
    units = scores.units(cell.scenario)
    shape = key_of(*about, {tag: dict(values) for tag, values in groups.items()}, *filter(None, [dict(units)]))
    for model, frame in scores.by_model(cell).items():
        whole = scores.cells[cell].get(model)
        if whole is None:
            continue
        key = key_of(shape, model, whole["protocol"], digest(frame))
        yield from known.get(key) or [
            {name: whole[name] for name in ("model", "scenario", "metric", "protocol", "direction")}
            | {"group": group, "key": key}
            | {name: getattr(found, name) for name in FIELDS}
            for group, found in _estimates(scores, cell, model, groups).items()
        ]


def _estimates(scores: RunScores, cell: Cell, model: str, groups: Groups) -> dict[str, Estimate]:
    mine = by_prompt(scores.by_model(cell)[model])
    made: dict[Sequence[str], Estimate] = {}  # two tags may sort the prompts alike
    found = {}
    for tag, values in groups.items():
        for value, prompts in values.items():
            if prompts not in made:
                few = {name: mine.get(name, [None]) for name in sorted(prompts)}
                made[prompts] = _estimate(scores, cell, few, scores.images(cell.scenario).get(model, {}))
            found[group_name(tag, value)] = made[prompts]
    return found


def _estimate(
    scores: RunScores, cell: Cell, mine: Mapping[str, list[float | None]], images: Mapping[str, set[str]]
) -> Estimate:
    metric, settings = scores.metrics[cell.metric], scores.settings
    low, high = metric.get("bounds") or (None, None)
    # Seeded by the group's own prompts: a number depends neither on other groups nor on what a model is called.
    units = {name: scores.units(cell.scenario).get(name, name) for name in mine}
    names = sorted(set(units.values()))
    rng = np.random.default_rng([settings["seed"], int(key_of(*cell, names)[:16], 16)])
    return estimate_mean(
        list(mine.values()),
        rng=rng,
        binary=metric["binary"],
        level=settings["level"],
        resamples=settings["resamples"],
        bounds=(-math.inf if low is None else low, math.inf if high is None else high),
        units=list(units.values()),
        images=len({(units[name], image) for name in mine for image in images.get(name, ())}) or None,
    )
