"""Prepare a plan: make everything it needs and check it before the first image is drawn."""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeVar

from paragone.assets.ready import ensure_ready
from paragone.core.catalogue import aliases, listed, nearest
from paragone.core.components import Annotator, Metric, Model
from paragone.core.errors import NotReady, ParagoneError
from paragone.core.secrets import refuse_secrets
from paragone.execute import executor
from paragone.stages.draw import missing_samples
from paragone.stages.planning.cost import Cost, cost_of, known_paces, size
from paragone.stages.planning.make import make_model, make_prompt_set, make_real, with_references
from paragone.stages.planning.match import PHOTOGRAPHS, SCENES
from paragone.stages.planning.perception import Perception
from paragone.stages.planning.plan import Entry, Plan
from paragone.stages.planning.prepared import Made, Prepared, PromptSet, RealSide
from paragone.stages.planning.unasked import unasked_reason
from paragone.stages.retry import to_draw_again
from paragone.store.folder import RunFolder
from paragone.store.ratings import ratings_digest
from paragone.store.table import KeySet

LEAST_BYTES = 1_000_000  # with less, not even the tables of a small run fit
Result = TypeVar("Result")


class Finding(NamedTuple):
    """One thing that was checked: `problem` is empty if all is well."""

    what: str
    found: str = "ready"
    problem: str = ""


class Preparation(NamedTuple):
    """What was found, and the plan prepared as far as it went."""

    findings: list[Finding]
    prepared: Prepared
    cost: Cost = Cost(0, 0.0, 0.0)

    def ready(self) -> Prepared:
        """The prepared plan, or an error that names what is missing."""
        problems = [f"{finding.what}: {finding.problem}" for finding in self.findings if finding.problem]
        if problems:
            more = f" (and {len(problems) - 1} more: `paragone doctor PLAN` lists them)" if len(problems) > 1 else ""
            raise NotReady(problems[0] + more)
        return self.prepared


def prepare(plan: Plan, folder: RunFolder, *, retry: bool = False) -> Preparation:
    """Make every component, ask it whether it is ready, match metrics with prompts, and look at the disk."""
    refuse_secrets(plan.model_dump_json(), "the plan")
    notes = Findings()
    scenarios, absent = _scenarios(plan, notes)
    stored = _stored(folder, retry=retry)
    if plan.available:
        plan, useless = _without_real(plan, scenarios)
        absent |= useless
    models, real = _models(plan, scenarios, stored, notes)
    scenarios = {label: with_references(prompts, real) for label, prompts in scenarios.items()}
    annotators, metrics, skipped = _perception(plan, notes, folder, has_real=real is not None)
    prepared = Prepared(plan, scenarios, models, annotators, metrics, real, skipped, absent)
    if is_lenient(plan):
        prepared = _without_the_unasked(prepared)
    prepared = _with_domains(prepared)
    cost = cost_of(prepared, stored, known_paces())
    return Preparation([*notes.found, *_sense(prepared), *_machine(folder, cost)], prepared, cost)


class Findings:
    """Collects findings while components are made, so that one problem does not hide the next."""

    def __init__(self) -> None:
        self.found: list[Finding] = []

    def take(
        self, what: str, act: Callable[[], Result], tell: Callable[[Result], str] = lambda _: "ready"
    ) -> Result | None:
        """The result, or None and a finding that says why not."""
        try:
            result = act()
        except ParagoneError as error:
            self.found.append(Finding(what, problem=str(error)))
            return None
        except ImportError as error:
            self.found.append(Finding(what, problem=f"needs the package {error.name}, which is not installed"))
            return None
        self.found.append(Finding(what, tell(result)))
        return result


def _known(found: Made[Annotator] | None) -> str:
    """Of a judge that knows one kind of images only, which."""
    domain = found.instance.domain if found else "any"
    return "ready" if domain == "any" else f"ready; knows {'simulator scenes' if domain == 'scenes' else domain} only"


def _counted(found: PromptSet) -> str:
    """How many prompts there are, and what of the perturbed ones came out as it was."""
    same = f", {found.unchanged} perturbed ones dropped as they came out unchanged" if found.unchanged else ""
    images = f" x {len(found.seeds)} images" if len(found.seeds) > 1 else ""
    return f"{len(found.prompts)} prompts{images}{same}"


