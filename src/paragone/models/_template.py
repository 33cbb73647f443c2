"""Requests from templates, and values found in replies by a path such as `data[0].url`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from paragone.core.errors import BadOption
from paragone.models._fault import Fault

PLACE = re.compile(r"\{([A-Za-z0-9_.*\[\]]+)\}")
STEP = re.compile(r"\.?([A-Za-z0-9_-]+|\*)|\[(\d+|\*)\]")


def fill(template: Any, values: Mapping[str, Any]) -> Any:
    """A JSON template with `{prompt}` and `{seed}` put in, in one pass, so that no prompt can bring its own places.

    A text that is nothing but a place becomes the value itself, number or text.

    >>> fill({"text": "a photo: {prompt}", "seed": "{seed}", "n": 1}, {"prompt": 'say "{seed}"', "seed": 7})
    {'text': 'a photo: say "{seed}"', 'seed': 7, 'n': 1}
    """
    if isinstance(template, str):
        whole = PLACE.fullmatch(template)
        if whole and whole[1] in values:
            return values[whole[1]]
        return PLACE.sub(lambda found: str(values[found[1]]) if found[1] in values else found[0], template)
    if isinstance(template, Mapping):
        return {name: fill(item, values) for name, item in template.items()}
    if isinstance(template, (list, tuple)):
        return [fill(item, values) for item in template]
    return template


def fill_url(template: str, values: Any) -> str:
    """An address with places put in, each quoted, so that a value cannot change where the address leads.

    >>> fill_url("http://x/draw/{prompt}?seed={seed}", {"prompt": "cats & dogs/..", "seed": 1})
    'http://x/draw/cats%20%26%20dogs%2F..?seed=1'
    """
    return PLACE.sub(lambda found: quote(str(find(values, found[1])), safe=""), template)


def find(value: Any, path: str) -> Any:
    """The first value at a path: names, `[numbers]` and `*` for any name or place; a fault where there is none.

    >>> find({"jobs": {"7": {"images": ["a", "b"]}}}, "jobs.*.images[1]")
    'b'
    """
    for found in _at(value, steps_of(path)):
        return found
    raise Fault(f"the reply has nothing at {path!r}", "absent")


def steps_of(path: str) -> list[str | int]:
    """A path taken apart; one that cannot be read is the user's to mend.

    >>> steps_of("$.data[0].url")
    ['data', 0, 'url']
    """
    text = path.removeprefix("$")
    steps: list[str | int] = []
    while text:
        step = STEP.match(text)
        if step is None:
            raise BadOption(f"cannot read the path {path!r} at {text!r}; write it like data[0].url or *.images[0]")
        steps.append(step[1] or (step[2] if step[2] == "*" else int(step[2])))
        text = text[step.end() :]
    return steps


def _at(value: Any, steps: Sequence[str | int]) -> Iterator[Any]:
    if not steps:
        yield value
        return
    step, rest = steps[0], steps[1:]
    if isinstance(value, Mapping):
        inner = list(value.values()) if step == "*" else [value[step]] if step in value else []
    elif isinstance(value, list):
        inner = value if step == "*" else [value[step]] if isinstance(step, int) and step < len(value) else []
    else:
        inner = []
    for item in inner:
        yield from _at(item, rest)
