"""Plans: which scenarios, models, seeds and metrics to run."""

import shlex
import tomllib
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from paragone.core.catalogue import nearest
from paragone.core.errors import PlanError


class Entry(BaseModel):
    """A component in a plan: `use` names it in the catalogue, `name` labels it in tables, the rest are its options.

    A metric judges every prompt that offers what it reads; `on = ["counts"]` keeps it to those scenarios.
    A metric or a scenario may say what it tells of: `aspects = ["knowledge"]`; without it, what its own file says.
    """

    model_config = ConfigDict(extra="allow", frozen=True)
    use: str
    name: str | None = None
    on: tuple[str, ...] | None = None
    aspects: tuple[str, ...] | None = None

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, value: Any) -> Any:
        return {"use": value} if isinstance(value, str) else value

    @property
    def label(self) -> str:
        """What the tables call it."""
        return self.name or self.use

    @property
    def options(self) -> dict[str, Any]:
        """What its factory is called with."""
        return dict(self.model_extra or {})


Sampling: TypeAlias = Literal["strict", "heim"]


class ScenarioEntry(Entry):
    """A scenario in a plan, with what is done otherwise on it than on the others.

    `perturb = "typos"`, or a list such as ["lowercase", "style style='oil painting'"], adds each prompt once more in
    each of these ways.
    """

    perturb: tuple[Entry, ...] = Field(default=(), description="perturbations by name, with their options as words")
    seeds: tuple[int, ...] | None = Field(default=None, min_length=1, description="its own; none: the plan's")
    images: int | None = Field(default=None, ge=1, le=100_000, description="images per prompt: seeds 0, 1, 2 ...")
    limit: int | None = Field(default=None, ge=1, description="prompts at most; the plan's own limit may cut further")
    sampling: Sampling | None = Field(default=None, description="which prompts a limit keeps; none: as the plan says")
    metrics: tuple[str, ...] | None = Field(default=None, description="only these judge it, by their names")
    group: str = Field(default="", description="scenarios of one group are averaged as well")

    @field_validator("perturb", mode="before")
    @classmethod
    def _words(cls, value: Any) -> Any:
        given = value if isinstance(value, list | tuple) else [value]
        return [words_of(item) if isinstance(item, str) else item for item in given]

    @field_validator("seeds")
    @classmethod
    def _seeds_differ(cls, seeds: tuple[int, ...] | None) -> tuple[int, ...] | None:
        return seeds if seeds is None else different(seeds)

    @model_validator(mode="after")
    def _one_way(self) -> "ScenarioEntry":
        if self.seeds is not None and self.images is not None:
            raise ValueError(f"{self.label!r} has seeds and images: give one of them")
        return self

    @property
    def own_seeds(self) -> tuple[int, ...] | None:
        """Its seeds, if they are not the plan's."""
        return tuple(range(self.images)) if self.images is not None else self.seeds


class _Settings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class EstimateSettings(_Settings):
    """How intervals are made."""

    level: float = Field(default=0.95, gt=0.5, lt=1)
    resamples: int = Field(default=2000, ge=100, le=100_000)
    seed: int = Field(default=0, ge=0)


class StageSettings(_Settings):
    """What each worker of one stage takes."""

    workers: int = Field(default=0, ge=0, description="0: as for all stages")
    cpus: float = Field(default=1.0, ge=0)
    gpus: float | None = Field(default=None, ge=0, description="none given: an equal share of those there are")


class ExecuteSettings(_Settings):
    """Where work runs; it never changes a result."""

    use: str = "threads"
    workers: int = Field(default=0, ge=0, description="0: one per core")
    draw: StageSettings = StageSettings()
    look: StageSettings = StageSettings()
    judge: StageSettings = StageSettings(gpus=0.0)  # metrics are small pure functions


class Published(_Settings):
    """A row of someone else's table, to stand beside ours: never ranked, never stored as an estimate."""

    model: str = Field(min_length=1)
    source: str = Field(min_length=1, description="the paper and its table, and what judged there")
    values: dict[str, dict[str, float]] = Field(description="by scenario, then by metric, in our units")


