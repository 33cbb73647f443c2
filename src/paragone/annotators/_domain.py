"""Where images of one kind lie among all: their mean, their spread, and the distance beyond which there are few."""

import functools
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.keys import content_hash

DATA = Path(__file__).parent / "data"


class Fitted(NamedTuple):
    """The mean, what makes the spread round, and the line."""

    mean: npt.NDArray[np.float64]
    whitening: npt.NDArray[np.float64]
    line: float
    digest: str

    def distances(self, vectors: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Of each row, from the mean, in standard deviations (Mahalanobis)."""
        moved: npt.NDArray[np.float64] = np.linalg.norm((vectors - self.mean) @ self.whitening, axis=1)
        return moved


@functools.cache
def fitted(name: str) -> Fitted:
    """What `python -m benchmarks.domains --fit` wrote under this name."""
    path = DATA / f"{name}.npz"
    with np.load(path) as file:
        mean, whitening, line = (file[part].astype(np.float64) for part in ("mean", "whitening", "line"))
    return Fitted(mean, whitening, float(line), content_hash(path.read_bytes()))
