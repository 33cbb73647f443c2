"""From the entries of a plan to components: each made, checked to be what it says, and given its identity."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from paragone.assets.ready import ensure_ready
from paragone.core.catalogue import make
from paragone.core.components import (
    Annotator,
    Component,
    ImageMetric,
    Metric,
    Model,
    Perturbation,
    PromptMetric,
    Scenario,
    SetMetric,
)
from paragone.core.errors import BadOption, PlanError
from paragone.core.keys import content_hash, key_of
from paragone.core.types import Prompt
from paragone.inputs.statistics import read_statistics
from paragone.stages.planning.plan import Entry, Plan, Sampling, ScenarioEntry, words_of
from paragone.stages.planning.prepared import REFERENCE, Made, PromptSet, RealSide, Spec


def make_prompt_set(entry: ScenarioEntry, plan: Plan | None = None) -> PromptSet:
    """A scenario with its prompts: cut to its and the plan's limit, and with those that its perturbations add."""
    scenario: Scenario = make("scenarios", entry.use, entry.options)
    check_kind(scenario, (Scenario,), f"the scenario {entry.use!r}")
    ensure_ready(scenario)
    limits = [limit for limit in (entry.limit, plan.limit if plan else None) if limit is not None]
    sampling = entry.sampling or (plan.sampling if plan else "strict")
    prompts = tuple(scenario.attach(limited(scenario.load(), min(limits, default=None), sampling)))
    if not prompts:
        raise PlanError(f"the scenario {entry.label!r} has no prompts")
    ways = [*(Entry.model_validate(words_of(one)) for one in scenario.perturb), *entry.perturb]
    changed = [one for perturb in ways for one in _perturbed(prompts, perturb)]
    added = tuple(one for one in changed if one is not None)
    return PromptSet(
        scenario,
        prompts + added,
        scenario.aspects if entry.aspects is None else entry.aspects,
        seeds=entry.own_seeds or (plan.seeds if plan else (0,)),
        metrics=entry.metrics,
        group=entry.group,
        unchanged=len(changed) - len(added),
    )


def limited(prompts: Sequence[Prompt], limit: int | None, sampling: Sampling = "strict") -> tuple[Prompt, ...]:
    """The first so many of a fixed order, spread over the list: the same on any machine, and more adds to fewer.

    A prompt and those that perturb it are kept or left out together. `heim` draws as HELM does: NumPy's old generator
    with seed 0 chooses without replacement from the list in its order, which is then the order of what was chosen.
    """
    if sampling == "heim":
        return _limited_as_heim(prompts, limit)
    family = {prompt.id: prompt.origin or prompt.id for prompt in prompts}
    kept = set(sorted(set(family.values()), key=lambda name: key_of("limit", name))[:limit])
    return tuple(prompt for prompt in prompts if family[prompt.id] in kept)


def _limited_as_heim(prompts: Sequence[Prompt], limit: int | None) -> tuple[Prompt, ...]:
    origins = [prompt for prompt in prompts if prompt.origin is None]
    if limit is None or len(origins) <= limit:
        return tuple(prompts)
    # A generator of its own with the state that `np.random.seed(0)` gives the global one.
    chosen = np.random.RandomState(0).choice(len(origins), limit, replace=False)
    kept = [origins[int(place)] for place in chosen]
    of = {prompt.id for prompt in kept}
    return (*kept, *(prompt for prompt in prompts if prompt.origin in of))


def _perturbed(prompts: Sequence[Prompt], entry: Entry) -> list[Prompt | None]:
    """Each prompt changed, or None where it came out as it was."""
    perturbation: Perturbation = make("perturbations", entry.use, entry.options)
    check_kind(perturbation, (Perturbation,), f"the perturbation {entry.use!r}")
    ensure_ready(perturbation)
    name = perturbation.name
    # Seeded by the prompt, so that neither the limit nor the order changes what a prompt becomes.
    chances = (np.random.default_rng(int(key_of("perturb", name, prompt.id, prompt.text), 16)) for prompt in prompts)
    return [perturbation.perturb(prompt, rng) for prompt, rng in zip(prompts, chances, strict=True)]


