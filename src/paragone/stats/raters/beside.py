"""How a metric goes together with people: correlations, and how often it orders two as people do."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from paragone.stats.correlate import kendall, spearman

MOST = 2000  # rows whose couples are counted


class Beside(NamedTuple):
    """Coefficients of one metric with one question; None where they are not defined."""

    n: int
    pearson: float | None
    spearman: float | None
    kendall: float | None
    accuracy: float | None  # of couples that people order, how many the metric orders alike; its ties count half


def beside(metric: Sequence[float], people: Sequence[float]) -> Beside:
    """All of them.

    >>> beside([1, 2, 3], [10, 20, 20]).accuracy  # two couples are ordered by people, both alike
    1.0
    """
    one, other = np.array(metric, dtype=np.float64), np.array(people, dtype=np.float64)
    if len(one) < 2 or one.std() == 0 or other.std() == 0:
        return Beside(len(one), None, None, None, None)
    pearson = float(np.corrcoef(one, other)[0, 1])
    rho, tau = spearman(metric, people).value, kendall(metric, people).value
    return Beside(len(one), pearson, rho, tau, pairwise_accuracy(one[:MOST], other[:MOST]))


def pairwise_accuracy(
    metric: "np.ndarray[tuple[int], np.dtype[np.float64]]", people: "np.ndarray[tuple[int], np.dtype[np.float64]]"
) -> float | None:
    """Of the couples that people put in order, the share that the metric orders alike; a tie of it counts half."""
    rows, columns = np.triu_indices(len(metric), 1)
    truth = np.sign(people[rows] - people[columns])
    said = np.sign(metric[rows] - metric[columns])
    ordered = truth != 0
    if not ordered.any():
        return None
    return float(np.mean(0.5 + 0.5 * said[ordered] * truth[ordered]))