def _scenarios(plan: Plan, notes: Findings) -> tuple[dict[str, PromptSet], dict[str, str]]:
    """The scenarios with their prompts; where the plan says so, those that can be had, and why not the others."""
    found, absent = {}, {}
    for entry in plan.scenarios:
        prompts = notes.take(f"scenario {entry.label}", partial(make_prompt_set, entry, plan), _counted)
        if prompts is not None:
            found[entry.label] = prompts
        elif plan.available:
            absent[entry.label] = notes.found.pop().problem
            notes.found.append(Finding(f"scenario {entry.label}", f"left out: {absent[entry.label]}"))
    if plan.available and not found:
        notes.found.append(Finding("scenarios", problem=f"none of the plan's is here: {next(iter(absent.values()))}"))
    return found, absent


def _without_real(plan: Plan, scenarios: Mapping[str, PromptSet]) -> tuple[Plan, dict[str, str]]:
    """The plan without the model of real images, where no prompt that is here has one; and why."""
    has_real = any(prompt.reference for found in scenarios.values() for prompt in found.prompts)
    real = [entry.label for entry in plan.models if entry.use == "real" and entry.label != plan.reference]
    if has_real or len(real) == len(plan.models):
        return plan, {}
    models = tuple(entry for entry in plan.models if entry.label not in real)
    return plan.model_copy(update={"models": models}), dict.fromkeys(real, "no prompt here has a real image")


def _stored(folder: RunFolder, *, retry: bool) -> KeySet:
    samples = folder.table("samples")
    again = set(samples.read(["key"], where=to_draw_again(retry=retry))["key"])
    return KeySet([key for key in samples.read(["key"])["key"] if key not in again])


def _models(
    plan: Plan, scenarios: Mapping[str, PromptSet], stored: KeySet, notes: Findings
) -> tuple[dict[str, Made[Model]], RealSide | None]:
    is_whole = len(scenarios) == len(plan.scenarios) or plan.available
    models: dict[str, Made[Model]] = {}
    for entry in plan.models:
        made = notes.take(f"model {entry.label}", partial(make_model, entry))
        if made is None:
            continue
        models[entry.label] = made
        alone = Prepared(plan, scenarios, {entry.label: made}, {}, {})
        # A model that has nothing left to draw needs neither its key nor its weights.
        if not is_whole or any(missing_samples(alone, entry.label, stored)):
            notes.found.pop()
            if notes.take(f"model {entry.label}", partial(_checked, made)) is None:
                del models[entry.label]
    if plan.reference is None:
        return models, make_real(None, models)
    if plan.reference in [entry.label for entry in plan.models] and plan.reference not in models:
        return models, None
    return models, notes.take("reference", partial(make_real, plan.reference, models))


def _checked(made: Made[Model]) -> Made[Model]:
    ensure_ready(made.instance)
    return made


def _perception(
    plan: Plan, notes: Findings, folder: RunFolder, *, has_real: bool
) -> tuple[dict[str, Made[Annotator]], dict[str, Made[Metric]], dict[str, str]]:
    """The plan's metrics with the annotators they need; where it says so, those that can be had, and why not others."""
    perception = Perception({**plan.annotators, "ratings": {"digest": ratings_digest(folder)}}, plan.seeds)
    entries = _all_metrics() if plan.metrics == "all" else plan.metrics
    metrics: dict[str, Made[Metric]] = {}
    for entry in entries:
        if is_lenient(plan):
            found = perception.metric_or_reason(entry, has_real=has_real, is_asked=plan.metrics != "all")
        else:
            for name in notes.take(f"metric {entry.label}", partial(perception.needs_of, entry)) or ():
                if name not in perception.annotators:
                    notes.take(f"annotator {name}", partial(perception.annotator, name), _known)
            found = perception.metric(entry)
        if found is None:
            continue
        if found.label in metrics:
            notes.found.append(Finding(f"metric {found.label}", problem="two have this name: give one a `name`"))
        metrics[found.label] = found
    return perception.annotators_of(metrics.values()), metrics, perception.refused


