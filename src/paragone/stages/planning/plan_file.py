"""Read plans: a TOML file, a shipped plan by its name, or a mapping, with changes given as flags."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from paragone.core.catalogue import aliases, make, nearest
from paragone.core.catalogue import names as catalogue_names
from paragone.core.components import Scenario
from paragone.core.errors import ParagoneError, PlanError
from paragone.stages.planning.include import with_included
from paragone.stages.planning.plan import (
    Entry,
    EstimateSettings,
    ExecuteSettings,
    Plan,
    Published,
    ScenarioEntry,
    StageSettings,
    is_path_option,
    value_of,
    words_of,
)

SHIPPED = Path(__file__).parents[2] / "plans"


def read_plan(source: str | Path | Mapping[str, Any], settings: Sequence[str] = ()) -> Plan:
    """The plan in a file, by the name of a shipped one, or from a mapping; `settings` are KEY=VALUE changes."""
    name = "the plan" if isinstance(source, Mapping) else str(source)
    raw = with_included(dict(source) if isinstance(source, Mapping) else _raw(source), _raw)
    for setting in settings:
        _change(raw, setting)
    try:
        return Plan.model_validate(raw)
    except ValidationError as error:
        raise PlanError(f"{name}: {_first_problem(error)}") from error


def _raw(source: str | Path) -> dict[str, Any]:
    """What a plan's file says, with its paths anchored beside it."""
    path = _find(source)
    raw = _parse(path)
    _anchor_paths(raw, path.parent)
    _anchor_reference(raw, path.parent)
    return raw


def entry_from(text: str) -> Entry:
    """A component from a flag: its name, and options as words.

    >>> entry_from("sdxl steps=30 name='sdxl, 30 steps'").label
    'sdxl, 30 steps'
    """
    entry = words_of(text)
    _anchor_paths({"models": [entry]}, Path.cwd())
    return Entry.model_validate(entry)


def shipped_plans() -> list[str]:
    """The names of the plans that come with Paragone."""
    return sorted(path.relative_to(SHIPPED).with_suffix("").as_posix() for path in SHIPPED.rglob("*.toml"))


def choose_models(plan: Plan, names: list[str]) -> Plan:
    """The plan with only these models: labels of the plan, or names of the catalogue with their options, if any."""
    by_label = {entry.label: entry for entry in plan.models}
    known = [*by_label, *catalogue_names("models"), *aliases("models")]
    chosen = tuple(by_label.get(name) or entry_from(name) for name in names)
    labels = [entry.label for entry in chosen]
    for entry in chosen:
        if labels.count(entry.label) > 1:
            raise PlanError(f"two models are called {entry.label!r}; give one another name: '{entry.use} ... name=b'")
        if entry.use not in known and entry.label not in known:
            raise PlanError(f"no model is called {entry.use!r}; {nearest(entry.use, known)}")
    # The real images are nobody's rival: what is compared with them keeps its other side.
    real = [entry for entry in plan.models if entry.use == "real" and entry not in chosen]
    return plan.model_copy(update={"models": (*chosen, *real)})


def choose_aspects(plan: Plan, aspects: Sequence[str]) -> Plan:
    """The plan with only the scenarios that tell of one of these aspects: what the plan says, else their own file."""
    stated = {entry: aspects_of(entry) for entry in plan.scenarios}
    known = {aspect for some in stated.values() for aspect in some}
    for aspect in aspects:
        if aspect not in known:
            raise PlanError(f"no scenario of the plan tells of the aspect {aspect!r}; {nearest(aspect, known)}")
    kept = tuple(entry for entry in plan.scenarios if set(aspects) & set(stated[entry]))
    return _narrowed(plan, kept)


