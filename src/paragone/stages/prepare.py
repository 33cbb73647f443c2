"""From a plan to the components it names, and the identity of each."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar

from paragone.assets.cache import path_of
from paragone.core.catalogue import Kind, aliases, make, nearest
from paragone.core.components import Annotator, Metric, Model, Scenario
from paragone.core.errors import BadOption, PlanError
from paragone.core.keys import key_of, key_of_texts
from paragone.core.types import Prompt
from paragone.stages.plan import Entry, Plan, entry_from, is_path_option

Part = TypeVar("Part")


@dataclass(frozen=True)
class Spec:
    """How to make a component, here or in another process."""

    kind: Kind
    use: str
    options: Mapping[str, Any]

    def make(self) -> Any:
        """The component itself."""
        return make(self.kind, self.use, self.options)

    def identity(self, version: str, incidental: Collection[str] = ()) -> str:
        """What can change its results: neither where its files lie nor what the part itself calls incidental."""
        counting = (name for name in self.options if not is_path_option(name) and name not in incidental)
        options = {name: self.options[name] for name in counting}
        try:
            return key_of(self.kind, self.use, version, options)
        except TypeError as error:
            raise BadOption(f"the {self.kind[:-1]} {self.use!r} has an option that cannot be used: {error}") from error


@dataclass(frozen=True)
class Made(Generic[Part]):
    """A component, its label in tables, how it was made and its identity."""

    label: str
    part: Part
    spec: Spec
    identity: str
    on: tuple[str, ...] | None = None  # of a metric: the scenarios it judges, None for all
    aspects: tuple[str, ...] = ()  # of a metric: what it tells of


class Wanted(NamedTuple):
    """A sample that the plan asks for."""

    key: str
    scenario: str
    prompt: Prompt
    seed: int


@dataclass(frozen=True)
class Prepared:
    """A plan with its components made: all that the stages need."""

    plan: Plan
    scenarios: Mapping[str, Scenario]
    models: Mapping[str, Made[Model]]
    annotators: Mapping[str, Made[Annotator]]
    metrics: Mapping[str, Made[Metric]]

    def wanted(self, model: str, scenario: str, seed: int) -> Iterator[Wanted]:
        """Every sample of a model on a scenario with one seed."""
        for prompt in self.scenarios[scenario].prompts:
            yield Wanted(self.sample_key(model, scenario, prompt, seed), scenario, prompt, seed)

    def sample_key(self, model: str, scenario: str, prompt: Prompt, seed: int) -> str:
        """The key of one drawing."""
        return key_of_texts("draw", model, self.models[model].identity, scenario, prompt.key, str(seed))

    def metrics_on(self, scenario: str) -> dict[str, Made[Metric]]:
        """The metrics that judge a scenario."""
        return {label: made for label, made in self.metrics.items() if made.on is None or scenario in made.on}

    def facts_folder(self, annotator: str) -> str:
        """The table of an annotator; another version or other options make another table."""
        made = self.annotators[annotator]
        return f"{annotator}-{made.identity[:8]}"

    @property
    def reference(self) -> str | None:
        """The model on the real side of set metrics: as the plan says, or the one that uses `real`."""
        if self.plan.reference:
            return self.plan.reference
        return next((label for label, made in self.models.items() if made.spec.use == "real"), None)


def ensure_ready(part: Any) -> None:
    """Raise NotReady if something a component needs is not here: weights it names, or what its `check()` looks at."""
    for name in getattr(part, "needs_weights", ()):
        path_of(name)
    check = getattr(part, "check", None)
    if check is not None:
        check()


def prepare_scenario(entry: Entry, limit: int | None) -> Scenario:
    """A scenario, cut to the plan's limit."""
    scenario: Scenario = make("scenarios", entry.use, entry.options)
    if entry.aspects is not None:
        scenario = replace(scenario, aspects=entry.aspects)
    if not scenario.prompts:
        raise PlanError(f"the scenario {entry.label!r} has no prompts")
    if limit is None or limit >= len(scenario.prompts):
        return scenario
    # Those with the smallest keys: the same on any machine, spread over the list, and a larger limit adds to a smaller.
    kept = {prompt.id for prompt in sorted(scenario.prompts, key=lambda prompt: key_of("limit", prompt.id))[:limit]}
    return replace(scenario, prompts=tuple(prompt for prompt in scenario.prompts if prompt.id in kept))


def prepare_model(entry: Entry) -> Made[Model]:
    """A model under its label."""
    spec = Spec("models", entry.use, entry.options)
    model: Model = spec.make()
    # Patience, price and the like: a model may name options that must not make its images be drawn, and paid, again.
    return Made(entry.label, model, spec, spec.identity(model.revision, getattr(model, "incidental", ())))


def prepare_annotator(name: str, options: Mapping[str, Any]) -> Made[Annotator]:
    """An annotator that some metric needs."""
    spec = Spec("annotators", name, options)
    annotator: Annotator = spec.make()
    return Made(name, annotator, spec, spec.identity(annotator.version))


def prepare_metric(entry: Entry, annotators: Mapping[str, Made[Annotator]], seeds: Sequence[int]) -> Made[Metric]:
    """A metric under its label; the annotators it reads, and the images it sees at once, are part of its identity."""
    spec = Spec("metrics", entry.use, entry.options)
    metric: Metric = spec.make()
    read = [annotators[name].identity for name in sorted(metric.needs)]
    together = [] if metric.kind == "image" else list(seeds)
    identity = key_of(spec.identity(metric.version), read, together)
    aspects = getattr(metric, "aspects", ()) if entry.aspects is None else entry.aspects
    return Made(entry.name or metric.name, metric, spec, identity, entry.on, aspects)


def choose_models(plan: Plan, names: list[str]) -> Plan:
    """The plan with only these models: labels of the plan, or names of the catalogue with their options, if any."""
    from paragone.core.catalogue import names as catalogue_names

    by_label = {entry.label: entry for entry in plan.models}
    known = [*by_label, *catalogue_names("models"), *aliases("models")]
    chosen = tuple(by_label.get(name) or entry_from(name) for name in names)
    for entry in chosen:
        if entry.use not in known and entry.label not in known:
            raise PlanError(f"no model is called {entry.use!r}; {nearest(entry.use, known)}")
    return plan.model_copy(update={"models": chosen})
