"""Check everything a plan needs before the first image is drawn."""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

from paragone.core.catalogue import make, nearest
from paragone.core.components import Annotator, Metric, Model, Scenario
from paragone.core.errors import NotReady, ParagoneError
from paragone.execute import executor
from paragone.stages.draw import missing_samples
from paragone.stages.plan import Entry, Plan
from paragone.stages.prepare import (
    Made,
    Prepared,
    ensure_ready,
    prepare_annotator,
    prepare_metric,
    prepare_model,
    prepare_scenario,
)
from paragone.stages.retry import may_pass
from paragone.store.folder import RunFolder
from paragone.store.table import KeySet

BYTES_PER_IMAGE = 400_000  # a 512 x 512 PNG: a guess, for the warning about disk space
LEAST_BYTES = 1_000_000  # with less, not even the tables of a small run fit
Result = TypeVar("Result")


class Finding(NamedTuple):
    """One thing that was checked: `problem` is empty if all is well."""

    what: str
    found: str = "ready"
    problem: str = ""


class Examination(NamedTuple):
    """What was found, and the plan prepared as far as it went."""

    findings: list[Finding]
    prepared: Prepared

    def ready(self) -> Prepared:
        """The prepared plan, or an error that names what is missing."""
        problems = [f"{finding.what}: {finding.problem}" for finding in self.findings if finding.problem]
        if problems:
            more = f" (and {len(problems) - 1} more: `paragone doctor PLAN` lists them)" if len(problems) > 1 else ""
            raise NotReady(problems[0] + more)
        return self.prepared


def examine(plan: Plan, folder: RunFolder, *, retry: bool = False) -> Examination:
    """Make every component, ask it whether it is ready, and look at the disk."""
    notes = _Notes()
    scenarios: dict[str, Scenario] = {}
    for entry in plan.scenarios:
        scenario = notes.take(f"scenario {entry.label}", partial(prepare_scenario, entry, plan.limit))
        if scenario is not None:
            scenarios[entry.label] = scenario
    samples = folder.table("samples").read(["key"], where=may_pass().not_() if retry else None)
    stored = KeySet(samples["key"].to_list())
    models: dict[str, Made[Model]] = {}
    for entry in plan.models:
        model = notes.take(f"model {entry.label}", partial(_checked_model, entry, plan, scenarios, stored=stored))
        if model is not None:
            models[entry.label] = model
    annotators, metrics = _perception(plan, notes)
    prepared = Prepared(plan, scenarios, models, annotators, metrics)
    return Examination([*notes.findings, *_sense(prepared), *_machine(prepared, folder)], prepared)


class _Notes:
    """Collects findings while components are made, so that one problem does not hide the next."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def take(self, what: str, act: Callable[[], Result]) -> Result | None:
        try:
            result = act()
        except ParagoneError as error:
            self.findings.append(Finding(what, problem=str(error)))
            return None
        except ImportError as error:
            self.findings.append(Finding(what, problem=f"needs the package {error.name}, which is not installed"))
            return None
        found = f"{len(result.prompts)} prompts" if isinstance(result, Scenario) else "ready"
        self.findings.append(Finding(what, found))
        return result


def _perception(plan: Plan, notes: _Notes) -> tuple[dict[str, Made[Annotator]], dict[str, Made[Metric]]]:
    annotators: dict[str, Made[Annotator] | None] = {}
    metrics: dict[str, Made[Metric]] = {}
    for entry in plan.metrics:
        metric: Metric | None = notes.take(f"metric {entry.label}", partial(make, "metrics", entry.use, entry.options))
        if metric is None:
            continue
        for name in metric.needs:
            if name not in annotators:
                options = plan.annotators.get(name, {})
                annotators[name] = notes.take(f"annotator {name}", partial(_checked_annotator, name, options))
        ready = {name: made for name, made in annotators.items() if made is not None}
        if all(name in ready for name in metric.needs):
            made = prepare_metric(entry, ready, plan.seeds)
            if made.label in metrics:
                notes.findings.append(Finding(f"metric {made.label}", problem="two have this name: give one a `name`"))
            metrics[made.label] = made
    return {name: made for name, made in annotators.items() if made is not None}, metrics


def _checked_model(entry: Entry, plan: Plan, scenarios: Mapping[str, Scenario], *, stored: KeySet) -> Made[Model]:
    made = prepare_model(entry)
    alone = Prepared(plan, scenarios, {entry.label: made}, {}, {})
    # A model that has nothing left to draw needs neither its key nor its weights.
    is_done = len(scenarios) == len(plan.scenarios) and not any(missing_samples(alone, entry.label, stored))
    if not is_done:
        ensure_ready(made.part)
    return made


def _checked_annotator(name: str, options: dict[str, Any]) -> Made[Annotator]:
    made = prepare_annotator(name, options)
    ensure_ready(made.part)
    return made


def _sense(prepared: Prepared) -> Iterator[Finding]:
    plan = prepared.plan
    labels = [entry.label for entry in plan.models]
    reference = prepared.reference
    if reference is not None and reference not in labels:
        yield Finding(
            "reference", problem=f"no model of the plan is called {reference!r}; {nearest(reference, labels)}"
        )
    for label, made in prepared.metrics.items():
        for scenario in made.on or ():
            if scenario not in prepared.scenarios:
                hint = nearest(scenario, prepared.scenarios)
                yield Finding(f"metric {label}", problem=f"is to judge {scenario!r}, which is no scenario here; {hint}")
        if made.part.kind == "set" and made.part.needs_real and reference is None:
            advice = "compares with real images: add a model that uses `real`, or set `reference`"
            yield Finding(f"metric {label}", problem=advice)
    for name in sorted(set(plan.annotators) - set(prepared.annotators)):
        hint = nearest(name, prepared.annotators)
        yield Finding(f"annotator {name}", problem=f"has options in the plan but no metric reads it; {hint}")
    try:
        executor(plan.execute.use, 1)
    except ParagoneError as error:
        yield Finding("execute.use", problem=str(error))


def _machine(prepared: Prepared, folder: RunFolder) -> Iterator[Finding]:
    place = next(path for path in (folder.root, *folder.root.absolute().parents) if path.exists())
    if not place.is_dir() or not os.access(place, os.W_OK):
        yield Finding("run folder", problem=f"cannot write to {place}; choose another --out")
        return
    try:
        if folder.remote is not None:
            folder.remote.try_writing()
        yield Finding("run folder", str(folder))
    except ParagoneError as error:
        yield Finding("run folder", problem=str(error))
        return
    prompts = sum(len(scenario.prompts) for scenario in prepared.scenarios.values())
    samples = prompts * len(prepared.plan.seeds) * len(prepared.models)
    free = shutil.disk_usage(place).free
    found = f"{free / 1e9:.1f} GB free; {samples} images may take up to {samples * BYTES_PER_IMAGE / 1e9:.1f} GB"
    yield Finding("disk", found, problem="" if free > LEAST_BYTES else f"{found}; free some space")
