"""Values from tables as people read them: long text cut, lists in words, numbers rounded."""

import json
from collections.abc import Mapping
from typing import Any


def cut(text: str, length: int = 160) -> str:
    """The beginning of a long text."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "\u2026"


def plainly(value: Any) -> str:
    """What a prompt expects, as a person would say it; nothing for nothing.

    >>> plainly([{"count": 2, "label": "dog"}, {"count": 1, "label": "car"}]), plainly({"seed": 0}), plainly([])
    ('2 dog; 1 car', 'seed 0', '')
    """
    if isinstance(value, dict):
        return ", ".join(f"{name} {text}" for name, item in value.items() if (text := plainly(item)))
    if isinstance(value, list):
        inside = [
            " ".join(filter(None, map(plainly, item.values()))) if isinstance(item, dict) else plainly(item)
            for item in value
        ]
        return ("; " if any(isinstance(item, dict) for item in value) else ", ").join(filter(None, inside))
    return "" if value is None else _word(value)


def words(values: Mapping[str, Any]) -> dict[str, str]:
    """Each value as a person reads it."""
    return {str(name): _word(value) for name, value in values.items()}


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return cut(value, 2000) if not value.startswith("iVBORw0KGgo") else "a mask"
    if isinstance(value, float):
        return f"{value:.5g}"
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return cut(", ".join(value), 2000)
    if isinstance(value, (dict, list)):
        return cut(json.dumps(_rounded(value), ensure_ascii=False), 4000)
    return str(value)


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value
