"""Seconds against parameters as rows: ours with intervals, then what others published, marked as theirs."""

from collections.abc import Sequence
from typing import Any

from paragone.analysis.efficiency import METRICS, Efficiency
from paragone.analysis.speed import published_speeds
from paragone.core.types import Estimate
from paragone.report.numbers import interval_text
from paragone.report.pages.literature import MARK

SHOWN = dict(
    zip(METRICS, ("seconds an image", "denoised s", "images a second", "cost an image", "joules an image"), strict=True)
)


def efficiency_numbers(measured: Sequence[Efficiency]) -> list[dict[str, Any]]:
    """A row per model and scenario with every number in full, and why one is missing."""
    rows = []
    for one in measured:
        row: dict[str, Any] = {"model": one.model, "scenario": one.scenario, "parameters": one.parameters}
        for name, found in one.estimates.items():
            row |= {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high, f"{name}_n": found.n}
            row |= {f"{name}_missing": found.missing, f"{name}_note": found.reason}
        rows.append(row | {"peak_memory_mib": one.peak_memory_mib, "memory_of": one.memory_of})
    return rows


def efficiency_rows(measured: Sequence[Efficiency]) -> list[dict[str, str]]:
    """The same for people; columns without any number are left out, a lone gap is named at the end of its row."""
    there = [name for name in METRICS if any(one.estimates[name].value is not None for one in measured)]
    rows = [_row(one, there) for one in measured]
    empty = {SHOWN[name]: "" for name in there if name != "runtime"}
    for speed in published_speeds():
        seconds = f"{speed.low:g} to {speed.high:g} {MARK}"
        about = {"model": speed.model, "scenario": "", "parameters": size_text(speed.parameters)}
        rows.append(about | {SHOWN["runtime"]: seconds} | empty | {"peak memory": "", "n": "", "note": speed.source})
    return rows


def _row(one: Efficiency, there: Sequence[str]) -> dict[str, str]:
    cells = {SHOWN[name]: _cell(one.estimates[name]) for name in dict.fromkeys(("runtime", *there))}
    gaps = (one.estimates[name] for name in dict.fromkeys(("runtime", *there)))
    absent = {found.reason for found in gaps if found.value is None and found.reason}
    peak = "" if one.peak_memory_mib is None else f"{one.peak_memory_mib:,} MiB of the {one.memory_of}"
    place = {"model": one.model, "scenario": one.scenario, "parameters": size_text(one.parameters)}
    rest = {"peak memory": peak, "n": str(one.estimates["runtime"].n), "note": "; ".join(sorted(absent))}
    return place | cells | rest


def _cell(found: Estimate) -> str:
    return "-" if found.value is None else interval_text(found.value, found.low, found.high)


def size_text(parameters: int | None) -> str:
    """A model's size as people say it.

    >>> size_text(3_500_000_000), size_text(75_000_000), size_text(9_041), size_text(None)
    ('3.5 B', '75 M', '9.04 k', 'unknown')
    """
    if parameters is None:
        return "unknown"
    for unit, least in (("B", 1e9), ("M", 1e6), ("k", 1e3)):
        if parameters >= least:
            return f"{parameters / least:.3g} {unit}"
    return str(parameters)
