"""Estimate: from scores to values with intervals, and from those to ranks."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from paragone.core.keys import key_of
from paragone.core.types import Estimate
from paragone.stages.aspects import columns_by_aspect
from paragone.stages.judge import score_keys
from paragone.stages.judge_sets import set_score_key
from paragone.stages.loop import Watch
from paragone.stages.prepare import Prepared
from paragone.stages.protocol import protocol_key, protocol_of
from paragone.stages.roles import rivals_of
from paragone.stats.columns import Column, influences_of_mean
from paragone.stats.estimate import estimate_mean
from paragone.stats.rank import WEIGHTS
from paragone.stats.rank_intervals import ranking_score_estimates, win_rate_estimates
from paragone.store.folder import RunFolder
from paragone.store.lookup import Lookup

FIELDS = ("value", "low", "high", "n", "missing", "method", "reason")
PromptScores = list[list[float | None]]  # per prompt, the scores of its images; None is missing


def estimate(prepared: Prepared, folder: RunFolder, watch: Watch) -> None:
    """Make the tables `estimates` and `ranks` anew from the scores that the plan wants."""
    places = [
        (metric, scenario)
        for metric in prepared.metrics
        for scenario in prepared.scenarios
        if metric in prepared.metrics_on(scenario)
    ]
    watch.begin("estimate", len(prepared.models) * len(places))
    rows: list[dict[str, Any]] = []
    columns: dict[tuple[str, str], Column] = {}  # (metric, scenario)
    stored = Lookup(folder.table("scores"), FIELDS)
    for metric, scenario in places:
        values: dict[str, float | None] = {}
        influences: dict[str, dict[str, float]] = {}
        for model in prepared.models:
            told, result = _cell(prepared, stored, metric, model, scenario)
            rows.append(_row(prepared, metric, model, scenario, result))
            values[model] = result.value
            if told is not None:
                prompts = prepared.scenarios[scenario].prompts
                means = {prompt.id: _mean(few) for prompt, few in zip(prompts, told, strict=True)}
                influences[model] = influences_of_mean(means)
            watch.advance(1)
        part = prepared.metrics[metric].part
        if part.direction is not None:
            columns[metric, scenario] = Column(part.direction, values, influences, is_binary=part.binary)
    folder.table("estimates").replace(rows)
    folder.table("ranks").replace(_ranks(prepared, columns))


def _cell(
    prepared: Prepared, stored: Lookup, metric: str, model: str, scenario: str
) -> tuple[PromptScores | None, Estimate]:
    part = prepared.metrics[metric].part
    if part.kind == "set":
        return None, _stored_estimate(prepared, stored, metric, model, scenario)
    scores = prompt_scores(prepared, stored, metric, model, scenario)
    settings = prepared.plan.estimate
    # Seeded by the column: a number depends neither on which other cells the plan has nor on what the model is called.
    rng = np.random.default_rng([settings.seed, int(key_of(metric, scenario)[:16], 16)])
    result = estimate_mean(
        scores, rng=rng, binary=part.binary, level=settings.level, resamples=settings.resamples, bounds=part.bounds
    )
    return scores, result


def prompt_scores(prepared: Prepared, stored: Lookup, metric: str, model: str, scenario: str) -> PromptScores:
    """For each prompt of the scenario the scores of its images, or its one score."""
    scores: PromptScores = []
    for prompt in prepared.scenarios[scenario].prompts:
        samples = [prepared.sample_key(model, scenario, prompt, seed) for seed in prepared.plan.seeds]
        scores.append([stored.value(key, "value") for key in score_keys(prepared, metric, samples)])
    return scores


def _stored_estimate(prepared: Prepared, stored: Lookup, metric: str, model: str, scenario: str) -> Estimate:
    key = set_score_key(prepared, metric, model, scenario)
    return Estimate(**{name: stored.value(key, name) for name in FIELDS})


def _row(prepared: Prepared, metric: str, model: str, scenario: str, result: Estimate) -> dict[str, Any]:
    place = {"model": model, "scenario": scenario, "metric": metric}
    protocol = protocol_key(protocol_of(prepared, scenario, metric))
    direction = prepared.metrics[metric].part.direction
    return place | {"protocol": protocol, "direction": direction} | {name: getattr(result, name) for name in FIELDS}


def _ranks(prepared: Prepared, columns: Mapping[tuple[str, str], Column]) -> list[dict[str, Any]]:
    settings = prepared.plan.estimate
    rivals = rivals_of({label: made.spec.use for label, made in prepared.models.items()})
    groups = {"win_rate": list(columns)} | {
        f"win_rate for {aspect}": [place for place in places if place in columns]
        for aspect, places in columns_by_aspect(prepared).items()
    }
    found: dict[str, dict[str, Estimate]] = {
        ranking: win_rate_estimates([columns[place] for place in places], rivals=rivals, level=settings.level)
        for ranking, places in groups.items()
    }
    for scenario in prepared.scenarios:
        nine = {metric: columns[metric, scenario] for metric in WEIGHTS if (metric, scenario) in columns}
        if len(nine) == len(WEIGHTS) and _is_complete(nine):
            found[f"ranking_score on {scenario}"] = ranking_score_estimates(nine, level=settings.level)
    return [
        {"model": model, "ranking": ranking} | {name: getattr(result, name) for name in FIELDS}
        for ranking, estimates in found.items()
        for model, result in estimates.items()
    ]


def _is_complete(columns: Mapping[str, Column]) -> bool:
    return all(value is not None for column in columns.values() for value in column.values.values())


def _mean(scores: list[float | None]) -> float:
    there = [score for score in scores if score is not None]
    return sum(there) / len(there) if there else np.nan
