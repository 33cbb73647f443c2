"""A Fréchet distance with its influences, computed once for `fid` and `fid_infinity`, remembered by content."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from paragone.core.errors import BadInput
from paragone.core.types import Statistics
from paragone.metrics._rows import Rows
from paragone.metrics._sets import Remembered, Sides, group_names
from paragone.stats.fidelity import (
    Features,
    FrechetError,
    Moments,
    Units,
    Vector,
    degrees_of,
    frechet_error,
    frechet_from_features,
    frechet_from_moments,
    group_count,
    without_each,
)

_known: Remembered[FrechetError] = Remembered()
NOBODY: Units = np.array([], dtype=np.intp)


class Distance(NamedTuple):
    """A Fréchet distance, its influences by unit and how they were found, and about what it is too large by."""

    value: float
    names: list[str]  # of the units
    influences: Vector
    degrees: float
    how: str
    bias: float | None = None  # None where it cannot be told


def distance_of(both: Sides) -> Distance:
    """The distance of both sides: influences by prompt; below the dimension, or where they do not exist, by group."""
    drawn, real, gap = varying(both.drawn, both.real)
    if min(len(drawn), len(real)) > drawn.shape[1] and both.prompts > 1:
        try:
            found = error_of(both)
        except np.linalg.LinAlgError:  # features that depend on each other make a covariance singular at any n
            pass
        else:
            how, degrees = f"infinitesimal jackknife over {both.unit}", degrees_of(found.influences, both.prompts)
            return Distance(found.distance + gap, both.names, found.influences, degrees, how, found.bias)
    value = frechet_from_features(both.drawn, both.real)
    count = group_count(both.prompts)
    return _by_groups(value, lambda a, b: frechet_from_features(both.drawn[a], both.real[b]), both.groups, count)


def error_of(both: Sides) -> FrechetError:
    """The distance without features that never vary, with its influences; LinAlgError where there are none."""
    drawn, real, _ = varying(both.drawn, both.real)
    return _known.get(both.content, lambda: frechet_error(drawn, real, units=both.units))


def distance_to(rows: Rows, real: Statistics) -> Distance:
    """The distance to a mean and covariance, which count as exact."""
    if len(rows.values) > rows.values.shape[1] and rows.prompts > 1:
        names, units = rows.numbered()
        try:
            found = frechet_error(rows.values, real, units=(units, NOBODY))
        except np.linalg.LinAlgError:
            pass
        else:
            how, degrees = "infinitesimal jackknife over prompts drawn", degrees_of(found.influences, len(names))
            return Distance(found.distance, names, found.influences, degrees, how, found.bias)
    value, count = frechet_from_moments(Moments.of(rows.values), real), group_count(rows.prompts)

    def distance(some: Units, _: Units) -> float:
        return frechet_from_moments(Moments.of(rows.values[some]), real)

    return _by_groups(value, distance, lambda groups: (rows.dealt(groups), NOBODY), count)


def varying(drawn: Features, real: Features) -> tuple[Features, Features, float]:
    """Both sides without features that are one number on each side, and what these add to the distance."""
    varies = (drawn != drawn[0]).any(axis=0) | (real != real[0]).any(axis=0)
    if varies.all() or not varies.any():
        return drawn, real, 0.0
    gap = drawn[0, ~varies].astype(np.float64) - real[0, ~varies]
    return drawn[:, varies], real[:, varies], float(gap @ gap)


def _by_groups(
    value: float,
    distance: Callable[[Units, Units], float],
    groups: Callable[[int], tuple[Units, Units]],
    count: int,
) -> Distance:
    """Influences of groups of prompts; none where there are too few prompts or too few images without a group."""
    none = Distance(value, [], np.array([]), 0, "no influences")
    if not count:
        return none
    try:
        influences = without_each(lambda a, b: [distance(a, b)], groups(count))[:, 0]
    except BadInput:
        return none
    how = f"jackknife leaving out {count} groups of prompts"
    return Distance(value, group_names(count), influences, count - 1, how)
