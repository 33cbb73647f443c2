"""Plans: a TOML file says which scenarios, models, seeds and metrics to run."""

import shlex
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from paragone.core.catalogue import nearest
from paragone.core.errors import PlanError

SHIPPED = Path(__file__).parent.parent / "plans"


class Entry(BaseModel):
    """A component in a plan: `use` names it in the catalogue, `name` labels it in tables, the rest are its options.

    A metric may also say which scenarios it judges: `on = ["counts"]`; without it, all of them.
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


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class EstimateSettings(_Part):
    """How intervals are made."""

    level: float = Field(default=0.95, gt=0.5, lt=1)
    resamples: int = Field(default=2000, ge=100, le=100_000)
    seed: int = Field(default=0, ge=0)


class StageSettings(_Part):
    """What each worker of one stage takes."""

    workers: int = Field(default=0, ge=0, description="0: as for all stages")
    cpus: float = Field(default=1.0, ge=0)
    gpus: float | None = Field(default=None, ge=0, description="none given: an equal share of those there are")


class ExecuteSettings(_Part):
    """Where work runs; it never changes a result."""

    use: str = "threads"
    workers: int = Field(default=0, ge=0, description="0: one per core")
    draw: StageSettings = StageSettings()
    look: StageSettings = StageSettings()
    judge: StageSettings = StageSettings(gpus=0.0)  # metrics are small pure functions


class Published(_Part):
    """A row of someone else's table, to stand beside ours: never ranked, never stored as an estimate."""

    model: str = Field(min_length=1)
    source: str = Field(min_length=1, description="the paper and its table, and what judged there")
    values: dict[str, dict[str, float]] = Field(description="by scenario, then by metric, in our units")


class Plan(_Part):
    """Everything that a run is made of."""

    title: str = ""
    scenarios: tuple[Entry, ...] = Field(min_length=1)
    models: tuple[Entry, ...] = Field(min_length=1)
    metrics: tuple[Entry, ...] = Field(min_length=1)
    seeds: tuple[int, ...] = Field(default=(0,), min_length=1, description="one image per prompt and seed")
    limit: int | None = Field(default=None, ge=1, description="prompts per scenario, the same ones on any machine")
    reference: str | None = Field(default=None, description="the model whose images are the real side of set metrics")
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


def read_plan(source: str | Path | Mapping[str, Any], settings: Sequence[str] = ()) -> Plan:
    """The plan in a file, by the name of a shipped one, or from a mapping; `settings` are KEY=VALUE changes."""
    if isinstance(source, Mapping):
        name, raw = "the plan", dict(source)
    else:
        path = _find(source)
        name, raw = str(source), _parse(path)
        _anchor_paths(raw, path.parent)
    for setting in settings:
        _change(raw, setting)
    try:
        return Plan.model_validate(raw)
    except ValidationError as error:
        raise PlanError(f"{name}: {_first_problem(error)}") from error


def entry_from(text: str) -> Entry:
    """A component from a flag: its name, and options as words.

    >>> entry_from("sdxl steps=30 name='sdxl, 30 steps'").label
    'sdxl, 30 steps'
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
        entry[option] = _value(value)
    _anchor_paths({"models": [entry]}, Path.cwd())
    return Entry.model_validate(entry)


def shipped_plans() -> list[str]:
    """The names of the plans that come with Paragone."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


def _find(source: str | Path) -> Path:
    path = Path(source)
    if path.suffix == ".toml" or path.is_file():
        if not path.is_file():
            raise PlanError(f"there is no plan file {path}; shipped plans are {', '.join(shipped_plans())}")
        return path
    if str(source) not in shipped_plans():
        raise PlanError(
            f"no plan is called {str(source)!r}; {nearest(str(source), shipped_plans())} (a file ends in .toml)"
        )
    return SHIPPED / f"{source}.toml"


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PlanError(f"{path}: not valid TOML: {error}") from error


def _anchor_paths(value: Any, folder: Path) -> None:
    # A plan and its files travel together: options called path (or ..._path) are relative to the plan.
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _anchor_paths(item, folder)
    if isinstance(value, dict):
        for name, item in value.items():
            if is_path_option(name) and isinstance(item, str):
                value[name] = str(folder / Path(item).expanduser())


def is_path_option(name: str) -> bool:
    """Whether an option tells a place on this machine, which is no part of a result's identity."""
    return name == "path" or name.endswith("_path")


def _change(raw: dict[str, Any], setting: str) -> None:
    name, equals, text = setting.partition("=")
    if not equals or not name.strip():
        raise PlanError(
            f"cannot use --set {setting!r}: write it as key=value, for example --set estimate.resamples=500"
        )
    value = _value(text)
    *folders, last = name.strip().split(".")
    place: Any = raw
    for folder in folders:
        place = _step(place, folder, setting)
    if isinstance(place, list):
        raise PlanError(f"cannot use --set {setting!r}: name an entry and its option, for example models.NAME.steps=30")
    place[last] = value


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text.strip()  # a bare word is text


def _step(place: Any, folder: str, setting: str) -> Any:
    if isinstance(place, list):
        place[:] = [{"use": entry} if isinstance(entry, str) else entry for entry in place]
        for entry in place:
            if folder in (entry.get("name"), entry.get("use")):
                return entry
        known = [str(entry.get("name") or entry.get("use")) for entry in place]
        raise PlanError(f"cannot use --set {setting!r}: nothing there is called {folder!r}; {nearest(folder, known)}")
    inner = place.setdefault(folder, {})
    if not isinstance(inner, (dict, list)):
        raise PlanError(f"cannot use --set {setting!r}: {folder!r} is a value, not a group")
    return inner


def _first_problem(error: ValidationError) -> str:
    problem = error.errors()[0]
    key = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        known = _fields_at(problem["loc"][:-1])
        return f"there is no setting {key!r}; {nearest(str(problem['loc'][-1]), known)}"
    if problem["type"] == "missing":
        return f"{key!r} is missing; a plan needs scenarios, models and metrics, and an entry needs `use`"
    message = str(problem["msg"]).removeprefix("Value error, ")
    return f"{key}: {message}" if key else message


def _fields_at(location: tuple[int | str, ...]) -> list[str]:
    groups: dict[str, type[BaseModel]] = {
        "estimate": EstimateSettings,
        "execute": ExecuteSettings,
        "published": Published,
    }
    model = groups.get(str(location[0]), Plan) if location else Plan
    model = StageSettings if model is ExecuteSettings and len(location) > 1 else model
    return list(model.model_fields)
