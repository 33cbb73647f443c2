"""Groups of prompts: every tag, and what a prompt expects, that sorts prompts into few groups."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

GROUPS = 24  # a tag with more values is a name, not a category; PaintSkills has 21 objects
Groups = dict[str, dict[str, tuple[str, ...]]]  # by tag and its value, the ids of the prompts


def groups_of(prompts: Iterable[tuple[str, str | None, str | None]]) -> Groups:
    """Prompt ids by tag and value, given each prompt's id, tags and expectations (both JSON).

    >>> groups_of([("p", '{"colour": "red"}', None), ("q", '{"colour": "blue"}', None)])
    {'colour': {'blue': ('q',), 'red': ('p',)}}
    """
    found: dict[str, dict[str, list[str]]] = {}
    for prompt_id, tags, expect in prompts:
        for name, value in (_expected(json.loads(expect or "{}")) | json.loads(tags or "{}")).items():
            if str(value):
                found.setdefault(name, {}).setdefault(str(value), []).append(prompt_id)
    return {
        tag: {value: tuple(values[value]) for value in sorted(values)}
        for tag, values in sorted(found.items())
        if 1 < len(values) <= GROUPS
    }


def _expected(expect: Mapping[str, Any]) -> dict[str, Any]:
    """Of what is expected, what sorts prompts: the group, and of a single thing how many and of which colour."""
    things = expect.get("objects", [])
    single = {name: things[0].get(name, "") for name in ("count", "colour")} if len(things) == 1 else {}
    return {"group": expect.get("group", ""), **single}


def distinct(groups: Mapping[str, Mapping[str, tuple[str, ...]]]) -> list[str]:
    """The tags less those that sort the prompts just as an earlier one does."""
    found: dict[frozenset[tuple[str, ...]], str] = {}
    for tag, values in groups.items():
        found.setdefault(frozenset(values.values()), tag)
    return list(found.values())


def group_name(tag: str, value: str) -> str:
    """What the column `group` says.

    >>> group_name("colour", "red")
    'colour=red'
    """
    return f"{tag}={value}"
