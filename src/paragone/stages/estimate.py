"""Estimate: from scores to values with intervals, and from those to ranks."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from paragone.core.cells import Cell
from paragone.core.keys import key_of
from paragone.core.types import Estimate
from paragone.stages.judge import score_keys
from paragone.stages.judge_sets import set_score_key
from paragone.stages.loop import Watch
from paragone.stages.prepared import Prepared
from paragone.stages.protocol import protocol_key, protocol_of
from paragone.stages.ranks import Cells, rank_rows
from paragone.stats.estimate import estimate_mean
from paragone.stats.influences import Influenced, interval_of
from paragone.store.folder import RunFolder
from paragone.store.lookup import Lookup

FIELDS = ("value", "low", "high", "n", "missing", "method", "reason")
STORED = ("value", "n", "missing", "method", "reason", "spread")
PromptScores = list[list[float | None]]  # per prompt, the scores of its images; None is missing


class Estimated(NamedTuple):
    """A number of one model, and what it is made of: scores by prompt, or influences by unit."""

    estimate: Estimate
    level: float | None
    scores: Mapping[str, list[float | None]] | None = None  # by prompt id
    influenced: Influenced | None = None


class Stored(NamedTuple):
    """The tables that estimates are made from."""

    scores: Lookup
    influences: Lookup


def estimate(prepared: Prepared, folder: RunFolder, watch: Watch) -> None:
    """Make the tables `estimates` and `ranks` anew from the scores that the plan wants."""
    places = [(metric, scenario) for scenario in prepared.scenarios for metric in prepared.metrics_on(scenario)]
    watch.begin("estimate", len(prepared.models) * len(places))
    stored = Stored(
        Lookup(folder.table("scores"), STORED), Lookup(folder.table("influences"), ["units", "values", "degrees"])
    )
    rows: list[dict[str, Any]] = []
    cells: Cells = {}
    for metric, scenario in places:
        found = {model: _cell(prepared, stored, metric, model, scenario) for model in prepared.models}
        rows += [_row(prepared, metric, model, scenario, one) for model, one in found.items()]
        cells[Cell(scenario, metric)] = {
            model: (one.estimate, one.scores, one.influenced) for model, one in found.items()
        }
        watch.advance(len(found))
    folder.table("estimates").replace(rows)
    folder.table("ranks").replace(rank_rows(prepared, cells))


def _cell(prepared: Prepared, stored: Stored, metric: str, model: str, scenario: str) -> Estimated:
    instance, settings = prepared.metrics[metric].instance, prepared.plan.estimate
    if instance.kind == "set":
        return _set_cell(prepared, stored, metric, model, scenario)
    scores = prompt_scores(prepared, stored.scores, metric, model, scenario)
    found = estimate_mean(
        list(scores.values()),
        rng=chance(prepared, metric, scenario),
        binary=instance.binary,
        level=settings.level,
        resamples=settings.resamples,
        bounds=instance.bounds,
    )
    return Estimated(found, settings.level if found.low is not None else None, scores)


def chance(prepared: Prepared, metric: str, scenario: str) -> np.random.Generator:
    """Seeded by metric and prompts: a number depends neither on a model's name nor on other cells of the plan."""
    ids = [prompt.id for prompt in prepared.asked(metric, scenario)]
    return np.random.default_rng(
        [prepared.plan.estimate.seed, int(key_of(prepared.metrics[metric].identity, ids)[:16], 16)]
    )


def prompt_scores(
    prepared: Prepared, stored: Lookup, metric: str, model: str, scenario: str
) -> dict[str, list[float | None]]:
    """For each prompt that the metric is asked about the scores of its images, or its one score."""
    return {
        prompt.id: [stored.value(key, "value") for key in score_keys(prepared, metric, model, scenario, prompt)]
        for prompt in prepared.asked(metric, scenario)
    }


def _set_cell(prepared: Prepared, stored: Stored, metric: str, model: str, scenario: str) -> Estimated:
    """The stored value with an interval at the plan's level, or with its source's own plus-minus, which is none."""
    key = set_score_key(prepared, metric, model, scenario)
    row = {name: stored.scores.value(key, name) for name in STORED}
    spread, value = row.pop("spread"), row["value"]
    found = stored.influences.find(key)
    if value is not None and spread is not None:
        return Estimated(Estimate(low=value - spread, high=value + spread, **row), None)
    if value is None or found is None:
        return Estimated(Estimate(low=None, high=None, **row), None)
    units, values, degrees = (found.columns[name][found.place] for name in ("units", "values", "degrees"))
    influences = dict(zip(units, values, strict=True))
    influenced = Influenced(value, influences, degrees or np.inf, row["n"])
    level = prepared.plan.estimate.level
    low, high = interval_of(influenced, level=level, bounds=prepared.metrics[metric].instance.bounds)
    return Estimated(Estimate(low=low, high=high, **row), level, None, influenced)


def _row(prepared: Prepared, metric: str, model: str, scenario: str, found: Estimated) -> dict[str, Any]:
    cell = {"model": model, "scenario": scenario, "metric": metric, "group": "", "level": found.level}
    protocol = protocol_key(protocol_of(prepared, scenario, metric))
    direction = prepared.metrics[metric].instance.direction
    fields = {name: getattr(found.estimate, name) for name in FIELDS}
    return cell | {"protocol": protocol, "direction": direction} | fields
