"""Agreement of any two of many raters, pooled: Cohen's kappa as Conger (1980) has it for many, and phi.

Each two raters count for as many items as both rated; chance is what their own habits would give. With two raters who
rated everything these are Cohen's kappa and Yule's phi.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from paragone.core.types import Estimate
from paragone.stats.coefficients import LEAST_UNITS, METHOD, coefficient_interval

Array = npt.NDArray[np.float64]
Coefficient = Callable[[Array], float | None]


def pairwise_kappa(table: Array) -> float | None:
    """Kappa of categories, a row a rater and a column an item, NaN where not rated; None where it is not defined.

    >>> pairwise_kappa(np.array([[0.0, 1, 0, 1], [0, 1, 1, 1]]))
    0.5
    """
    there = np.isfinite(table).astype(np.float64)
    categories = np.unique(table[np.isfinite(table)])
    chosen = [(table == one).astype(np.float64) for one in categories]
    together = _between(there @ there.T)
    with np.errstate(invalid="ignore", divide="ignore"):
        habits = [np.nan_to_num(one.sum(axis=1) / there.sum(axis=1)) for one in chosen]
    agreed = math.fsum(float(_between(one @ one.T).sum()) for one in chosen)
    by_chance = math.fsum(float((together * np.outer(one, one)).sum()) for one in habits)
    total = float(together.sum())
    return None if total == 0 or math.isclose(by_chance, total) else (agreed - by_chance) / (total - by_chance)


def pairwise_phi(table: Array) -> float | None:
    """Phi of yes (1) and no (0), a row a rater and a column an item; None where nobody varies, or nobody overlaps.

    >>> round(pairwise_phi(np.array([[1.0, 1, 0, 0], [1, 1, 0, 1]])), 6)
    0.57735
    """
    there = np.isfinite(table)
    counts = there.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.nan_to_num(np.nansum(table, axis=1) / counts)
    centred = np.where(there, table - means[:, None], 0.0)
    spread = np.sqrt(means * (1 - means))
    together = _between(there.astype(np.float64) @ there.T.astype(np.float64))
    most = float((together * np.outer(spread, spread)).sum())
    return None if most == 0 else float(_between(centred @ centred.T).sum()) / most


def over_prompts(table: Array, units: Sequence[str], coefficient: Coefficient, *, level: float = 0.95) -> Estimate:
    """A coefficient of raters by items with its interval: prompts, not answers, are the unit of chance."""
    value, names = coefficient(table), np.array(units, dtype=str)
    n = int((np.isfinite(table).sum(axis=0) >= 2).sum())
    if value is None:
        return Estimate(None, None, None, n, reason="no item is rated twice, or all answers are the same")
    prompts = np.unique(names)
    if len(prompts) < LEAST_UNITS:
        return Estimate(value, None, None, n, reason=f"no interval from {len(prompts)} prompts")
    found = [coefficient(table[:, names != prompt]) for prompt in prompts]
    left_out = np.array([math.nan if one is None else one for one in found])
    return Estimate(value, *coefficient_interval(value, left_out, level=level), n, method=METHOD)


def _between(matrix: Array) -> Array:
    """Without what a rater shares with themselves."""
    return np.asarray(matrix - np.diag(np.diag(matrix)))
