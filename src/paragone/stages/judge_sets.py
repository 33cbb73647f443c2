"""Judge whole sets: all images of a model on a scenario together, often against the real ones."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from paragone.core.components import SetMetric
from paragone.core.errors import BadInput
from paragone.core.keys import key_of, key_of_texts
from paragone.core.types import Cohort, Prompt, SetScore
from paragone.stages.judge import within_bounds
from paragone.stages.loop import Watch
from paragone.stages.planning.prepared import REFERENCE, Prepared
from paragone.stages.samples import different_images
from paragone.stages.views import Viewer
from paragone.store.folder import RunFolder


def set_score_key(
    prepared: Prepared, metric: str, model: str, scenario: str, some: Sequence[Prompt] | None = None
) -> str:
    """The key of a set metric's score: both sides' samples, what is read of the prompts, and the seed of its chance.

    The set is all prompts that the metric is asked about, or `some` of them.
    """
    made = prepared.metrics[metric]
    asked = prepared.asked(metric, scenario) if some is None else some
    drawn = [key for prompt in asked for key in prepared.sample_keys(model, scenario, prompt)]
    read = [prepared.score_key_reads(metric, scenario, prompt) for prompt in asked]
    real = _real_keys(prepared, metric, scenario, asked)
    units = prepared.scenarios[scenario].units
    shared = sorted((prompt.id, units[prompt.id]) for prompt in asked if prompt.id in units)
    return key_of("judge", made.identity, drawn, read, real, prepared.plan.estimate.seed, *filter(None, [shared]))


def _real_keys(prepared: Prepared, metric: str, scenario: str, asked: Sequence[Prompt]) -> list[str]:
    real = prepared.real
    if not prepared.needs_real(metric) or real is None:
        return []
    if real.statistics is not None:
        return [real.identity]
    place, prompts = (REFERENCE, real.own.prompts) if real.own else (scenario, asked)
    return [key for prompt in prompts for key in prepared.sample_keys(real.model, place, prompt)]


def judge_sets(prepared: Prepared, folder: RunFolder, watch: Watch) -> None:
    """Give every set score that the plan wants and the folder lacks, each stored at once."""
    table = folder.table("scores")
    stored = table.keys()
    for label, made in prepared.metrics.items():
        metric = made.instance
        if metric.kind != "set":
            continue
        for scenario in prepared.scenarios:
            if not prepared.asked(label, scenario):
                continue
            keys = {model: set_score_key(prepared, label, model, scenario) for model in prepared.models}
            missing = [model for model, key in keys.items() if key not in stored]
            if not missing:
                continue
            watch.begin(f"judge {label} on {scenario}", len(keys), len(keys) - len(missing))
            for model in missing:
                if watch.stopped():
                    return
                found, drawn = judge_set(prepared, folder, label, (model, scenario), prepared.asked(label, scenario))
                cell = {"model": model, "scenario": scenario, "metric": label, "metric_key": made.identity}
                images = different_images(prepared, folder, model, scenario)
                _store(folder, cell, keys[model], found, drawn, images)
                watch.advance(1)


def _store(
    folder: RunFolder, cell: dict[str, Any], key: str, found: SetScore, drawn: Cohort, different: int | None
) -> None:
    """Influences and single images first: the set's own row says that all of it is there."""
    if found.influences:
        units, values = list(found.influences), [float(value) for value in found.influences.values()]
        degrees = None if math.isinf(found.degrees) else found.degrees
        images = None if found.scores is None or found.is_crossed else min(found.n, different or found.n)
        row = {"key": key, "units": units, "values": values, "degrees": degrees, "images": images}
        folder.table("influences").append([cell | row])
    table = folder.table("scores")
    if found.scores is not None:
        rows = zip(drawn.prompts, drawn.seeds, found.scores, strict=True)
        table.append(
            [
                cell
                | {"key": key_of_texts("image", key, prompt.id, str(seed)), "prompt_id": prompt.id, "seed": seed}
                | {"value": score.value, "reason": score.reason}
                for prompt, seed, score in rows
            ]
        )
    own = {"value": found.value, "n": found.n, "missing": found.missing, "method": found.method}
    table.append([cell | {"key": key, "reason": found.reason, "spread": found.spread} | own])


def judge_set(
    prepared: Prepared, folder: RunFolder, label: str, place: tuple[str, str], asked: Sequence[Prompt]
) -> tuple[SetScore, Cohort]:
    """A metric's score of what a model drew on a scenario for these prompts, and the drawings."""
    metric = prepared.metrics[label].instance
    assert metric.kind == "set"
    model, scenario = place
    viewer = Viewer(prepared, folder, metric.needs)
    drawn = viewer.cohort(model, scenario, asked, metric)
    real = viewer.real_cohort(scenario, asked, metric) if metric.needs_real else None
    reason = _hindrance(drawn, real, metric)
    if reason:
        return SetScore(None, 0, drawn.missing, reason=reason), drawn
    # Seeded by the metric alone: the same images give the same number, whatever the model is called.
    rng = np.random.default_rng([prepared.plan.estimate.seed, int(prepared.metrics[label].identity[:16], 16)])
    units = prepared.scenarios[scenario].units
    try:
        found = metric.judge(in_units(drawn, units), in_units(real, units) if real else None, rng)
    except BadInput as error:  # features that hold no number, or too few: this metric's loss, not the run's
        return SetScore(None, 0, drawn.missing, reason=str(error)), drawn
    within_bounds(label, metric, found.value)
    return found, drawn


def in_units(cohort: Cohort, units: Mapping[str, str]) -> Cohort:
    """The cohort, each row named by its unit of chance: a set metric takes rows of one name for those of one prompt."""
    if not any(prompt.id in units for prompt in cohort.prompts):
        return cohort
    named = (replace(prompt, id=units.get(prompt.id, prompt.id)) for prompt in cohort.prompts)
    return replace(cohort, prompts=tuple(named), ids=tuple(prompt.id for prompt in cohort.prompts))


def _hindrance(drawn: Cohort, real: Cohort | None, metric: SetMetric) -> str:
    """Why a set cannot be judged; '' if it can."""
    if not drawn.prompts:
        return "there is no drawn image to judge"
    if real is not None and real.statistics is not None:
        return "" if metric.takes_statistics else "needs the real images themselves, not a file of statistics"
    return "there is no real image to judge" if real is not None and not real.prompts else ""
