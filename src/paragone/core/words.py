"""Types as people say them: a whole number, a text, one of a few words."""

import collections.abc
import inspect
import pathlib
import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

PLAIN = {int: "a whole number", float: "a number", bool: "true or false", str: "a text", pathlib.Path: "a path"}
LISTS = (list, tuple, set, frozenset, collections.abc.Sequence, collections.abc.Collection)


def kind_in_words(annotation: Any) -> str:
    """What a value is to be, in words.

    >>> kind_in_words(int | None), kind_in_words(Literal["a", "b"]), kind_in_words(tuple[str, ...])
    ('a whole number or none', 'a or b', 'a list of texts')
    """
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in PLAIN:
        return PLAIN[annotation]
    if annotation in (None, types.NoneType):
        return "none"
    if origin is Annotated:
        return kind_in_words(inner[0])
    if origin is Literal:
        return " or ".join(str(value) if value != "" else "nothing" for value in inner)
    if origin in (Union, types.UnionType):
        parts = dict.fromkeys(kind_in_words(part) for part in inner)
        if "a path" in parts:
            parts.pop("a text", None)  # a path may be written as a text everywhere
        return " or ".join(parts)
    if origin in LISTS or annotation in LISTS:
        things = [part for part in inner if part is not Ellipsis]
        return f"a list of {_several(kind_in_words(things[0]))}" if things else "a list"
    if origin in (dict, collections.abc.Mapping) or annotation in (dict, collections.abc.Mapping):
        return "a table"
    if annotation is inspect.Parameter.empty or annotation is Any:
        return "anything"
    return str(getattr(annotation, "__name__", annotation)).lower()


def _several(word: str) -> str:
    """More than one of them.

    >>> _several("a whole number"), _several("a table")
    ('whole numbers', 'tables')
    """
    first = word.partition(" or ")[0]
    return first.removeprefix("a ").removeprefix("an ") + ("s" if first.startswith("a") else "")
