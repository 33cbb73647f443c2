"""One component, told whole: what it is, its options with their defaults, what it needs, and how a plan names it."""

import dataclasses
import inspect
import json
from collections.abc import Mapping, Sequence
from typing import Any

import typer

from paragone.cli.terminal.formats import Form, put
from paragone.cli.terminal.screen import print_table, print_text, visible
from paragone.core.catalogue import KINDS, Kind, aliases, listed, load, make, summary
from paragone.core.errors import ParagoneError
from paragone.core.words import kind_in_words

NEEDED = "(give one)"
TOLD = ("title", "direction", "domain", "reads", "needs", "needs_weights", "real images", "aspects", "not ready")
SAMPLES = {"path": "images/mine", "prompts_path": "prompts.csv", "base_url": "http://127.0.0.1:7860", "id": "ID"}


def kinds_of(name: str) -> list[Kind]:
    """The kinds that have a component or a short name called so."""
    return [kind for kind in KINDS if name in listed(kind) or name in aliases(kind)]


def tell_all(name: str, kinds: Sequence[Kind], *, form: Form) -> None:
    """Print what there is to know of every component of that name."""
    components = [about(kind, name) for kind in kinds]
    if form == "text":
        for one in components:
            _print(one)
    elif form == "json":
        put(form, components)
    else:
        put(form, [{"component": one["name"], **option} for one in components for option in one["options"]])


def about(kind: Kind, name: str) -> dict[str, Any]:
    """What is known of a component without running it."""
    alias = aliases(kind).get(name, {})
    use = alias.get("use", name)
    factory = load(kind, use) if use in listed(kind) or not alias else None
    options = options_of(factory, alias.get("options", {})) if factory else []
    text = inspect.getdoc(factory) if factory else None
    more = "" if text is None or text.startswith(f"{getattr(factory, '__name__', '')}(") else text
    return {
        "name": name,
        "kind": kind[:-1],
        "what it is": alias.get("title") or summary(kind, name),
        "more": more,
        "options": options,
        **declared(kind, name, options),
        "example": example(kind, name, options),
    }


def options_of(factory: Any, changed: Mapping[str, Any]) -> list[dict[str, str]]:
    """The options of a component: name, what kind of value, the default."""
    rows = []
    for option in inspect.signature(factory).parameters.values():
        if option.kind in (option.VAR_POSITIONAL, option.VAR_KEYWORD, option.POSITIONAL_ONLY):
            continue
        default = changed.get(option.name, _default(factory, option))
        shown = NEEDED if default is option.empty else "none" if default is None else json.dumps(default, default=str)
        rows.append({"option": option.name, "kind": kind_in_words(option.annotation), "default": shown})
    return rows


def _default(factory: Any, option: inspect.Parameter) -> Any:
    """The default; that of a dataclass may be made anew each time."""
    made = {field.name: field.default_factory for field in getattr(factory, "__dataclass_fields__", {}).values()}
    maker = made.get(option.name, dataclasses.MISSING)
    return option.default if maker is dataclasses.MISSING else maker()


# What each kind declares beside what all do, in core/components.py.
DECLARED: Mapping[Kind, tuple[str, ...]] = {
    "scenarios": ("aspects", "title"),
    "models": (),
    "annotators": ("needs", "domain"),
    "metrics": ("needs", "aspects", "direction", "title"),
    "perturbations": (),
    "rankings": ("title",),
}


def declared(kind: Kind, name: str, options: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """What a component declares when it is made as it comes; nothing where it needs an option first."""
    if any(option["default"] == NEEDED for option in options):
        return {}
    try:
        made = make(kind, name)
        found = {what: getattr(made, what) for what in ("reads", "needs_weights", *DECLARED[kind])}
        if kind == "metrics":
            found["real images"] = "needed" if made.kind == "set" and made.needs_real else None
            found["direction"] = made.direction and f"{made.direction} is better"
    except (ParagoneError, ImportError) as error:
        return {"not ready": str(error)}
    return {what: list(value) if isinstance(value, tuple) else value for what, value in found.items() if value}


def example(kind: Kind, name: str, options: Sequence[Mapping[str, str]]) -> str:
    """How a plan names it."""
    needed = [option["option"] for option in options if option["default"] == NEEDED]
    words = [f'use = "{name}"', *(f'{option} = "{SAMPLES.get(option, "...")}"' for option in needed)]
    entry = f"{{ {', '.join(words)} }}" if needed else f'"{name}"'
    places = {"annotators": f"[annotators.{name}]", "rankings": "", "perturbations": f'perturb = ["{name}"]'}
    return places.get(kind, f"{kind} = [{entry}]")


def _print(one: Mapping[str, Any]) -> None:
    print_text(f"{one['name']}, a {one['kind']}: {one['what it is']}")
    for paragraph in one["more"].split("\n\n"):
        if paragraph.strip() and paragraph.strip().rstrip(".") != one["what it is"].rstrip("."):
            print_text(visible(" ".join(paragraph.split())))
    if one["options"]:
        typer.echo("")
        print_table(one["options"])
    typer.echo("")
    for what in TOLD:
        if what in one:
            value = one[what]
            words = ", ".join(value) if isinstance(value, list) else str(value)
            print_text(f"{what.replace('_', ' ')}: {visible(words)}", indent="  ")
    if one["example"]:
        print_text(f"in a plan: {one['example']}", indent="  ")
    typer.echo("")
