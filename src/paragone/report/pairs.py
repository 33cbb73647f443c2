"""Two models of a run compared, once: what stages/compare finds is kept until their scores change."""

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from paragone.core.catalogue import nearest
from paragone.core.errors import UnknownName
from paragone.report.bars import role_of
from paragone.report.reading import Reader
from paragone.stages.compare import Change, Told, compare_told
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
        self._prints = reader.prints
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
    return compare_told(_told(reader, one), _told(reader, other))


def _told(reader: Reader, model: str) -> Told:
    return Told(reader.manifest, reader.places_of(model), lambda place, metric: reader.means_of(model, metric, place))


def turn(change: Change) -> Change:
    """The same difference, seen from the other side."""
    found = change.difference
    swapped = replace(found, value=_negative(found.value), low=_negative(found.high), high=_negative(found.low))
    return replace(change, difference=swapped)


def _loaded(rows: Sequence[Mapping[str, Any]]) -> list[Change]:
    return [Change(**(dict(row) | {"difference": Difference(**row["difference"])})) for row in rows]


def _negative(value: float | None) -> float | None:
    return None if value is None else 0.0 - value  # and not -0.0
