"""A plan with its components made: what each is, what is asked of whom, and the keys that results are stored under."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from paragone.core.catalogue import Kind, make
from paragone.core.components import Annotator, Metric, Model, Scenario
from paragone.core.errors import BadOption
from paragone.core.keys import key_of, key_of_texts
from paragone.core.types import Prompt, Statistics
from paragone.core.units import units_of
from paragone.stages.planning.plan import Plan, is_path_option

Instance = TypeVar("Instance")


@dataclass(frozen=True)
class Spec:
    """How to make a component, here or in another process."""

    kind: Kind
    use: str
    options: Mapping[str, Any]

    def make(self) -> Any:
        """The component itself."""
        return make(self.kind, self.use, self.options)

    def identity(self, version: str, *, unkeyed: Sequence[str] = (), inputs: Sequence[str] = ()) -> str:
        """What can change its results: neither where its files lie nor options that the component says change none."""
        counting = (name for name in self.options if not is_path_option(name) and name not in unkeyed)
        options = {name: self.options[name] for name in counting}
        try:
            return key_of(self.kind, self.use, version, options, list(inputs))
        except TypeError as error:
            raise BadOption(f"the {self.kind[:-1]} {self.use!r} has an option that cannot be used: {error}") from error


@dataclass(frozen=True)
class Made(Generic[Instance]):
    """A component, its label in tables, how it was made, its identity, and what of a prompt its results rest on."""

    label: str
    instance: Instance
    spec: Spec
    identity: str
    reads: tuple[str, ...] = ()  # all that it, or what it needs, may look at
    requires: tuple[str, ...] = ()  # what a prompt must offer
    on: tuple[str, ...] | None = None  # of a metric: the scenarios it may judge, None for all
    aspects: tuple[str, ...] = ()  # of a metric: what it tells of


@dataclass(frozen=True)
class PromptSet:
    """A scenario of the plan with its prompts."""

    scenario: Scenario
    prompts: tuple[Prompt, ...]
    aspects: tuple[str, ...] = ()
    seeds: tuple[int, ...] = (0,)
    metrics: tuple[str, ...] | None = None  # only these judge it; None: whatever its prompts offer something to
    group: str = ""  # what it is averaged with
    unchanged: int = 0  # perturbed prompts that came out as they were, and are left out
    _keys: dict[tuple[str, ...], dict[str, str]] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def units(self) -> Mapping[str, str]:
        """The prompts that are of another's unit of chance, and whose."""
        return units_of((prompt.id, prompt.text, prompt.origin) for prompt in self.prompts)

    def drawn_key(self, prompt: Prompt, reads: Sequence[str]) -> str:
        """The key of what a model reads of a prompt."""
        return self._key(prompt, ("", *sorted(reads)))

    def key(self, prompt: Prompt, reads: Sequence[str]) -> str:
        """The key of what is read of a prompt to look and to judge."""
        return self._key(prompt, tuple(sorted(reads)))

    def _key(self, prompt: Prompt, wanted: tuple[str, ...]) -> str:
        # Worked out once for all who read the same.
        if wanted not in self._keys:
            is_drawn = wanted[:1] == ("",)
            shown = self.prompts if is_drawn else [one.as_judged() for one in self.prompts]
            self._keys[wanted] = {one.id: one.key(wanted) for one in shown}
        return self._keys[wanted][prompt.id]


@dataclass(frozen=True)
class RealSide:
    """Whose images are the real ones of set metrics: a model of the plan, a folder of its own, or statistics."""

    model: str  # a label of the plan, or REFERENCE
    identity: str
    own: PromptSet | None = None  # the images of a folder, which belong to no prompt of the plan
    made: Made[Model] | None = None  # what draws them
    statistics: Statistics | None = None


