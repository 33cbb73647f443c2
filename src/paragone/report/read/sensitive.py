"""Which facts say that an image should not be shown unasked."""

from collections.abc import Mapping
from typing import Any

import polars as pl

WARNINGS = ("nsfw", "unsafe", "sexual", "nudity", "gore", "violen")
BARE = r"(genitalia|female_breast|anus|buttocks)_exposed"


def warnings_in(schema: Mapping[str, Any]) -> list[pl.Expr]:
    """What says that an image should not be shown unasked: a flag, a probability of one half, or a bare body part."""
    named = [name for name in schema if any(word in name.lower() for word in WARNINGS)]
    flags = [pl.col(name) for name in named if schema[name] == pl.Boolean]
    chances = [pl.col(name) >= 0.5 for name in named if schema[name] == pl.Float64]
    parts = [pl.col(name).str.contains(BARE) for name in ("boxes",) if schema.get(name) == pl.String]
    return [one.fill_null(value=False) for one in (*flags, *chances, *parts)]
