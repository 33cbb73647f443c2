"""The page `Perturbed`: what a change of the prompts does to each model, as slopes from original to perturbed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

from paragone.report.numbers import Formatted, formatted, interval_text
from paragone.report.read.reader import Reader

Bounds: TypeAlias = Sequence[float | None]  # the least and the most that a metric gives
EDGE = 0.08  # of the range, left free above and below


@dataclass(frozen=True)
class Slope:
    """One model's two ends on a scale from 0 (top) to 100, and its numbers."""

    model: str
    role: str
    start: float | None  # where the original lies
    end: float | None  # where the perturbed one lies
    original: str
    perturbed: str
    change: Formatted
    p: str
    n: int
    worst: Formatted
    worst_heim: str
    verdict: str
    note: str


@dataclass(frozen=True)
class SlopeChart:
    """One metric under one perturbation of one scenario, all models."""

    scenario: str
    metric: str
    perturbation: str
    direction: str | None
    top: str  # what the upper and the lower end of the scale are
    bottom: str
    slopes: tuple[Slope, ...]


@dataclass(frozen=True)
class PerturbedPage:
    """Every change that was measured."""

    title: str
    charts: tuple[SlopeChart, ...]
    tests: int  # in the one family
    untold: int  # measures without a prompt that was scored both ways


def perturbed_page(reader: Reader) -> PerturbedPage | None:
    """The page, where prompts were perturbed."""
    rows = reader.changes
    if not rows:
        return None
    place = {model: number for number, model in enumerate(reader.models)}

    def about(row: dict[str, Any]) -> tuple[str, str, str]:
        return row["scenario"], row["metric"], row["perturbation"]

    ordered = sorted(rows, key=lambda row: (*about(row), place.get(row["model"], 0)))
    roles = {model: one["role"] for model, one in reader.manifest["models"].items()}
    grouped = [(names, list(few)) for names, few in groupby(ordered, about)]
    compared = [
        (names, few)
        for names, few in grouped
        if any(row[side] is not None for row in few for side in ("original", "perturbed"))
    ]
    # What changed clearly comes first; within each half by scenario, metric and perturbation.
    compared.sort(key=lambda one: not any(row["verdict"] in ("better", "worse") for row in one[1]))
    bounds = {metric: one.get("bounds") or (None, None) for metric, one in reader.manifest["metrics"].items()}
    charts = [_chart(names, few, roles, bounds.get(names[1], (None, None))) for names, few in compared]
    tests = sum(row["p_value"] is not None for row in rows)
    return PerturbedPage("Perturbed", tuple(charts), tests, len(grouped) - len(compared))


def _ends(rows: Sequence[dict[str, Any]]) -> list[float]:
    return [row[side] for row in rows for side in ("original", "perturbed") if row[side] is not None]


def _chart(
    names: tuple[str, str, str], rows: Sequence[dict[str, Any]], roles: dict[str, str], bounds: Bounds
) -> SlopeChart:
    ends = _ends(rows)
    low, high = min(ends), max(ends)
    room = (high - low) * EDGE or 1.0
    # The scale ends where the metric does: no share is drawn below 0.
    low = low - room if bounds[0] is None else max(low - room, bounds[0])
    high = high + room if bounds[1] is None else min(high + room, bounds[1])
    scenario, metric, perturbation = names
    slopes = [_slope(row, low, high, roles.get(row["model"], "")) for row in rows]
    ends_of_scale = formatted(high, low, high).value, formatted(low, low, high).value
    return SlopeChart(scenario, metric, perturbation, rows[0]["direction"], *ends_of_scale, tuple(slopes))


def _slope(row: dict[str, Any], low: float, high: float, role: str) -> Slope:
    start, end = (
        None if row[side] is None else 100 * (high - row[side]) / (high - low) for side in ("original", "perturbed")
    )
    width = (row["low"], row["high"])
    plain = {side: _plain(row[side], width) for side in ("original", "perturbed", "worst_heim")}
    return Slope(
        model=row["model"],
        role=role,
        start=start,
        end=end,
        original=plain["original"],
        perturbed=plain["perturbed"],
        change=formatted(row["value"], *width),
        p="" if row["p_adjusted"] is None else f"{row['p_adjusted']:.3f}",
        n=row["n"],
        worst=formatted(row["worst"], row["worst_low"], row["worst_high"]),
        worst_heim=plain["worst_heim"],
        verdict=row["verdict"],
        note=row["reason"] or "",
    )


def _plain(value: float | None, width: tuple[float | None, float | None]) -> str:
    """A number with as many digits as the interval of the change supports."""
    low, high = width
    if value is None or low is None or high is None or high <= low:
        return formatted(value, None, None).value
    return formatted(value, value, value + high - low).value


def change_table(rows: Sequence[dict[str, Any]], titles: Mapping[str, str]) -> list[dict[str, str]]:
    """Stored rows for people."""
    return [
        {
            "model": row["model"],
            "scenario": row["scenario"],
            "metric": titles.get(row["metric"], row["metric"]),
            "perturbation": row["perturbation"],
            "original": _plain(row["original"], (row["low"], row["high"])),
            "perturbed": _plain(row["perturbed"], (row["low"], row["high"])),
            "change": interval_text(row["value"], row["low"], row["high"]),
            "p_holm": "" if row["p_adjusted"] is None else f"{row['p_adjusted']:.3f}",
            "n": str(row["n"]),
            "worst": interval_text(row["worst"], row["worst_low"], row["worst_high"]),
            "worst (HEIM)": _plain(row["worst_heim"], (row["low"], row["high"])),
            "verdict": row["verdict"],
        }
        for row in rows
    ]
