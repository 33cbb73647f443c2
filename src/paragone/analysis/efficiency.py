"""What drawing took, for any run: seconds against parameters, rate, price and energy, from the stored samples."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from paragone.analysis.scores import units_in
from paragone.analysis.speed import parameters_of
from paragone.core.catalogue import make
from paragone.core.components import Metric
from paragone.core.errors import StoreError
from paragone.core.keys import key_of, key_of_texts
from paragone.core.types import Estimate, Prompt, Sample, Score, View
from paragone.stats.estimate import estimate_mean
from paragone.store.folder import RunFolder

METRICS = ("runtime", "denoised_runtime", "images_per_second", "cost_per_image", "energy_per_image")
VERSION = "1"  # of how the numbers are made
SAMPLE = ("key", "model", "scenario", "prompt_id", "seed", "image", "outcome", "reason", "seconds", "details")
FIELDS = ("value", "low", "high", "n", "missing", "method", "reason")


class Efficiency(NamedTuple):
    """One model on one scenario."""

    model: str
    scenario: str
    parameters: int | None  # as its networks were counted, else as the registry knows; None: unknown
    peak_memory_mib: int | None
    memory_of: str  # GPU or process
    estimates: Mapping[str, Estimate]  # by metric


def store_efficiency(folder: RunFolder) -> None:
    """Make the table `efficiency` anew for the models and scenarios whose drawings have changed."""
    manifest, table = folder.read_manifest(), folder.table("efficiency")
    known: dict[str, list[dict[str, Any]]] = {}
    for row in table.read().to_dicts():
        known.setdefault(row["key"], []).append(row)
    rows: list[dict[str, Any]] = []
    for label, model in manifest["models"].items():
        for scenario in manifest["scenarios"]:
            where = (pl.col("model") == label) & (pl.col("scenario") == scenario)
            samples = folder.table("samples").read(list(SAMPLE), where=where).sort("prompt_id", "seed")
            if len(samples):
                size = parameters_of(model["use"], model["options"])
                units, settings = units_in(folder, scenario), manifest["plan"]["estimate"]
                key = key_of(VERSION, label, scenario, size, settings, _digest(samples), *filter(None, [dict(units)]))
                rows += known.get(key) or _rows(_efficiency(samples, settings, size, units), key)
    table.replace(rows)


def read_efficiency(folder: RunFolder) -> list[Efficiency]:
    """Every model on every scenario of a run, smallest model first; those of unknown size come last."""
    rows: dict[tuple[Any, ...], dict[str, Estimate]] = {}
    for row in folder.table("efficiency").read().to_dicts():
        about = tuple(row[name] for name in Efficiency._fields if name != "estimates")
        rows.setdefault(about, {})[row["metric"]] = Estimate(**{name: row[name] for name in FIELDS})
    if not rows:
        raise StoreError(f"{folder} has no drawings yet, or was stopped before the end; run its plan again")
    found = [Efficiency._make([*about, estimates]) for about, estimates in rows.items()]
    return sorted(found, key=lambda one: (one.scenario, one.parameters is None, one.parameters or 0))


def _rows(one: Efficiency, key: str) -> list[dict[str, Any]]:
    about = {name: value for name, value in one._asdict().items() if name != "estimates"}
    return [
        about | {"key": key, "metric": metric} | {name: getattr(found, name) for name in FIELDS}
        for metric, found in one.estimates.items()
    ]


def _efficiency(
    samples: pl.DataFrame, settings: Mapping[str, Any], size: int | None, units: Mapping[str, str]
) -> Efficiency:
    views = _views(samples)
    details = [view.sample.details for few in views for view in few]
    peaks = [int(str(one["peak_memory_mib"])) for one in details if "peak_memory_mib" in one]
    kinds = {str(one["memory_of"]) for one in details if "memory_of" in one}
    first = views[0][0].sample
    return Efficiency(
        first.model,
        first.scenario,
        parameters=_counted(details) or size,
        peak_memory_mib=max(peaks, default=None),
        memory_of=" and ".join(sorted(kinds)),
        estimates={name: _estimate(settings, views, name, units) for name in METRICS},
    )


def _digest(samples: pl.DataFrame) -> str:
    columns = (samples[name].cast(pl.String).fill_null("") for name in ("prompt_id", "seed", "outcome", "seconds"))
    return key_of_texts(*(key_of_texts(*column) for column in (*columns, samples["details"].fill_null(""))))


def _views(samples: pl.DataFrame) -> list[list[View]]:
    by_prompt: dict[str, list[View]] = {}
    for row in samples.iter_rows(named=True):
        sample = Sample(**row | {"details": json.loads(row["details"])})
        by_prompt.setdefault(sample.prompt_id, []).append(View(Prompt(sample.prompt_id, ""), sample))
    return list(by_prompt.values())


def _estimate(settings: Mapping[str, Any], views: list[list[View]], name: str, units: Mapping[str, str]) -> Estimate:
    """The metric's own scores, estimated as the plan estimates."""
    metric: Metric = make("metrics", name)
    by_prompt = _scores(metric, views)
    first = views[0][0].sample
    rng = np.random.default_rng([settings["seed"], int(key_of(name, first.model, first.scenario)[:16], 16)])
    found = estimate_mean(
        [[score.value for score in few] for few in by_prompt],
        rng=rng,
        binary=False,
        level=settings["level"],
        resamples=settings["resamples"],
        bounds=metric.bounds,
        units=[units.get(few[0].prompt.id, few[0].prompt.id) for few in views],
    )
    reasons = [score.reason for few in by_prompt for score in few if score.value is None]
    return found if found.value is not None or not reasons else _because(found, reasons[0])


def _scores(metric: Metric, views: list[list[View]]) -> list[list[Score]]:
    if metric.kind == "prompt":
        return [[metric.judge(few)] for few in views]
    assert metric.kind == "image"
    return [[metric.judge(view) for view in few] for few in views]


def _because(found: Estimate, reason: str) -> Estimate:
    return Estimate(None, None, None, found.n, found.missing, found.method, reason)


def _counted(details: Sequence[Mapping[str, Any]]) -> int | None:
    """Parameters that the model itself counted."""
    settings = (one.get("settings") for one in details)
    counts = [one.get("parameters") for one in settings if isinstance(one, dict)]
    return next((count for count in counts if isinstance(count, int)), None)
