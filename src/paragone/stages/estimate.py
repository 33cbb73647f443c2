"""Estimate: from scores to values with intervals, and from those to ranks."""

from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from paragone.core.cells import Cell
from paragone.core.keys import key_of
from paragone.core.types import Estimate
from paragone.stages.averages import average_rows, marked
from paragone.stages.judge_sets import set_score_key
from paragone.stages.loop import Watch
from paragone.stages.planning.prepared import Prepared
from paragone.stages.protocol import protocol_key, protocol_of
from paragone.stages.ranks import FIELDS, Foreign, Number, clear_winners, contest_of, mean_of, rank_rows
from paragone.stages.samples import different_images
from paragone.stages.scores import prompt_scores
from paragone.stats.estimate import estimate_mean
from paragone.stats.influences import Influenced, interval_of
from paragone.store.folder import RunFolder
from paragone.store.lookup import Lookup

INFLUENCES = ("units", "values", "degrees", "images")
STORED = ("value", "n", "missing", "method", "reason", "spread")
LOOKED_UP = {"scores": STORED, "influences": INFLUENCES}


class Estimated(NamedTuple):
    """A number of one model and the level of its interval; None where it has none."""

    number: Number
    level: float | None


class Stored(NamedTuple):
    """The tables that estimates of whole sets are made from."""

    scores: Lookup
    influences: Lookup


def estimate(prepared: Prepared, folder: RunFolder, watch: Watch, foreign: Foreign = MappingProxyType({})) -> None:
    """Make the tables `estimates` and `ranks` anew from the scores that the plan wants; `foreign` is not ranked."""
    places = [(metric, scenario) for scenario in prepared.scenarios for metric in prepared.metrics_on(scenario)]
    watch.begin("estimate", len(prepared.models) * len(places))
    found: dict[Cell, dict[str, Estimated]] = {}
    stored: Stored | None = None
    for metric, scenario in places:
        cell = Cell(scenario, metric)
        if prepared.metrics[metric].instance.kind == "set":
            stored = stored or Stored(*(Lookup(folder.table(name), kept) for name, kept in LOOKED_UP.items()))
            found[cell] = {model: _set_cell(prepared, stored, metric, model, scenario) for model in prepared.models}
        else:
            found[cell] = {model: _cell(prepared, folder, cell, model) for model in prepared.models}
        watch.advance(len(found[cell]))
    numbers = {cell: {model: one.number for model, one in models.items()} for cell, models in found.items()}
    contest = contest_of(prepared, numbers, foreign)
    winners = clear_winners(contest)
    folder.table("estimates").replace(
        [
            marked(shared | _row(model, one, is_clear=winners.get(cell) == model), foreign)
            for cell, models in found.items()
            for shared in [_shared(prepared, cell)]
            for model, one in models.items()
        ]
    )
    folder.table("averages").replace(average_rows(prepared, numbers, foreign))
    folder.table("ranks").replace(rank_rows(contest))


def _cell(prepared: Prepared, folder: RunFolder, cell: Cell, model: str) -> Estimated:
    instance, settings = prepared.metrics[cell.metric].instance, prepared.plan.estimate
    scores = prompt_scores(prepared, folder, cell, model)
    units = prepared.scenarios[cell.scenario].units
    found = estimate_mean(
        list(scores.values()),
        rng=chance(prepared, cell.metric, cell.scenario),
        binary=instance.binary,
        level=settings.level,
        resamples=settings.resamples,
        bounds=instance.bounds,
        units=[units.get(prompt, prompt) for prompt in scores],
        images=different_images(prepared, folder, model, cell.scenario) if instance.binary else None,
    )
    means = {prompt: mean_of(few) for prompt, few in scores.items()}
    return Estimated(Number(found, means, units=units), settings.level if found.low is not None else None)


def chance(prepared: Prepared, metric: str, scenario: str) -> np.random.Generator:
    """Seeded by metric and prompts, whatever their order: nor does a model's name or another cell of the plan count."""
    units = prepared.scenarios[scenario].units
    ids = sorted({units.get(prompt.id, prompt.id) for prompt in prepared.asked(metric, scenario)})
    return np.random.default_rng(
        [prepared.plan.estimate.seed, int(key_of(prepared.metrics[metric].identity, ids)[:16], 16)]
    )


def _set_cell(prepared: Prepared, stored: Stored, metric: str, model: str, scenario: str) -> Estimated:
    """The stored value with an interval at the plan's level, or with its source's own plus-minus, which is none."""
    key = set_score_key(prepared, metric, model, scenario)
    row = {name: stored.scores.value(key, name) for name in STORED}
    spread, value = row.pop("spread"), row["value"]
    found = stored.influences.find(key)
    if value is not None and spread is not None:
        return Estimated(Number(Estimate(low=value - spread, high=value + spread, **row)), None)
    if value is None or found is None:
        return Estimated(Number(Estimate(low=None, high=None, **row)), None)
    units, values, degrees, images = (found.columns[name][found.place] for name in INFLUENCES)
    influences = dict(zip(units, values, strict=True))
    made = prepared.metrics[metric].instance
    is_squared = made.kind == "set" and made.is_squared
    influenced = Influenced(value, influences, degrees or np.inf, row["n"], images, is_squared)
    level = prepared.plan.estimate.level
    low, high = interval_of(influenced, level=level, bounds=made.bounds)
    return Estimated(Number(Estimate(low=low, high=high, **row), influenced=influenced), level)


def _shared(prepared: Prepared, cell: Cell) -> dict[str, Any]:
    """What the rows of one cell have in common."""
    protocol = protocol_key(protocol_of(prepared, cell.scenario, cell.metric))
    direction = prepared.metrics[cell.metric].instance.direction
    named = {"scenario": cell.scenario, "metric": cell.metric, "group": ""}
    return named | {"protocol": protocol, "direction": direction}


def _row(model: str, found: Estimated, *, is_clear: bool) -> dict[str, Any]:
    fields = {name: getattr(found.number.estimate, name) for name in FIELDS}
    return {"model": model, "level": found.level, "is_clear": is_clear} | fields
