"""Two models of a run compared, once: what stages/compare finds is kept until their scores change."""

import hashlib
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import polars as pl

from paragone.core.catalogue import nearest
from paragone.core.errors import UnknownName
from paragone.report.bars import role_of
from paragone.report.reading import Reader
from paragone.stages.compare import Change, Side, compare
from paragone.stats.paired import Difference

ALL_PAIRS = 12  # models; of more, only some are compared in advance
Pairs = Mapping[tuple[str, str], Sequence[Change]]


def baselines_of(reader: Reader, chosen: Sequence[str] = ()) -> list[str]:
    """The models that all others are compared with: each, or of many the first, ceilings, floors and the chosen."""
    for name in chosen:
        if name not in reader.models:
            raise UnknownName(f"{reader.folder.root} has no model {name!r}; {nearest(name, reader.models)}")
    if len(reader.models) <= ALL_PAIRS:
        return reader.models
    kept = {leader_of(reader), *chosen} | {model for model in reader.models if role_of(reader, model)}
    return [model for model in reader.models if model in kept]


def leader_of(reader: Reader) -> str:
    """The first of the models that compete; differences are told from it."""
    return next((model for model in reader.models if not role_of(reader, model)), reader.models[0])


def pairs_to_show(models: Sequence[str], baselines: Sequence[str]) -> list[tuple[str, str]]:
    """Which models are compared in advance, in the order of the ranking: with a baseline, and neighbours in rank.

    >>> pairs_to_show(["a", "b", "c", "d"], ["a"])
    [('a', 'b'), ('a', 'c'), ('a', 'd'), ('b', 'c'), ('c', 'd')]
    """
    neighbours = set(itertools.pairwise(models))
    return [
        (one, other)
        for one, other in itertools.combinations(models, 2)
        if one in baselines or other in baselines or (one, other) in neighbours
    ]


class Comparisons:
    """Any two models of a run compared, each pair once; `known` is what an earlier one remembered."""

    def __init__(self, reader: Reader, known: Mapping[str, Any]) -> None:
        self.reader = reader
        self.remembered: dict[str, Any] = {}
        self._known = known
        self._prints = fingerprints(reader)
        self._found: dict[tuple[str, str], Sequence[Change]] = {}

    def of(self, one: str, other: str) -> Sequence[Change]:
        """The differences other - one."""
        if self.reader.models.index(one) > self.reader.models.index(other):
            return [turn(change) for change in self.of(other, one)]
        if (one, other) not in self._found:
            name, state = json.dumps([one, other]), self._prints[one] + self._prints[other]
            before = self._known.get(name, {})
            is_known = before.get("state") == state
            found = _loaded(before["changes"]) if is_known else compare_models(self.reader, one, other)
            self._found[one, other] = found
            self.remembered[name] = {"state": state, "changes": [asdict(change) for change in found]}
        return self._found[one, other]

    def against(self, baseline: str) -> dict[str, Sequence[Change]]:
        """Each other model's differences from a baseline."""
        return {model: self.of(baseline, model) for model in self.reader.models if model != baseline}

    def shown(self, baselines: Sequence[str]) -> Pairs:
        """The pairs that are compared in advance."""
        return {pair: self.of(*pair) for pair in pairs_to_show(self.reader.models, baselines)}


def compare_models(reader: Reader, one: str, other: str) -> list[Change]:
    """The differences other - one."""
    return compare(Side(reader.folder, one), Side(reader.folder, other))


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
