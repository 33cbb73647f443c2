"""What drawing took, for any run: seconds against parameters, rate, price and energy, from the stored samples."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from paragone.core.catalogue import make
from paragone.core.components import Metric
from paragone.core.errors import StoreError
from paragone.core.keys import key_of
from paragone.core.types import Estimate, Prompt, Sample, Score, View
from paragone.models._speed import parameters_of
from paragone.stages.samples import COLUMNS
from paragone.stats.estimate import estimate_mean
from paragone.store.folder import RunFolder

METRICS = ("runtime", "denoised_runtime", "images_per_second", "cost_per_image", "energy_per_image")


class Efficiency(NamedTuple):
    """One model on one scenario."""

    model: str
    scenario: str
    parameters: int | None  # as its networks were counted, else as the registry knows; None: unknown
    peak_memory_mib: int | None
    memory_of: str  # GPU or process
    estimates: Mapping[str, Estimate]  # by metric


def efficiency(folder: RunFolder) -> list[Efficiency]:
    """Every model on every scenario of a run, smallest model first; those of unknown size come last."""
    manifest = folder.read_manifest()
    found = []
    for label, told in manifest["models"].items():
        for scenario in manifest["scenarios"]:
            views = _views(folder, label, scenario)
            if not views:
                continue
            details = [view.sample.details for views_of_prompt in views for view in views_of_prompt]
            peaks = [int(str(one["peak_memory_mib"])) for one in details if "peak_memory_mib" in one]
            size = _counted(details) or parameters_of(told["use"], told["options"])
            kinds = {str(one["memory_of"]) for one in details if "memory_of" in one}
            estimates = {name: _estimate(manifest["plan"], views, name) for name in METRICS}
            peak = max(peaks, default=None)
            found.append(Efficiency(label, scenario, size, peak, " and ".join(sorted(kinds)), estimates))
    if not found:
        raise StoreError(f"{folder} has no drawings yet; run its plan first")
    return sorted(found, key=lambda one: (one.scenario, one.parameters is None, one.parameters or 0))


def _views(folder: RunFolder, model: str, scenario: str) -> list[list[View]]:
    where = (pl.col("model") == model) & (pl.col("scenario") == scenario)
    by_prompt: dict[str, list[View]] = {}
    for row in folder.table("samples").read(list(COLUMNS), where=where).sort("prompt_id", "seed").iter_rows(named=True):
        sample = Sample(**row | {"details": json.loads(row["details"])})
        by_prompt.setdefault(sample.prompt_id, []).append(View(Prompt(sample.prompt_id, ""), sample))
    return list(by_prompt.values())


def _estimate(plan: Mapping[str, Any], views: list[list[View]], name: str) -> Estimate:
    """The metric's own scores, estimated as the plan estimates."""
    metric: Metric = make("metrics", name)
    told = _scores(metric, views)
    settings = plan["estimate"]
    first = views[0][0].sample
    rng = np.random.default_rng([settings["seed"], int(key_of(name, first.model, first.scenario)[:16], 16)])
    scores = [[score.value for score in few] for few in told]
    found = estimate_mean(
        scores, rng=rng, binary=False, level=settings["level"], resamples=settings["resamples"], bounds=metric.bounds
    )
    reasons = [score.reason for few in told for score in few if score.value is None]
    return found if found.value is not None or not reasons else _because(found, reasons[0])


def _scores(metric: Metric, views: list[list[View]]) -> list[list[Score]]:
    if metric.kind == "prompt":
        return [[metric.judge(few)] for few in views]
    assert metric.kind == "image"
    return [[metric.judge(view) for view in few] for few in views]


def _because(found: Estimate, reason: str) -> Estimate:
    return Estimate(None, None, None, found.n, found.missing, found.method, reason)


def _counted(details: list[Mapping[str, Any]]) -> int | None:
    """Parameters that the model itself counted."""
    settings = (one.get("settings") for one in details)
    counts = [told.get("parameters") for told in settings if isinstance(told, dict)]
    return next((count for count in counts if isinstance(count, int)), None)
