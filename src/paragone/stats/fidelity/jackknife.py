"""The standard error of any distance between two sets, by leaving out a group of images at a time."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from paragone.core.errors import BadInput
from paragone.stats.fidelity.clusters import Clusters, cluster_groups
from paragone.stats.fidelity.features import Features, Vector


class Jackknife(NamedTuple):
    """The standard error, and the groups it was made from."""

    standard_error: float
    groups: int


def group_jackknife(
    distance: Callable[[Features, Features], float],
    a: Features,
    b: Features,
    *,
    rng: np.random.Generator,
    groups: int = 10,
    clusters: tuple[Clusters, Clusters] | None = None,
) -> Jackknife:
    """The delete-a-group jackknife: random groups of whole clusters, the same share of either set left out each time.

    error^2 = (g - 1) / g times the sum of (d_i - mean d)^2, where d_i is the distance without group i. The sets stay
    nearly as large as they were, so the error is that of the distance at this n. Quenouille (1956); Efron (1982).

    >>> rows = np.arange(20.0)[:, None]
    >>> gap = lambda x, y: float(x.mean() - y.mean())
    >>> found = group_jackknife(gap, rows, np.zeros((20, 1)), rng=np.random.default_rng(0), groups=20)
    >>> bool(np.isclose(found.standard_error, rows.std(ddof=1) / np.sqrt(20)))  # of a mean it is the usual error
    True
    """
    whole = clusters or (np.arange(len(a)), np.arange(len(b)))
    count = min(groups, *(len(np.unique(one)) for one in whole))
    if count < 2:
        raise BadInput(f"a jackknife needs at least 2 clusters a side, there are {len(a)} and {len(b)} images")
    first, second = (cluster_groups(one, count, rng=rng) for one in whole)
    without = np.array([distance(a[first != group], b[second != group]) for group in range(count)])
    return Jackknife(jackknife_error(without), count)


def jackknife_error(without: Vector) -> float:
    """The standard error from what the statistic is without each group.

    >>> jackknife_error(np.array([1.0, 3.0]))  # sqrt(1/2 (1 + 1))
    1.0
    """
    count = len(without)
    return float(np.sqrt((count - 1) / count * ((without - without.mean()) ** 2).sum()))
