"""Reference statistics in a file: mean and covariance of features, as pytorch-fid and clean-fid keep them."""

import io
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.core.types import Cohort, Estimate
from paragone.metrics._rows import rows_of
from paragone.stats.fidelity import Moments, frechet_distance
from paragone.store.atomic import write_whole


class Statistics(NamedTuple):
    """The mean and covariance of a set's features, and how many images they are from (0: unknown)."""

    mean: npt.NDArray[np.float64]
    covariance: npt.NDArray[np.float64]
    n: int = 0


def read_statistics(path: Path) -> Statistics:
    """Statistics from an .npz with `mu` and `sigma`."""
    try:
        with np.load(path, allow_pickle=False) as file:
            mean, covariance = (np.asarray(file[name], dtype=np.float64) for name in ("mu", "sigma"))
            n = int(file["n"]) if "n" in file else 0
    except (OSError, KeyError, ValueError) as error:
        raise BadInput(
            f"{path} holds no statistics: an .npz with the arrays mu and sigma is needed ({error})"
        ) from error
    if mean.ndim != 1 or covariance.shape != (len(mean), len(mean)) or not np.isfinite(covariance).all():
        raise BadInput(f"{path} has mu of shape {mean.shape} and sigma of shape {covariance.shape}; they do not fit")
    return Statistics(mean, covariance, n)


def write_statistics(path: Path, features: npt.NDArray[np.float32]) -> None:
    """Keep a set's statistics for later, in the same form."""
    moments = Moments.of(features)
    buffer = io.BytesIO()
    np.savez(buffer, mu=moments.mean, sigma=moments.covariance, n=len(features))
    write_whole(path, buffer.getvalue(), aside=path.parent / ".partial")


def fid_to_statistics(drawn: Cohort, features: str, real: Statistics) -> Estimate:
    """FID of drawn images to a file of statistics."""
    found = rows_of(drawn, features)
    if isinstance(found, str):
        return Estimate(None, None, None, 0, drawn.missing, reason=found)
    rows = found.values
    if len(rows) < 2:
        return Estimate(None, None, None, len(rows), drawn.missing, reason="it needs two images")
    if rows.shape[1] != len(real.mean):
        why = f"the statistics are of other features: {len(real.mean)} dimensions, {features} has {rows.shape[1]}"
        return Estimate(None, None, None, len(rows), drawn.missing, reason=why)
    moments = Moments.of(rows)
    value = frechet_distance(moments.mean, moments.covariance, real.mean, real.covariance)
    reason = "no interval: a file of statistics has no images to leave out"
    if len(rows) <= rows.shape[1]:
        warning = f"fewer images than the {rows.shape[1]} feature dimensions: the value is far too large and only"
        reason = (
            f"{warning} comparable at equal n; kid or cmmd on the images themselves do not suffer from this; {reason}"
        )
    return Estimate(value, None, None, len(rows), drawn.missing, f"{len(rows)} drawn, {real.n or '?'} real", reason)