def make_model(entry: Entry) -> Made[Model]:
    """A model under its label."""
    spec = Spec("models", entry.use, entry.options)
    model: Model = spec.make()
    check_kind(model, (Model,), f"the model {entry.use!r}")
    identity = spec.identity(model.revision, unkeyed=model.unkeyed)
    return Made(entry.label, model, spec, identity, (*model.reads, *model.may_read), model.reads)


def make_annotator(name: str, options: Mapping[str, Any], needed: Mapping[str, Made[Annotator]]) -> Made[Annotator]:
    """An annotator; the identities of those it needs are part of its own, as is what they read."""
    spec = Spec("annotators", name, options)
    annotator: Annotator = spec.make()
    check_kind(annotator, (Annotator,), f"the annotator {name!r}")
    below = [needed[need] for need in annotator.needs]
    identity = spec.identity(annotator.version, inputs=[one.identity for one in below])
    reads, requires = _joined(annotator, below)
    return Made(name, annotator, spec, identity, reads, requires)


def make_metric(entry: Entry, annotators: Mapping[str, Made[Annotator]], seeds: Sequence[int]) -> Made[Metric]:
    """A metric under its label; the annotators it reads, and the images it sees at once, are part of its identity."""
    spec = Spec("metrics", entry.use, entry.options)
    metric: Metric = spec.make()
    check_kind(metric, (ImageMetric, PromptMetric, SetMetric), f"the metric {entry.use!r}")
    below = [annotators[name] for name in sorted(metric.needs)]
    together = [] if metric.kind == "image" else [str(seed) for seed in seeds]
    identity = key_of(spec.identity(metric.version, inputs=[one.identity for one in below]), together)
    reads, requires = _joined(metric, below)
    aspects = metric.aspects if entry.aspects is None else entry.aspects
    return Made(entry.name or metric.name, metric, spec, identity, reads, requires, entry.on, aspects)


def make_real(reference: str | None, models: Mapping[str, Made[Model]]) -> RealSide | None:
    """The real side of set metrics: the model that the plan names or that uses `real`, or images at a place."""
    named = reference or next((label for label, made in models.items() if made.spec.use == "real"), None)
    if named is None or named in models:
        return RealSide(named, models[named].identity) if named else None
    place = Path(named)
    if place.suffix == ".npz":
        statistics = read_statistics(place)
        parts = [content_hash(part.tobytes()) for part in (statistics.mean, statistics.covariance)]
        identity = key_of("statistics", parts, statistics.n)
        return RealSide(REFERENCE, identity, statistics=statistics)
    if not place.exists():
        known = ", ".join(models)
        raise PlanError(f"the reference {named!r} is neither a model of the plan ({known}) nor a place with images")
    own = make_prompt_set(ScenarioEntry.model_validate({"use": "images", "path": str(place), "are_real": True}))
    made = make_model(Entry(use="real", name=REFERENCE))
    contents = sorted(prompt.reference.content for prompt in own.prompts if prompt.reference)
    return RealSide(REFERENCE, key_of("images", contents), own, made)


def with_references(drawn: PromptSet, real: RealSide | None) -> PromptSet:
    """The prompts, each with the real image of its own name as its reference where it has none."""
    if real is None or real.own is None:
        return drawn
    known = {prompt.id: prompt.reference for prompt in real.own.prompts}
    prompts = [
        replace(prompt, reference=known[prompt.id]) if not prompt.reference and prompt.id in known else prompt
        for prompt in drawn.prompts
    ]
    return replace(drawn, prompts=tuple(prompts), _keys={})


def _joined(component: Component, below: Sequence[Made[Annotator]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a component and those it needs may look at, and what a prompt must offer them."""
    requires = {*component.reads, *(name for one in below for name in one.requires)}
    reads = requires | {*component.may_read, *(name for one in below for name in one.reads)}
    return tuple(sorted(reads)), tuple(sorted(requires))


def check_kind(instance: object, protocols: Sequence[type], what: str) -> None:
    """A plug-in that does not derive from its protocol lacks what the protocol declares by default."""
    if not any(protocol in type(instance).__mro__ for protocol in protocols):
        names = " or ".join(protocol.__name__ for protocol in protocols)
        raise BadOption(f"{what} derives from none of ours; let its class derive from paragone.core.components.{names}")