REFERENCE = "reference"  # the label of the real images where they are a folder of their own


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
    scenarios: Mapping[str, PromptSet]
    models: Mapping[str, Made[Model]]
    annotators: Mapping[str, Made[Annotator]]
    metrics: Mapping[str, Made[Metric]]
    real: RealSide | None = None
    skipped: Mapping[str, str] = field(default_factory=dict)  # metrics that could not be had, and why
    absent: Mapping[str, str] = field(
        default_factory=dict
    )  # scenarios (and the model of real images) that could not be had, and why
    _asked: dict[tuple[str, str], tuple[Prompt, ...]] = field(default_factory=dict, repr=False, compare=False)

    def drawers(self) -> dict[str, Made[Model]]:
        """Every model that draws: those of the plan, and a folder of real images."""
        own = {REFERENCE: self.real.made} if self.real and self.real.made else {}
        return {**self.models, **own}

    def prompt_set(self, scenario: str) -> PromptSet:
        """The prompts of a scenario, or those of the real images' own folder."""
        return self.real.own if self.real and self.real.own and scenario == REFERENCE else self.scenarios[scenario]

    def scenarios_of(self, model: str) -> list[str]:
        """What a model draws."""
        return list(self.scenarios) if model in self.models else [REFERENCE]

    def seeds_of(self, model: str, scenario: str) -> tuple[int, ...]:
        """One for each image that a model draws of a prompt."""
        return self.scenarios[scenario].seeds if model in self.models else (0,)

    def wanted(self, model: str, scenario: str, seed: int) -> Iterator[Wanted]:
        """Every sample of a model on a scenario with one seed."""
        for prompt in self.prompt_set(scenario).prompts:
            yield Wanted(self.sample_key(model, scenario, prompt, seed), scenario, prompt, seed)

    def sample_key(self, model: str, scenario: str, prompt: Prompt, seed: int) -> str:
        """The key of one drawing: who draws it, for which place in the tables, and what of the prompt is read."""
        made = self.models[model] if model in self.models else self.drawers()[model]
        read = self.prompt_set(scenario).drawn_key(prompt, made.reads)
        return key_of_texts("draw", model, made.identity, scenario, prompt.id, read, str(seed))

    def sample_keys(self, model: str, scenario: str, prompt: Prompt) -> list[str]:
        """The keys of all drawings of one prompt."""
        return [self.sample_key(model, scenario, prompt, seed) for seed in self.seeds_of(model, scenario)]

    def asked(self, metric: str, scenario: str) -> tuple[Prompt, ...]:
        """The prompts of a scenario that a metric judges: those that offer what it, and what it needs, reads."""
        if (metric, scenario) not in self._asked:
            made = self.metrics[metric]
            only = self.scenarios[scenario].metrics
            is_chosen = (made.on is None or scenario in made.on) and (
                only is None or bool({metric, made.spec.use} & {*only})
            )
            prompts = self.scenarios[scenario].prompts if is_chosen else ()
            required = {*made.requires, *self._reads_of_real(metric)}
            self._asked[metric, scenario] = tuple(
                prompt
                for prompt in prompts
                if required <= prompt.offers() and made.instance.applies(prompt.as_judged().only(made.reads))
            )
        return self._asked[metric, scenario]

    def _reads_of_real(self, metric: str) -> tuple[str, ...]:
        """What a prompt must offer so that there is a real image to compare with."""
        if not self.needs_real(metric) or self.real is None or self.real.model not in self.models:
            return ()
        # "expect" is all that a prompt may expect, of which it offers parts.
        return tuple(name for name in self.models[self.real.model].requires if name != "expect")

    def needs_real(self, metric: str) -> bool:
        """Whether a metric compares with real images."""
        instance = self.metrics[metric].instance
        return instance.kind == "set" and instance.needs_real

    def metrics_on(self, scenario: str) -> dict[str, Made[Metric]]:
        """The metrics that judge a scenario, in the plan's order."""
        return {label: made for label, made in self.metrics.items() if self.asked(label, scenario)}

    def score_key_reads(self, metric: str, scenario: str, prompt: Prompt) -> str:
        """The key of what a metric, and what it needs, reads of a prompt."""
        return self.prompt_set(scenario).key(prompt, self.metrics[metric].reads)

    def facts_folder(self, annotator: str) -> str:
        """The table of an annotator; another version or other options make another table."""
        return f"{annotator}-{self.annotators[annotator].identity[:8]}"

    @property
    def reference(self) -> str | None:
        """The label of the real side of set metrics."""
        return self.real.model if self.real else None
