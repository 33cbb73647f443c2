"""The table `differences`: models of a run against each other, made once and corrected together."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import polars as pl

from paragone.analysis.changes import Change, Side, adjusted, compare, difference_in, turn
from paragone.analysis.scores import RunScores
from paragone.core.catalogue import nearest
from paragone.core.cells import Cell
from paragone.core.errors import UnknownName
from paragone.core.keys import key_of
from paragone.stats.paired import Difference
from paragone.store.folder import RunFolder

ALL_PAIRS = 12  # models; of more, only some are compared
VERSION = "2"  # of how a difference is made
ABOUT = ("kind", "bounds", "binary", "is_squared")  # of a metric: what its differences rest on
FIELDS = tuple(Difference.__dataclass_fields__)
Pair = tuple[str, str]  # a and b, in the plan's order
Row = dict[str, Any]


def store_differences(scores: RunScores) -> None:
    """Make the table anew where what it rests on has changed: each model with each, or of many with some."""
    stored = scores.folder.table("differences").read()
    before = {(row["model_a"], row["model_b"]) for row in stored.select("model_a", "model_b").unique().to_dicts()}
    order = _ranked(scores)
    roles = {model: about["role"] for model, about in scores.manifest["models"].items()}
    first = next((model for model in order if not roles[model]), order[0])
    kept = {first, *baselines_in(before)} | {model for model in order if roles[model]}
    baselines = order if len(order) <= ALL_PAIRS else [model for model in order if model in kept]
    _store(scores, pairs_of(order, baselines), stored)


def store_baselines(folder: RunFolder, chosen: Sequence[str]) -> None:
    """Compare the chosen models with every other, too, and keep that; nothing is written where all of it is there."""
    models = list(folder.read_manifest()["models"])
    for name in chosen:
        if name not in models:
            raise UnknownName(f"{folder} has no model {name!r}; {nearest(name, models)}")
    before = set(read_differences(folder))
    wanted = {(one, other) for one in chosen for other in models if one != other}
    if all((one, other) in before or (other, one) in before for one, other in wanted):
        return
    with folder.writing():
        _store(RunScores(folder), before | wanted, folder.table("differences").read())


def read_differences(folder: RunFolder) -> dict[Pair, list[Change]]:
    """The stored differences b - a, by the two models."""
    found: dict[Pair, list[Change]] = {}
    for row in folder.table("differences").read(where=pl.col("group") == "").to_dicts():
        found.setdefault((row["model_a"], row["model_b"]), []).append(_change(row))
    return found


def changes_between(a: Side, b: Side) -> Sequence[Change]:
    """How b differs from a: as the run of both has stored it, with its family of tests, else made now."""
    if str(a.folder) != str(b.folder):
        return compare(a, b)
    stored = read_differences(a.folder)
    if (b.model, a.model) in stored:
        return [turn(change) for change in stored[b.model, a.model]]
    return stored.get((a.model, b.model)) or compare(a, b)


def baselines_in(pairs: Iterable[Pair]) -> set[str]:
    """The models that are compared with every other.

    >>> sorted(baselines_in([("a", "b"), ("a", "c")]))
    ['a']
    """
    partners: dict[str, set[str]] = {}
    for one, other in pairs:
        partners.setdefault(one, set()).add(other)
        partners.setdefault(other, set()).add(one)
    return {model for model, others in partners.items() if len(others) == len(partners) - 1}


def pairs_of(models: Sequence[str], baselines: Sequence[str]) -> list[Pair]:
    """Which models are compared, given in the order of the ranking: with a baseline, and neighbours in rank.

    >>> pairs_of(["a", "b", "c", "d"], ["a"])
    [('a', 'b'), ('a', 'c'), ('a', 'd'), ('b', 'c'), ('c', 'd')]
    """
    neighbours = set(itertools.pairwise(models))
    return [
        (one, other)
        for one, other in itertools.combinations(models, 2)
        if one in baselines or other in baselines or (one, other) in neighbours
    ]


def _ranked(scores: RunScores) -> list[str]:
    """The models by win rate, best first."""
    ranks = scores.folder.table("ranks").read(["model", "value"], where=pl.col("ranking") == "win_rate")
    rates = {model: value for model, value in ranks.iter_rows() if value is not None}
    return sorted(scores.models, key=lambda model: -rates.get(model, -1.0))


def _store(scores: RunScores, pairs: Iterable[Pair], stored: pl.DataFrame) -> None:
    known = {row["key"]: row for row in stored.to_dicts()}
    place = {model: number for number, model in enumerate(scores.models)}
    numbered = {tuple(sorted((place[one], place[other]))) for one, other in pairs}
    ordered = [(scores.models[one], scores.models[other]) for one, other in sorted(numbered)]
    rows = [row for cell in sorted(scores.cells) for row in _rows(scores, cell, ordered, known)]
    changes = adjusted([_change(row) for row in rows])
    scores.folder.table("differences").replace(
        [
            row | {"p_adjusted": change.p_adjusted, "verdict": change.verdict}
            for row, change in zip(rows, changes, strict=True)
        ]
    )


def _rows(scores: RunScores, cell: Cell, pairs: Sequence[Pair], known: Mapping[str, Row]) -> Iterable[Row]:
    numbers = scores.numbers(cell)
    metric = scores.metrics[cell.metric]
    shared = key_of("difference", VERSION, *cell, dict(scores.settings), [metric.get(name) for name in ABOUT])
    for a, b in pairs:
        if a not in numbers or b not in numbers:
            continue
        one, other = numbers[a], numbers[b]
        key = key_of(shared, a, b, one.digest, other.digest)
        if key in known:
            yield known[key]
            continue
        found = difference_in(cell, one, other, metric=metric, settings=scores.settings)
        names = {"key": key, "model_a": a, "model_b": b, "scenario": cell.scenario, "metric": cell.metric, "group": ""}
        yield names | {"direction": one.estimate["direction"]} | asdict(found)


def _change(row: Row) -> Change:
    difference = Difference(**{name: row[name] for name in FIELDS})
    return Change(row["scenario"], row["metric"], row["direction"], difference, row.get("p_adjusted"))
