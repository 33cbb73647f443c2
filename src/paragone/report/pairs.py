"""Every two models of a run compared, once: what stages/compare finds is kept until their scores change."""

import hashlib
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import polars as pl

from paragone.report.reading import Reader
from paragone.stages.compare import Change, Side, compare
from paragone.stats.paired import Difference

ALL_PAIRS = 12  # models; of more, only those with the first three are compared
Pairs = Mapping[tuple[str, str], Sequence[Change]]


def pairs_to_show(models: Sequence[str]) -> list[tuple[str, str]]:
    """Which models are compared, in the order of the ranking.

    >>> pairs_to_show(["a", "b", "c"])
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    first = models if len(models) <= ALL_PAIRS else models[:3]
    return [(one, other) for one, other in itertools.combinations(models, 2) if one in first]


def compare_models(reader: Reader, one: str, other: str) -> list[Change]:
    """The differences other - one."""
    return compare(Side(reader.folder, one), Side(reader.folder, other))


def compare_all(reader: Reader, known: Mapping[str, Any]) -> tuple[Pairs, dict[str, Any]]:
    """All pairs, and what to remember of them; `known` is what was remembered last time."""
    prints = fingerprints(reader)
    found: dict[tuple[str, str], Sequence[Change]] = {}
    remembered: dict[str, Any] = {}
    for one, other in pairs_to_show(reader.models):
        name, state = json.dumps([one, other]), prints[one] + prints[other]
        before = known.get(name, {})
        is_known = before.get("state") == state
        found[one, other] = _loaded(before["changes"]) if is_known else compare_models(reader, one, other)
        remembered[name] = {"state": state, "changes": [asdict(change) for change in found[one, other]]}
    return found, remembered


def against(pairs: Pairs, baseline: str) -> dict[str, Sequence[Change]]:
    """Each model's differences from a baseline."""
    mine = {other: changes for (one, other), changes in pairs.items() if one == baseline}
    turned = {one: [turn(change) for change in changes] for (one, other), changes in pairs.items() if other == baseline}
    return mine | turned


def turn(change: Change) -> Change:
    """The same difference, seen from the other side."""
    found = change.difference
    swapped = replace(found, value=_negative(found.value), low=_negative(found.high), high=_negative(found.low))
    return replace(change, difference=swapped)


def fingerprints(reader: Reader) -> dict[str, str]:
    """For each model, what changes when its current scores or the protocols do."""
    digests = {model: hashlib.sha256() for model in reader.models}
    for metric, scenario in itertools.product(reader.metrics, reader.scenarios):
        for (model,), rows in reader.scores(metric, scenario).sort("model").group_by("model", maintain_order=True):
            if model in digests:
                told = rows.select("prompt_id", "seed", "value").hash_rows().sort().to_numpy()
                digests[str(model)].update(f"{metric} {scenario}".encode() + told.tobytes())
    for row in sorted(reader.estimates, key=lambda row: (row["metric"], row["scenario"])):
        if row["model"] in digests:
            digests[row["model"]].update(json.dumps([row["protocol"], row["value"]]).encode())
    return {model: digest.hexdigest()[:32] for model, digest in digests.items()}


def prompt_means(reader: Reader, metric: str, scenario: str) -> pl.DataFrame:
    """Each model's mean score by prompt: what paired differences rest on."""
    return reader.scores(metric, scenario).group_by("model", "prompt_id").agg(pl.col("value").mean())


def _loaded(rows: Sequence[Mapping[str, Any]]) -> list[Change]:
    return [Change(**(dict(row) | {"difference": Difference(**row["difference"])})) for row in rows]


def _negative(value: float | None) -> float | None:
    return None if value is None else 0.0 - value  # and not -0.0