def _narrowed(plan: Plan, kept: tuple[ScenarioEntry, ...]) -> Plan:
    """The plan with these scenarios, without metrics and published numbers that are for others alone."""
    labels = {entry.label for entry in kept}
    metrics = plan.metrics
    if metrics != "all":
        narrowed = (
            entry if entry.on is None else entry.model_copy(update={"on": tuple(n for n in entry.on if n in labels)})
            for entry in metrics
        )
        metrics = tuple(entry for entry in narrowed if entry.on is None or entry.on)
    published = tuple(
        row.model_copy(update={"values": own})
        for row in plan.published
        if (own := {name: values for name, values in row.values.items() if name in labels})
    )
    return plan.model_copy(update={"scenarios": kept, "metrics": metrics, "published": published})


def aspects_of(entry: ScenarioEntry) -> tuple[str, ...]:
    """What a scenario of a plan tells of; what cannot be made tells of nothing."""
    if entry.aspects is not None:
        return entry.aspects
    try:
        found: Scenario = make("scenarios", entry.use, entry.options)
    except ParagoneError:
        return ()
    return found.aspects


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
    # A plan and its files travel together: options called path (or ..._path, ..._paths) are relative to the plan.
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _anchor_paths(item, folder)
    if isinstance(value, dict):
        for name, item in value.items():
            if is_path_option(name) and isinstance(item, str):
                value[name] = str(folder / Path(item).expanduser())
            elif is_path_option(name) and isinstance(item, list):
                value[name] = [str(folder / Path(str(one)).expanduser()) for one in item]


def _anchor_reference(raw: dict[str, Any], folder: Path) -> None:
    """A reference that is no model of the plan is a place, relative to the plan as well."""
    given = raw.get("reference")
    models = [
        entry if isinstance(entry, str) else entry.get("name") or entry.get("use") for entry in raw.get("models", ())
    ]
    if isinstance(given, str) and given not in models and ("/" in given or (folder / given).exists()):
        raw["reference"] = str(folder / Path(given).expanduser())


def _change(raw: dict[str, Any], setting: str) -> None:
    name, equals, text = setting.partition("=")
    if not equals or not name.strip():
        raise PlanError(
            f"cannot use --set {setting!r}: write it as key=value, for example --set estimate.resamples=500"
        )
    value = value_of(text)
    *folders, last = name.strip().split(".")
    place: Any = raw
    for folder in folders:
        place = _step(place, folder, setting)
    if isinstance(place, list):
        raise PlanError(f"cannot use --set {setting!r}: name an entry and its option, for example models.NAME.steps=30")
    place[last] = value


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
    wanted = _wanted(problem["type"], problem.get("ctx") or {})
    if wanted:
        return f"{key} is {_shown(problem['input'])}; give {wanted}"
    message = str(problem["msg"]).removeprefix("Value error, ")
    return f"{key}: {message}" if key else message


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]} ..."


def _wanted(problem: str, context: Mapping[str, Any]) -> str:
    """What a value should have been, in our words; '' for problems that speak for themselves."""
    kinds = {"int": "a whole number", "float": "a number", "string": "a text", "bool": "true or false"}
    kinds |= {"tuple": "a list", "list": "a list", "dict": "a table", "model": "a name, or a table with `use`"}
    bounds = {"ge": "from {} up", "gt": "above {}", "le": "up to {}", "lt": "below {}"}
    limits = [f"a number {words.format(context[name])}" for name, words in bounds.items() if name in context]
    if limits:
        return limits[0]
    if problem == "literal_error":
        return str(context.get("expected", "")).replace("'", "")
    if problem == "too_short":
        return f"at least {context.get('min_length', 1)}"
    return next((words for name, words in kinds.items() if problem.startswith(f"{name}_")), "")


def _fields_at(location: tuple[int | str, ...]) -> list[str]:
    groups: dict[str, type[BaseModel]] = {
        "estimate": EstimateSettings,
        "execute": ExecuteSettings,
        "published": Published,
    }
    model = groups.get(str(location[0]), Plan) if location else Plan
    model = StageSettings if model is ExecuteSettings and len(location) > 1 else model
    return list(model.model_fields)