class Plan(_Settings):
    """Everything that a run is made of."""

    title: str = ""
    scenarios: tuple[ScenarioEntry, ...] = Field(min_length=1)
    models: tuple[Entry, ...] = Field(min_length=1)
    metrics: tuple[Entry, ...] | Literal["all"] = Field(min_length=1, description="or all that the prompts allow")
    available: bool = Field(
        default=False, description="go on without scenarios and metrics that cannot be had, naming each"
    )
    seeds: tuple[int, ...] = Field(default=(0,), min_length=1, description="one image per prompt and seed")
    limit: int | None = Field(default=None, ge=1, description="prompts per scenario, the same ones on any machine")
    sampling: Sampling = Field(
        default="strict", description="which prompts a limit keeps: by their names, or as HEIM draws them (heim)"
    )
    average: Sampling = Field(
        default="strict",
        description="in a group of scenarios: prompts count equally; or (heim) scenarios do, and groups in win rates",
    )
    reference: str | None = Field(
        default=None, description="the real side of set metrics: a model of the plan, a folder of images, or .npz"
    )
    annotators: dict[str, dict[str, Any]] = Field(default_factory=dict, description="options by annotator name")
    estimate: EstimateSettings = EstimateSettings()
    execute: ExecuteSettings = ExecuteSettings()
    published: tuple[Published, ...] = Field(default=(), description="others' numbers, shown beside ours as theirs")

    @field_validator("seeds")
    @classmethod
    def _seeds_differ(cls, seeds: tuple[int, ...]) -> tuple[int, ...]:
        return different(seeds)

    @model_validator(mode="after")
    def _labels_differ(self) -> "Plan":
        for kind in ("scenarios", "models"):
            labels = [entry.label for entry in getattr(self, kind)]
            twice = sorted({label for label in labels if labels.count(label) > 1})
            if twice:
                raise ValueError(f"two {kind} are called {twice[0]!r}: give one of them another name")
            unfit = [label for label in labels if not label.strip() or "/" in label or label.startswith(".")]
            if unfit:
                raise ValueError(
                    f"{unfit[0]!r} cannot name one of the {kind}: it is empty, has a slash or begins with a dot"
                )
        wrong = [entry.label for entry in self.models if entry.aspects is not None]
        if wrong:
            raise ValueError(f"the model {wrong[0]!r} cannot state aspects: give them to a metric or a scenario")
        metrics = () if self.metrics == "all" else self.metrics
        changed = [entry.label for entry in (*self.models, *metrics) if "perturb" in entry.options]
        if changed:
            raise ValueError(f"{changed[0]!r} cannot be perturbed: a scenario can")
        return self

    @model_validator(mode="after")
    def _chosen_metrics_are_there(self) -> "Plan":
        known = [] if self.metrics == "all" else [entry.label for entry in self.metrics]
        for entry in self.scenarios:
            strange = [name for name in entry.metrics or () if name not in known]
            if strange and self.metrics != "all":
                raise ValueError(
                    f"{entry.label!r} is to be judged by {strange[0]!r}, which is no metric here; "
                    f"{nearest(strange[0], known)}"
                )
        return self

    @model_validator(mode="after")
    def _published_has_a_place(self) -> "Plan":
        known = [entry.label for entry in self.scenarios]
        strange = [name for row in self.published for name in row.values if name not in known]
        if strange:
            raise ValueError(
                f"published numbers for {strange[0]!r}, which is no scenario; {nearest(strange[0], known)}"
            )
        return self


def different(seeds: tuple[int, ...]) -> tuple[int, ...]:
    """The seeds, if no two are alike and none is below 0."""
    if len(set(seeds)) < len(seeds) or min(seeds) < 0:
        raise ValueError("seeds must be different whole numbers from 0 up")
    return seeds


def words_of(text: str) -> dict[str, Any]:
    """An entry written in one line: its name, then its options as words.

    >>> words_of("style style='oil painting' prob=0.5")
    {'use': 'style', 'style': 'oil painting', 'prob': 0.5}
    """
    try:
        use, *words = shlex.split(text)
    except ValueError as error:
        raise PlanError(f"cannot read {text!r}: {error}; write it as 'NAME option=value option=value'") from error
    entry: dict[str, Any] = {"use": use}
    for word in words:
        option, equals, value = word.partition("=")
        if not equals or not option:
            raise PlanError(f"cannot read {word!r} in {text!r}: write it as 'NAME option=value option=value'")
        entry[option] = value_of(value)
    return entry


def value_of(text: str) -> Any:
    """A value as TOML writes it; a bare word is text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text.strip()


def is_path_option(name: str) -> bool:
    """Whether an option tells a place on this machine, which is no part of a result's identity."""
    return name == "path" or name.endswith(("_path", "_paths"))
