"""One metric on one scenario for several models, and how sure each model's lead over each other is.

A value's chance is carried by its influences: what each unit of chance (a prompt) added to it, scaled so that their
squares sum to the value's variance. Two values that share prompts are compared by the difference of their influences,
so that what the prompts do to both models alike cancels; set metrics such as FID are compared as means are.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from paragone.core.types import Direction
from paragone.stats.bootstrap import Array

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

    def value(self, model: str) -> float | None:
        """The model's value if it is a number."""
        found = self.values.get(model)
        return found if found is not None and math.isfinite(found) else None

    def is_known(self, model: str) -> bool:
        """Whether the chance of the model's value is known."""
        return bool(self.influences.get(model))


def influences_of_mean(scores: Mapping[str, float | None]) -> dict[str, float]:
    """Influences of a mean over prompts, from each prompt's score (None or NaN: missing): (x - mean) / sqrt(n (n - 1)).

    >>> influences_of_mean({"p": 1.0, "q": 3.0, "r": None})  # the variance of a mean of two, 1, is the sum of squares
    {'p': -0.7071067811865475, 'q': 0.7071067811865475}
    """
    there = {prompt: score for prompt, score in scores.items() if score is not None and math.isfinite(score)}
    n = len(there)
    if n < 2:
        return {}
    mean = math.fsum(there.values()) / n
    return {prompt: (score - mean) / math.sqrt(n * (n - 1)) for prompt, score in there.items()}


def lead_p_values(column: Column, models: Sequence[str]) -> Array:
    """One-sided p-values of "the row's model is better than the column's"  # (models, models); NaN where one has none.

    Student's t of the difference, with as many degrees of freedom as the model with fewer units has.
    """
    from scipy.special import stdtr

    values = np.array([_or_nan(column.value(model)) for model in models])
    leads = values[:, None] - values[None, :]
    leads = leads if column.direction == "higher" else -leads
    counts = np.array([float(len(column.influences.get(model, ()))) for model in models])
    units = np.minimum(counts[:, None], counts[None, :])
    errors = np.sqrt(_variances(column, models) + (2 / (units + 2) ** 2 if column.is_binary else 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = stdtr(np.maximum(units - 1, 1), -leads / errors)
    # Without any spread the signs alone speak: n of n prompts favour one model by chance in 1 of 2^n cases.
    sure = np.where(leads > 0, 0.5**units, 1.0)
    found = np.where((errors == 0) & np.isfinite(leads), sure, found)
    found = np.where(np.isnan(errors) & np.isfinite(leads), 1.0, found)
    return np.asarray(np.where(np.isfinite(leads), found, np.nan))


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