def _all_metrics() -> list[Entry]:
    """Every metric once: not those that take another's scores again under a source's name."""
    known = aliases("metrics")
    return [Entry(use=name) for name in listed("metrics") if not known.get(name, {}).get("again")]


def is_lenient(plan: Plan) -> bool:
    """Whether to go on without metrics that cannot be had."""
    return plan.available or plan.metrics == "all"


def _with_domains(prepared: Prepared) -> Prepared:
    """Where a judge knows one kind of images only, what tells these from others looks at some of them as well."""
    domains = {made.instance.domain for made in prepared.annotators.values()} - {"any"}
    wanted = [SCENES, *([PHOTOGRAPHS] if "photographs" in domains else [])] if domains else []
    found = dict(prepared.annotators)
    for teller in wanted:
        perception = Perception(prepared.plan.annotators, prepared.plan.seeds)
        with suppress(ParagoneError):  # it is a help, and no run is to fail for want of it
            perception.annotator(teller)
            needed = {name: made for name, made in perception.annotators.items() if made is not None}
            last = {teller: needed.pop(teller)}  # what it needs comes before it
            found |= {name: found.get(name) or made for name, made in {**needed, **last}.items()}
    return replace(prepared, annotators=found)


def _without_the_unasked(prepared: Prepared) -> Prepared:
    """Where a plan goes on without some metrics: those that have nothing to judge are left out, with the reason."""
    asked = {label for scenario in prepared.scenarios for label in prepared.metrics_on(scenario)}
    are_files = not any(made.instance.is_timed for made in prepared.models.values())
    skipped, kept = dict(prepared.skipped), {}
    for label, made in prepared.metrics.items():
        if label not in asked:
            skipped[label] = unasked_reason(prepared, made)
        elif are_files and not made.instance.needs:
            skipped[label] = "reads how an image was drawn, which files do not tell"
        else:
            kept[label] = made
    needed = Perception.closure(prepared.annotators, kept.values())
    return replace(prepared, annotators=needed, metrics=kept, skipped=skipped, _asked={})


def _sense(prepared: Prepared) -> Iterator[Finding]:
    plan = prepared.plan
    labels = {entry.label for entry in plan.scenarios}
    for label, made in prepared.metrics.items():
        for scenario in made.on or ():
            if scenario not in labels:
                hint = nearest(scenario, labels)
                yield Finding(f"metric {label}", problem=f"is to judge {scenario!r}, which is no scenario here; {hint}")
        if prepared.needs_real(label) and prepared.real is None and plan.reference is None:
            advice = "compares with real images: add a model that uses `real`, or set `reference`"
            yield Finding(f"metric {label}", problem=advice)
        elif labels <= set(prepared.scenarios) and not any(prepared.asked(label, one) for one in labels):
            yield Finding(f"metric {label}", problem=f"would judge nothing: {unasked_reason(prepared, made)}")
    yield from _twice(prepared)
    for name in sorted(set(plan.annotators) - set(prepared.annotators)):
        hint = nearest(name, prepared.annotators)
        yield Finding(f"annotator {name}", problem=f"has options in the plan but no metric reads it; {hint}")
    try:
        executor(plan.execute.use, 1)
    except ParagoneError as error:
        yield Finding("execute.use", problem=str(error))


def _twice(prepared: Prepared) -> Iterator[Finding]:
    """One metric under two names: both would give the same scores under the same keys."""
    for scenario in prepared.scenarios:
        first: dict[str, str] = {}
        for label in prepared.metrics_on(scenario):
            other = first.setdefault(prepared.metrics[label].identity, label)
            if other != label:
                problem = f"is the metric {other} under another name, with the same options; take one out"
                yield Finding(f"metric {label}", problem=problem)
                return


def _machine(folder: RunFolder, cost: Cost) -> Iterator[Finding]:
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
    free = shutil.disk_usage(place).free
    found = f"{size(free)} free; {cost.in_words()}"
    yield Finding("disk", found, problem="" if free > LEAST_BYTES else f"{found}; free some space")
