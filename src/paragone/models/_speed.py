"""Seconds against parameters: what a run measured beside what others published, as rows of one table."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from paragone.core.catalogue import aliases
from paragone.core.types import Estimate

PUBLISHED = Path(__file__).parent / "published_seconds.toml"


class Speed(NamedTuple):
    """One model's size and seconds per image; `low` to `high` is an interval of ours or a range of theirs."""

    model: str
    parameters: int | None
    seconds: float | None
    low: float | None
    high: float | None
    source: str


def published_speeds() -> list[Speed]:
    """What others measured, smallest model first."""
    rows = tomllib.loads(PUBLISHED.read_text(encoding="utf-8"))["seconds"]
    speeds = [Speed(row["model"], row["parameters"], None, row["low"], row["high"], row["source"]) for row in rows]
    return sorted(speeds, key=lambda speed: speed.parameters or 0)


def measured_speeds(runtimes: Mapping[str, Estimate], parameters: Mapping[str, int]) -> list[Speed]:
    """What a run measured; sizes come from the run itself, else from the registry, else they are unknown.

    >>> measured_speeds({"sdxl": Estimate(4.0, 3.8, 4.2, n=10)}, {})[0].parameters
    3500000000
    """
    speeds = []
    for model, runtime in runtimes.items():
        size = parameters.get(model, aliases("models").get(model, {}).get("parameters"))
        speeds.append(Speed(model, size, runtime.value, runtime.low, runtime.high, "this run"))
    return sorted(speeds, key=lambda speed: speed.parameters or 0)
