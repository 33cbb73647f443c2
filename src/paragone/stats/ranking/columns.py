"""One metric on one scenario for several models, and how sure each model's lead over each other is.

A value's chance is carried by its influences: what each unit of chance (a prompt) added to it, scaled so that their
squares sum to the value's variance. Two values that share prompts are compared by the difference of their influences,
so that what the prompts do to both models alike cancels; set metrics such as FID are compared as means are. A column
may be the average of several (a group of scenarios, as HEIM has them), each with prompts of its own or of one family.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from paragone.core.types import Direction
from paragone.stats.bootstrap import Array
from paragone.stats.clusters import ITS_OWN, clustered

ROUNDING = 1e-13  # of the two variances: less is left of a difference that does not vary


@dataclass(frozen=True, slots=True)
class Column:
    """Each model's value, and its influences: model -> unit (prompt id) -> influence.

    A model without influences (or with none at all) has a value of which the chance is not known: nothing is then said
    of its leads.
    """

    direction: Direction
    values: Mapping[str, float | None]
    influences: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    is_binary: bool = False  # a mean of 0/1 scores
    parts: "tuple[Column, ...]" = ()  # the columns that it averages, all counting equally
    family: str = ""  # as a part: those of one family share prompts; '': it has prompts of its own

    def value(self, model: str) -> float | None:
        """The model's value if it is a number."""
        found = self.values.get(model)
        return found if found is not None and math.isfinite(found) else None

    def is_known(self, model: str) -> bool:
        """Whether the chance of the model's value is known; of an average, that of every part."""
        if self.parts:
            return all(part.is_known(model) for part in self.parts)
        return bool(self.influences.get(model))


def joined(columns: Sequence[Column]) -> Column:
    """Several columns of one metric as one: each model's value is its mean over those in which it has one, as in HEIM.

    >>> joined([Column("higher", {"a": 1.0, "b": 0.0}), Column("higher", {"a": 0.0, "b": None})]).values
    {'a': 0.5, 'b': 0.0}
    """
    if len(columns) == 1:
        return columns[0]
    values: dict[str, float | None] = {}
    for model in dict.fromkeys(model for column in columns for model in column.values):
        there = [value for column in columns if (value := column.value(model)) is not None]
        values[model] = math.fsum(there) / len(there) if there else None
    return Column(columns[0].direction, values, is_binary=columns[0].is_binary, parts=tuple(columns))


def influences_of_mean(scores: Mapping[str, float | None], units: Mapping[str, str] = ITS_OWN) -> dict[str, float]:
    """Influences of a mean over prompts, from each prompt's score (None or NaN: missing): (x - mean) / sqrt(n (n - 1)).

    They are those of units of chance: `units` has the prompts that are of another's.

    >>> influences_of_mean({"p": 1.0, "q": 3.0, "r": None})  # the variance of a mean of two, 1, is the sum of squares
    {'p': -0.7071067811865475, 'q': 0.7071067811865475}
    """
    there = {prompt: score for prompt, score in scores.items() if score is not None and math.isfinite(score)}
    clusters = clustered(list(there.values()), [units.get(prompt, prompt) for prompt in there])
    n = len(clusters.values)
    if n < 2:
        return {}
    mean = math.fsum(there.values()) / len(there)
    parts = (clusters.values - mean) / math.sqrt(n * (n - 1))
    return dict(zip(clusters.names, parts.tolist(), strict=True))


def lead_p_values(column: Column, models: Sequence[str]) -> Array:
    """One-sided p-values of "the row's model is better than the column's"  # (models, models); NaN where one has none.

    Student's t of the difference, with as many degrees of freedom as the model with fewer units has; of an average over
    parts, with Satterthwaite's. Errors of parts that share prompts are added as if they went together.
    """
    from scipy.special import stdtr

    values = np.array([_or_nan(column.value(model)) for model in models])
    leads = values[:, None] - values[None, :]
    leads = leads if column.direction == "higher" else -leads
    parts = column.parts or (column,)
    chances = _by_family(parts, [_chance(part, models) for part in parts])
    variance = sum(chance.variances for chance in chances) / len(parts) ** 2
    units = sum(chance.units for chance in chances)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = sum(chance.variances**2 / chance.degrees for chance in chances) / len(parts) ** 4
        found = stdtr(variance**2 / shares, -leads / np.sqrt(variance))
    # Without any spread the signs alone speak: n of n prompts favour one model by chance in 1 of 2^n cases.
    sure = np.where(leads > 0, 0.5**units, 1.0)
    found = np.where((variance == 0) & np.isfinite(leads), sure, found)
    found = np.where(np.isnan(variance) & np.isfinite(leads), 1.0, found)
    return np.asarray(np.where(np.isfinite(leads), found, np.nan))


class _Chance(NamedTuple):
    """Of the differences between any two models' values in one column, all (models, models)."""

    variances: Array
    units: Array  # of the model with fewer
    degrees: Array


def _by_family(parts: Sequence[Column], chances: Sequence[_Chance]) -> list[_Chance]:
    """One for each family: of what goes together deviations are added, not variances, and units count once."""
    found: dict[str, _Chance] = {}
    for place, (part, chance) in enumerate(zip(parts, chances, strict=True)):
        family = part.family or f"its own {place}"
        if (other := found.get(family)) is not None:
            variances = (np.sqrt(chance.variances) + np.sqrt(other.variances)) ** 2
            units, degrees = (np.minimum(*pair) for pair in zip(chance[1:], other[1:], strict=True))
            chance = _Chance(variances, units, degrees)
        found[family] = chance
    return list(found.values())


def _chance(column: Column, models: Sequence[str]) -> _Chance:
    counts = np.array([float(len(column.influences.get(model, ()))) for model in models])
    units = np.minimum(counts[:, None], counts[None, :])
    added = 2 / (units + 2) ** 2 if column.is_binary else 0.0
    return _Chance(_variances(column, models) + added, units, np.maximum(units - 1, 1))


def _variances(column: Column, models: Sequence[str]) -> Array:
    """Variances of the differences between any two models' values; NaN where a model's chance is not known."""
    known = [column.influences[model] if column.is_known(model) else None for model in models]
    units = sorted({unit for one in known if one is not None for unit in one})
    place = {unit: row for row, unit in enumerate(units)}
    table = np.zeros((len(units), len(models)))
    for at, one in enumerate(known):
        if one is None:
            table[:, at] = np.nan
        else:
            table[[place[unit] for unit in one], at] = list(one.values())
    products = np.where([one is None for one in known], np.nan, 0.0) + table.T @ table
    own = np.diagonal(products)
    both = own[:, None] + own[None, :]
    variances = both - 2 * products
    return np.where(variances > ROUNDING * both, variances, np.where(np.isnan(both), np.nan, 0.0))


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value
