"""The folder is the catalogue: `metrics/fidelity/foo.py` that defines `metric` is the metric `foo`.

Sub-folders sort components by family and are no part of a name. A file or folder that begins with `_` is shared by its
neighbours and holds no component. Names are listed without importing anything. Other packages join through entry points
in the groups `paragone.metrics`, `paragone.models` and so on (KINDS); two things under one name are an error. What a
module defines is a factory: call it with options and it gives the component.

A file `registry.toml` in the folder gives short names to components with options set: data, not code.
"""

import ast
import difflib
import functools
import importlib
import importlib.metadata
import importlib.util
import inspect
import tomllib
from collections.abc import Callable, Iterable, Mapping
from numbers import Integral, Real
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin

from paragone.core.errors import BadOption, NameClash, NotReady, UnknownName

Kind: TypeAlias = Literal["scenarios", "models", "annotators", "metrics", "perturbations", "rankings"]
KINDS: tuple[Kind, ...] = get_args(Kind)
PACKAGE = Path(__file__).parent.parent


def names(kind: Kind) -> list[str]:
    """Everything registered under a kind, in order of name."""
    return sorted(_places(kind))


def listed(kind: Kind) -> list[str]:
    """What to show of a kind: everything registered, and of metrics also the short names."""
    return sorted({*names(kind), *(aliases(kind) if kind == "metrics" else ())})


def make(kind: Kind, name: str, options: Mapping[str, Any] | None = None) -> Any:
    """The component of that name, made with these options."""
    if name in aliases(kind) and name not in _places(kind):
        alias = aliases(kind)[name]
        if "use" not in alias:
            raise NotReady(
                f"the {kind[:-1]} {name!r} cannot be run from here: {alias['note']}; bring its results as files"
            )
        return make(kind, alias["use"], {**alias["options"], **(options or {})})
    factory = load(kind, name)
    given = dict(options or {})
    # A class that derives from a protocol and has no __init__ of its own shows *args and **kwargs: it has no options.
    listed = inspect.signature(factory).parameters
    parameters = {name: p for name, p in listed.items() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)}
    known = {option: p for option, p in parameters.items() if p.kind is not p.POSITIONAL_ONLY}
    for option in given:
        if option not in known:
            raise BadOption(f"the {kind[:-1]} {name!r} has no option {option!r}; {nearest(option, known)}")
        choices = _choices(known[option].annotation)
        if choices and given[option] not in choices:
            hint = nearest(str(given[option]), [str(choice) for choice in choices])
            raise BadOption(f"the {kind[:-1]} {name!r} has no {option} {given[option]!r}; {hint}")
        if not _fits(given[option], known[option].annotation):
            wanted = inspect.formatannotation(known[option].annotation)
            raise BadOption(f"the option {option!r} of the {kind[:-1]} {name!r} is {wanted}, not {given[option]!r}")
    missing = [
        parameter.name
        for parameter in parameters.values()
        if parameter.default is parameter.empty and parameter.name not in given
    ]
    if missing:
        raise BadOption(f"the {kind[:-1]} {name!r} needs the option {missing[0]!r}; give it in the plan")
    return factory(**given)


def _fits(value: Any, annotation: Any) -> bool:
    """Whether a value can be what a number, a flag or None is asked for; other kinds of options check themselves."""
    wanted = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    if any(kind not in (int, float, bool, NoneType) for kind in wanted):
        return True
    if value is None or isinstance(value, bool):
        return type(value) in wanted
    return isinstance(value, Integral if float not in wanted else Real) and (int in wanted or float in wanted)


def _choices(annotation: Any) -> tuple[Any, ...]:
    """All values that an option may have, where its annotation lists them."""
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def load(kind: Kind, name: str) -> Callable[..., Any]:
    """The factory of that name, importing just its module."""
    places = _places(kind)
    if name not in places:
        raise UnknownName(f"no {kind[:-1]} is called {name!r}; {nearest(name, [*places, *aliases(kind)])}")
    module, attribute = places[name].split(":")
    factory: Callable[..., Any] = getattr(importlib.import_module(module), attribute)
    return factory


@functools.cache
def aliases(kind: Kind) -> dict[str, dict[str, Any]]:
    """Short names and what is known of them: `use` and `options` make the component, the rest is for people."""
    path = PACKAGE / kind / "registry.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def summary(kind: Kind, name: str) -> str:
    """What a component is, in the words of its file, read without importing it; of a short name its title."""
    path = _files(kind).get(name)
    if path is not None:
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        return text.partition("\n")[0]
    if name in _places(kind):
        return _summary_of_plugin(*_places(kind)[name].split(":"))
    return str(aliases(kind).get(name, {}).get("title", ""))


def _summary_of_plugin(module: str, attribute: str) -> str:
    """The first line that a plug-in's class or function says of itself, or else its module ('' where neither does)."""
    try:
        spec = importlib.util.find_spec(module)
        source = Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
        tree = ast.parse(source)
    except Exception:  # a stranger's package may fail in any way as it is found: a list is no place to say so
        return ""
    definitions = [node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    own = [ast.get_docstring(node) for node in definitions if node.name == attribute]
    text = next(filter(None, [*own, ast.get_docstring(tree)]), "")
    return text.partition("\n")[0]


def file_of(kind: Kind, name: str) -> Path | None:
    """The file of one of our own components; None for short names and other packages' components."""
    return _files(kind).get(name)


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint that ends an error: the nearest known names, or all of them where they are few.

    >>> nearest("blackot", ["blackout", "fractal"])
    'did you mean blackout?'
    """
    options = sorted(known)
    close = difflib.get_close_matches(name, options, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"there are {', '.join(options)}" if options else "there are none"


@functools.cache
def _files(kind: Kind) -> dict[str, Path]:
    """Our own components of a kind, by name."""
    files: dict[str, Path] = {}
    for path in sorted((PACKAGE / kind).rglob("*.py")):
        if any(part.startswith("_") for part in path.relative_to(PACKAGE).parts):
            continue
        if path.stem in files:
            raise NameClash(f"two {kind} are called {path.stem!r}: {files[path.stem]} and {path}; rename one")
        files[path.stem] = path
    return files


@functools.cache
def _places(kind: Kind) -> dict[str, str]:
    attribute = kind[:-1]
    places = {
        name: f"paragone.{'.'.join(path.relative_to(PACKAGE).with_suffix('').parts)}:{attribute}"
        for name, path in _files(kind).items()
    }
    for entry in importlib.metadata.entry_points(group=f"paragone.{kind}"):
        if entry.name in places:
            found = f"{places[entry.name]} and {entry.value}"
            raise NameClash(f"two {kind} are called {entry.name!r}: {found}; rename or uninstall one")
        places[entry.name] = entry.value
    return places
