"""How a metric goes together with people: correlations, and how often it orders two as people do."""

from collections.abc import Sequence
from dataclasses import replace

from paragone.core.types import Estimate
from paragone.stats.correlate import kendall, pearson, somers, spearman


def beside(
    metric: Sequence[float], people: Sequence[float], *, units: Sequence[str] | None = None, level: float = 0.95
) -> dict[str, Estimate]:
    """Every coefficient with its interval; rows of one unit (a prompt) are left out together.

    >>> beside([1, 2, 3], [10, 20, 20])["accuracy"].value  # two couples are ordered by people, both alike
    1.0
    """
    columns = {"pearson": pearson, "spearman": spearman, "kendall": kendall, "accuracy": pairwise_accuracy}
    return {name: made(metric, people, units=units, level=level) for name, made in columns.items()}


def pairwise_accuracy(
    metric: Sequence[float], people: Sequence[float], *, units: Sequence[str] | None = None, level: float = 0.95
) -> Estimate:
    """Of the couples that people put in order, the share that the metric orders alike; a tie of it counts half.

    It is Somers' D on the scale from 0 to 1, and so is its interval.
    """
    found = somers(metric, people, units=units, level=level)
    value, low, high = (None if one is None else 0.5 + one / 2 for one in (found.value, found.low, found.high))
    return replace(found, value=value, low=low, high=high)
