"""Kernel distances of images that share prompts: a jackknife over prompts, from one pass over blocks of images."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.stats.fidelity.clusters import Clusters, cluster_groups
from paragone.stats.fidelity.features import Features, Vector
from paragone.stats.fidelity.jackknife import jackknife_error
from paragone.stats.fidelity.kernel import Kernel, blocks_of

GROUPS = 10
LARGEST = 1000  # images in a block


class KernelEstimate(NamedTuple):
    """A kernel distance, its standard error (NaN where leaving out prompts leaves too few images) and how it came."""

    value: float
    standard_error: float
    groups: int
    blocks: int


def kernel_jackknife(
    a: Features, b: Features, kernel: Kernel, *, clusters: tuple[Clusters, Clusters], rng: np.random.Generator
) -> KernelEstimate:
    """The mean over blocks of the unbiased distance, and its error by leaving out groups of whole clusters.

    A block's kernel is summed by pairs of groups once; every sum without a group follows from that table.

    >>> rows = np.arange(12.0)[:, None]
    >>> whole = np.arange(12) // 2, np.arange(12)
    >>> from paragone.stats.fidelity import kernel_distance
    >>> from paragone.stats.fidelity.kernel import polynomial
    >>> found = kernel_jackknife(rows, rows + 1, polynomial(1), clusters=whole, rng=np.random.default_rng(0))
    >>> bool(np.isclose(found.value, kernel_distance(rows, rows + 1))), found.groups, found.blocks
    (True, 6, 1)
    """
    groups = min(GROUPS, *(int(one.max()) + 1 for one in clusters))
    first, second = (np.eye(groups + 1)[cluster_groups(one, groups, rng=rng)] for one in clusters)
    blocks = blocks_of(len(a), len(b), min(LARGEST, len(a), len(b)), rng=rng)
    found = [
        _without_each(
            a[one].astype(np.float64), b[other].astype(np.float64), kernel=kernel, of_x=first[one], of_y=second[other]
        )
        for one, other in blocks
    ]
    values = np.mean(found, axis=0)
    error = jackknife_error(values[:-1]) if groups > 1 else float("nan")
    return KernelEstimate(float(values[-1]), error, groups, len(blocks))


def _without_each(x: Vector, y: Vector, *, kernel: Kernel, of_x: Vector, of_y: Vector) -> Vector:
    """The unbiased distance without each group, and last (a group that nobody is in) of all."""
    within_x, within_y = kernel(x, x), kernel(y, y)
    for within in (within_x, within_y):
        np.fill_diagonal(within, 0.0)
    m, n = (len(rows) - groups.sum(axis=0) for rows, groups in ((x, of_x), (y, of_y)))
    with np.errstate(divide="ignore", invalid="ignore"):
        alone = _sums(within_x, of_x, of_x) / (m * (m - 1)) + _sums(within_y, of_y, of_y) / (n * (n - 1))
        return np.asarray(alone - 2 * _sums(kernel(x, y), of_x, of_y) / (m * n))


def _sums(values: npt.NDArray[np.float64], rows: Vector, columns: Vector) -> Vector:
    """The sum of all values but those in a group's rows or columns, for each group."""
    table = rows.T @ values @ columns
    return np.asarray(table.sum() - table.sum(axis=1) - table.sum(axis=0) + np.diag(table))
