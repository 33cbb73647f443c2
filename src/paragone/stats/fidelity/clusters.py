"""Images that share a prompt are not independent: errors and groups that keep such clusters whole."""

from collections.abc import Hashable, Iterable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.stats.fidelity.features import Vector

Clusters: TypeAlias = npt.NDArray[np.integer[Any]]  # (images,): the number of each image's cluster, from 0


def clusters_of(names: Iterable[Hashable]) -> Clusters:
    """Clusters numbered in the order in which their names first come.

    >>> clusters_of(["cat", "dog", "cat"]).tolist()
    [0, 1, 0]
    """
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.intp)


def cluster_error(influence: Vector, clusters: Clusters | None = None) -> float:
    """The standard error of a mean of influences; those of one cluster are summed before they are squared.

    error^2 = g / (g - 1) times the sum over g clusters of (sum of centred influences)^2, over n^2: the usual error
    where every image is its own cluster (Liang and Zeger, 1986). One cluster alone has none: NaN.

    >>> values = np.array([1.0, 2.0, 4.0])
    >>> bool(np.isclose(cluster_error(values), values.std(ddof=1) / np.sqrt(3)))
    True
    >>> round(cluster_error(np.repeat(values, 5), np.repeat(np.arange(3), 5)), 6) == round(cluster_error(values), 6)
    True
    """
    centred = influence - influence.mean()
    sums = centred if clusters is None else np.bincount(clusters, weights=centred)
    count = len(sums)
    return float(np.sqrt(count / (count - 1) * (sums @ sums)) / len(influence)) if count > 1 else float("nan")


def cluster_groups(clusters: Clusters, groups: int, *, rng: np.random.Generator) -> Clusters:
    """The group of each image, of about equal numbers of whole clusters chosen at random.

    >>> groups = cluster_groups(np.array([0, 0, 1, 1]), 2, rng=np.random.default_rng(0))
    >>> bool(groups[0] == groups[1] != groups[2] == groups[3])
    True
    """
    count = int(clusters.max()) + 1
    return np.asarray((rng.permutation(count) % min(groups, count))[clusters])
