"""The table `changes`: how each metric moves from the prompts as they are to those that perturb them, and the worst."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from paragone.analysis.changes import CLEAR, doubted, scale_of
from paragone.analysis.perturbed_sets import set_change_rows
from paragone.analysis.scores import CellNumbers, RunScores
from paragone.core.cells import Cell, is_foreign
from paragone.core.keys import key_of
from paragone.core.types import Estimate
from paragone.stats.estimate import estimate_mean
from paragone.stats.paired import Difference, holm, paired_difference
from paragone.store.folder import RunFolder

VERSION = "1"  # of how a change is made
TAG = "perturbation"
UNNAMED = "changed"  # a perturbed prompt whose tags do not say how
Means = Mapping[str, float | None]  # by prompt id
Row = dict[str, Any]


class Twins(NamedTuple):
    """One perturbation on one scenario: the id of the perturbed prompt by that of its original."""

    perturbation: str
    changed: Mapping[str, str]


def store_changes(scores: RunScores) -> None:
    """Make the table anew where what it rests on has changed; all its rows are one family of tests."""
    known = {row["key"]: row for row in scores.folder.table("changes").read().to_dicts()}
    rows: list[Row] = []
    for scenario in scores.manifest["scenarios"]:
        twins = twins_of(perturbed_prompts(scores, scenario))
        for cell in sorted(scores.cells):
            if cell.scenario == scenario and twins:
                is_set = scores.metrics[cell.metric]["kind"] == "set"
                rows += set_change_rows(scores, cell) if is_set else _rows(scores, cell, twins, known)
    adjusted = holm([row["p_value"] for row in rows])
    scores.folder.table("changes").replace(
        [row | {"p_adjusted": p, "verdict": verdict_of(row, p)} for row, p in zip(rows, adjusted, strict=True)]
    )


def read_changes(folder: RunFolder) -> list[Row]:
    """The stored rows."""
    return folder.table("changes").read().to_dicts()


def twins_of(prompts: Sequence[tuple[str, str | None, str]]) -> list[Twins]:
    """Perturbed prompts by perturbation, given each prompt's id, the id of its original, and how it was perturbed."""
    found: dict[str, dict[str, str]] = {}
    for prompt_id, origin, perturbation in prompts:
        if origin:
            found.setdefault(perturbation or UNNAMED, {})[origin] = prompt_id
    return [Twins(name, found[name]) for name in sorted(found)]


def paired(means: Means, twins: Twins) -> tuple[dict[str, float | None], dict[str, float | None]]:
    """The means of originals and of their twins, both by the original's id."""
    originals = {origin: means.get(origin) for origin in twins.changed}
    return originals, {origin: means.get(changed) for origin, changed in twins.changed.items()}


def worst_of(originals: Means, changed: Means, direction: str | None, protocol: str) -> list[float]:
    """Of each pair the worse score; `heim` takes the lower whichever is better, `strict` what is worse.

    >>> worst_of({"p": 1.0}, {"p": 3.0}, "lower", "strict"), worst_of({"p": 1.0}, {"p": 3.0}, "lower", "heim")
    ([3.0], [1.0])
    """
    both = [(originals[name], changed[name]) for name in originals]
    there = [(one, other) for one, other in both if one is not None and other is not None]
    if protocol == "strict" and direction is None:
        return []
    worst = max if protocol == "strict" and direction == "lower" else min
    return [worst(pair) for pair in there]


def verdict_of(row: Mapping[str, Any], p_adjusted: float | None) -> str:
    """Of the perturbed prompts: better, worse or no clear change; '' where it cannot be told."""
    if row["direction"] is None or row["low"] is None or row["high"] is None or is_foreign(row.get("reason")):
        return ""
    if row["low"] <= 0 <= row["high"] or p_adjusted is None or p_adjusted >= CLEAR:
        return "no clear change"
    return "better" if (row["value"] > 0) == (row["direction"] == "higher") else "worse"


def perturbed_prompts(scores: RunScores, scenario: str) -> list[tuple[str, str | None, str]]:
    """Id, original and perturbation of every perturbed prompt of a scenario."""
    table = scores.folder.table("prompts").read(
        ["prompt_id", "origin", "tags"], where=(pl.col("scenario") == scenario) & pl.col("origin").is_not_null()
    )
    named = table.with_columns(pl.col("tags").str.json_path_match(f"$.{TAG}").fill_null(""))
    return list(named.sort("prompt_id").iter_rows())


def _rows(scores: RunScores, cell: Cell, twins: Sequence[Twins], known: Mapping[str, Row]) -> Iterator[Row]:
    metric = scores.metrics[cell.metric]
    about = [VERSION, *cell, dict(scores.settings), metric["direction"], metric["bounds"], metric["binary"]]
    for model, numbers in scores.numbers(cell).items():
        for pair in twins:
            key = key_of("change", *about, pair.perturbation, dict(pair.changed), model, numbers.digest)
            if key in known:
                yield known[key]
                continue
            names = {"key": key, "model": model, "scenario": cell.scenario, "metric": cell.metric}
            yield names | {"perturbation": pair.perturbation} | change_in(scores, cell, numbers, pair)


def change_in(scores: RunScores, cell: Cell, numbers: CellNumbers, pair: Twins) -> Row:
    """One model's change under one perturbation in one cell."""
    metric, settings = scores.metrics[cell.metric], scores.settings
    scale = scale_of(metric)
    originals, changed = paired(numbers.means, pair)
    # Seeded by what is compared, never by who drew: byte-identical models get identical numbers.
    seed = [settings["seed"], int(key_of("change", *cell, pair.perturbation)[:16], 16)]
    sizes = {"level": settings["level"], "resamples": settings["resamples"]}
    units, rng = numbers.units, np.random.default_rng(seed)
    found = paired_difference(originals, changed, rng=rng, scale=scale, units=units, **sizes)
    whole = [name for name in originals if originals[name] is not None and changed[name] is not None]
    worst = {
        protocol: estimate_mean(
            [[value] for value in worst_of(originals, changed, metric["direction"], protocol)],
            units=[units.get(name, name) for name in whole],
            rng=np.random.default_rng(seed),
            binary=False,
            bounds=(scale.least, scale.most),
            **sizes,
        )
        for protocol in ("strict", "heim")
    }
    return _row(metric["direction"], doubted(found, numbers), means_of(originals, changed), worst)


def means_of(originals: Means, changed: Means) -> tuple[float | None, float | None]:
    """The means of both sides over the pairs that have both."""
    both = [name for name in originals if originals[name] is not None and changed[name] is not None]
    if not both:
        return None, None
    one, other = (math.fsum(side[name] or 0.0 for name in both) / len(both) for side in (originals, changed))
    return one, other


def _row(
    direction: str | None,
    found: Difference,
    sides: tuple[float | None, float | None],
    worst: Mapping[str, Estimate],
) -> Row:
    strict, heim = worst["strict"], worst["heim"]
    return {
        "direction": direction,
        "original": sides[0],
        "perturbed": sides[1],
        "value": found.value,
        "low": found.low,
        "high": found.high,
        "p_value": found.p_value,
        "n": found.n,
        "unmatched": found.unmatched,
        "worst": strict.value,
        "worst_low": strict.low,
        "worst_high": strict.high,
        "worst_heim": heim.value,
        "method": found.method,
        "reason": found.reason,
    }
