"""Reference statistics in a file: mean and covariance of features, as pytorch-fid and clean-fid keep them."""

from pathlib import Path

import numpy as np

from paragone.core.errors import BadInput
from paragone.core.foreign import reading
from paragone.core.types import Statistics


def read_statistics(path: Path) -> Statistics:
    """Statistics from an .npz with `mu` and `sigma`."""
    refusal = "{} holds no statistics: an .npz with the arrays mu and sigma is needed ({})".format
    # Opened here: numpy leaves a file open whose archive is damaged.
    with reading(lambda said: refusal(path, said)), path.open("rb") as stream, np.load(stream) as file:
        mean, covariance = (np.asarray(file[name], dtype=np.float64) for name in ("mu", "sigma"))
        n = int(file["n"]) if "n" in file else 0
    if mean.ndim != 1 or covariance.shape != (len(mean), len(mean)) or not np.isfinite(covariance).all():
        raise BadInput(f"{path} has mu of shape {mean.shape} and sigma of shape {covariance.shape}; they do not fit")
    return Statistics(mean, covariance, n)
