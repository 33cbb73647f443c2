"""Ranks over models from their numbers, by every ranking of the catalogue, and which model is clearly best where."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from paragone.core.catalogue import make, names
from paragone.core.cells import Cell
from paragone.core.types import Estimate
from paragone.core.units import families
from paragone.rankings import Contest, Ranked, Ranking
from paragone.stages.planning.aspects import columns_by_aspect
from paragone.stages.planning.prepared import Prepared
from paragone.stages.roles import rivals_of
from paragone.stats.clusters import ITS_OWN
from paragone.stats.influences import Influenced
from paragone.stats.ranking.columns import Column, influences_of_mean
from paragone.stats.ranking.rank_ranges import clearly_best

FIELDS = ("value", "low", "high", "n", "missing", "method", "reason")


class Number(NamedTuple):
    """A model's number, and what it is made of: means by prompt, or influences by unit."""

    estimate: Estimate
    means: Mapping[str, float] | None = None  # by prompt id; NaN where it has no score
    influenced: Influenced | None = None
    units: Mapping[str, str] = ITS_OWN  # prompts that are of another's unit of chance, and whose

    def influences(self) -> Mapping[str, float] | None:
        """What each prompt contributed to the error; None where that is not known."""
        if self.means is not None:
            return influences_of_mean(self.means, self.units)
        return self.influenced.influences if self.influenced else None


Numbers: TypeAlias = Mapping[Cell, Mapping[str, Number]]  # -> model
Foreign: TypeAlias = Mapping[tuple[str, str], str]  # model and metric whose judge is out of its domain, and why


def contest_of(prepared: Prepared, numbers: Numbers, foreign: Foreign) -> Contest:
    """Every column in which one direction is better, and the models that compete.

    A column whose judge does not know the images of a model that competes decides nothing between the models and is
    kept apart, whole; a ceiling or a floor whose images it does not know is left out of it.
    """
    rivals = rivals_of({label: made.instance.role for label, made in prepared.models.items()})
    columns: dict[Cell, Column] = {}
    apart: dict[Cell, Column] = {}
    for cell, models in numbers.items():
        known = {model: number for model, number in models.items() if (model, cell.metric) not in foreign}
        counts = known.keys() >= set(rivals)
        column = _column(prepared, cell, known if counts else models)
        if column is not None:
            (columns if counts else apart)[cell] = column
    # HEIM averages the runs of a group first, and counts wins over groups.
    is_heim = prepared.plan.average == "heim"
    groups = {entry.label: entry.group for entry in prepared.plan.scenarios if entry.group and is_heim}
    family = {one: of for group in set(groups.values()) for one, of in families_in(prepared, group).items()}
    columns = {cell: replace(one, family=family.get(cell.scenario, "")) for cell, one in columns.items()}
    return Contest(columns, columns_by_aspect(prepared), rivals, prepared.plan.estimate.level, groups, apart)


def families_in(prepared: Prepared, group: str) -> dict[str, str]:
    """The scenarios of a group, and the family of each: those that share a text."""
    labels = [entry.label for entry in prepared.plan.scenarios if entry.group == group]
    made = {label: prepared.scenarios[label] for label in labels if label in prepared.scenarios}
    return families({label: [prompt.text for prompt in one.prompts] for label, one in made.items()})


def _column(prepared: Prepared, cell: Cell, numbers: Mapping[str, Number]) -> Column | None:
    metric = prepared.metrics[cell.metric].instance
    if metric.direction is None:
        return None
    found = {model: number.influences() for model, number in numbers.items()}
    influences = {model: one for model, one in found.items() if one is not None}
    values = {model: number.estimate.value for model, number in numbers.items()}
    return Column(metric.direction, values, influences, is_binary=metric.binary)


def rank_rows(contest: Contest) -> list[dict[str, Any]]:
    """Rows of the table `ranks`, of every ranking that the columns allow."""
    rows = []
    for name in names("rankings"):
        ranking: Ranking = make("rankings", name)
        for label, models in ranking.rank(contest).items():
            rows += [_row(label, model, ranked) for model, ranked in models.items()]
    return rows


def _row(ranking: str, model: str, ranked: Ranked) -> dict[str, Any]:
    fields = {name: getattr(ranked.estimate, name) for name in FIELDS}
    return {"model": model, "ranking": ranking, "best": ranked.best, "worst": ranked.worst} | fields


def clear_winners(contest: Contest) -> dict[Cell, str]:
    """The model that is clearly the best of its column, where there is one; all columns are one family of tests."""
    found = clearly_best(list(contest.columns.values()), rivals=contest.rivals, level=contest.level)
    return {cell: model for cell, model in zip(contest.columns, found, strict=True) if model is not None}


def mean_of(scores: Sequence[float | None]) -> float:
    """The mean of the scores that are there; NaN if none is."""
    there = [score for score in scores if score is not None]
    return sum(there) / len(there) if there else math.nan
