"""Functions of a notebook as models: `paragone.run({..., "models": [draw]})` takes them as they are."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from paragone.api import given_functions
from paragone.core.keys import content_hash, key_of


def with_functions(plan: Mapping[str, Any]) -> dict[str, Any]:
    """The plan with every function among its models as an entry that calls it; a mapping names them."""
    models = plan.get("models")
    if isinstance(models, Mapping):
        entries: list[Any] = [_entry(made, str(name)) for name, made in models.items()]
    elif callable(models):
        entries = [_entry(models, "")]
    else:
        entries = [_entry(made, "") for made in models or ()]
    return {**plan, "models": entries} if models else dict(plan)


def _entry(made: Any, name: str) -> Any:
    if not callable(made):
        return {"use": made, "name": name} if name and isinstance(made, str) else made
    label = name or getattr(made, "__name__", type(made).__name__).strip("<>")
    source = key_of(source_of(made))[:12]
    given_functions.FUNCTIONS[f"{label}_{source}"] = made
    return {
        "use": "python",
        "name": label,
        "function": f"{given_functions.__name__}:{label}_{source}",
        "version": source,
    }


def source_of(made: Callable[..., Any]) -> str:
    """What a function is: its text where Python knows it, else its code; what it calls is not in it."""
    code = getattr(made, "__code__", None) or getattr(type(made).__call__, "__code__", None)
    try:
        return inspect.getsource(made if inspect.isroutine(made) else type(made))
    except (OSError, TypeError):
        return content_hash(code.co_code + repr(code.co_consts).encode()) if code else repr(type(made))
