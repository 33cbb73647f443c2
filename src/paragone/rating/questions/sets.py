"""The shipped sets of questions, by name."""

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paragone.core.catalogue import nearest
from paragone.core.errors import UnknownName
from paragone.rating.questions.question import Question


@functools.cache
def shipped_sets() -> Mapping[str, Mapping[str, Any]]:
    """Every set with its title and its questions."""
    text = (Path(__file__).parent / "sets.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def shipped(name: str) -> list[Question]:
    """The questions that a name means: "heim" all of a set, "heim.alignment" one of them."""
    family, _, one = name.partition(".")
    sets = shipped_sets()
    if family not in sets:
        raise UnknownName(f"no set of questions is called {family!r}; {nearest(family, sets)}")
    known = {key: value for key, value in sets[family].items() if isinstance(value, dict)}
    if one and one not in known:
        raise UnknownName(f"{family} has no question {one!r}; {nearest(one, known)}")
    chosen = [one] if one else [key for key, value in known.items() if key != "copyright"]
    return [Question.from_json({"name": key, **known[key]}) for key in chosen]
