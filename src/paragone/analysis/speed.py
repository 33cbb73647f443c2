"""How large a model is, and the seconds per image that others published for models of a size."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from paragone.core.catalogue import aliases

PUBLISHED = Path(__file__).parent / "published_seconds.toml"


class Published(NamedTuple):
    """One model's size and the range of its seconds per image, as someone else measured them."""

    model: str
    parameters: int
    low: float
    high: float
    source: str


def published_speeds() -> list[Published]:
    """What others measured, smallest model first."""
    rows = tomllib.loads(PUBLISHED.read_text(encoding="utf-8"))["seconds"]
    return sorted((Published(**row) for row in rows), key=lambda speed: speed.parameters)


def parameters_of(use: str, options: Mapping[str, Any]) -> int | None:
    """A model's size as the registry knows it: by short name, by hub id, or of the model behind a wrapper.

    >>> parameters_of("sdxl", {}), parameters_of("affix", {"model": "sdxl"}), parameters_of("command", {})
    (3500000000, 3500000000, None)
    """
    known = aliases("models")
    if use in known:
        return known[use].get("parameters")
    inner = options.get("model")
    if use in ("affix", "rewrite") and isinstance(inner, str):
        return parameters_of(inner, options.get("options") or {})
    same = (entry for entry in known.values() if entry.get("use") == use)
    return next((e.get("parameters") for e in same if _id(e.get("options", {})) == _id(options) != ""), None)


def _id(options: Mapping[str, Any]) -> str:
    return str(options.get("id") or "").lower()
