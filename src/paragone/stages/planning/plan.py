"""Plans: which scenarios, models, seeds and metrics to run."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from paragone.core.catalogue import nearest


class Entry(BaseModel):
    """A component in a plan: `use` names it in the catalogue, `name` labels it in tables, the rest are its options.

    A metric judges every prompt that offers what it reads; `on = ["counts"]` keeps it to those scenarios.
    A metric or a scenario may say what it tells of: `aspects = ["knowledge"]`; without it, what its own file says.
    A scenario may be given changed as well: `perturb = ["lowercase"]` adds each prompt once more, in lower case.
    """

    model_config = ConfigDict(extra="allow", frozen=True)
    use: str
    name: str | None = None
    on: tuple[str, ...] | None = None
    aspects: tuple[str, ...] | None = None
    perturb: tuple[str, ...] = ()

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
    scenarios: tuple[Entry, ...] = Field(min_length=1)
    models: tuple[Entry, ...] = Field(min_length=1)
    metrics: tuple[Entry, ...] | Literal["all"] = Field(min_length=1, description="or all that the prompts allow")
    available: bool = Field(default=False, description="go on without metrics that cannot be had, naming each")
    seeds: tuple[int, ...] = Field(default=(0,), min_length=1, description="one image per prompt and seed")
    limit: int | None = Field(default=None, ge=1, description="prompts per scenario, the same ones on any machine")
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
        if len(set(seeds)) < len(seeds) or min(seeds) < 0:
            raise ValueError("seeds must be different whole numbers from 0 up")
        return seeds

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
        changed = [entry.label for entry in (*self.models, *metrics) if entry.perturb]
        if changed:
            raise ValueError(f"{changed[0]!r} cannot be perturbed: a scenario can")
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


def is_path_option(name: str) -> bool:
    """Whether an option tells a place on this machine, which is no part of a result's identity."""
    return name == "path" or name.endswith("_path")
