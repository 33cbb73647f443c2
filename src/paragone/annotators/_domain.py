"""Where images of one kind lie among all: their mean, their spread, and the distance beyond which there are few."""

import functools
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.keys import content_hash

DATA = Path(__file__).parent / "data"


class Fitted(NamedTuple):
    """The mean, what makes the spread round, and the line; with a leading axis, those of several kinds alike.

    Photographs are of one kind for each sharpness: a blurred one is a poor photograph, and no other thing.
    """

    mean: npt.NDArray[np.float64]
    whitening: npt.NDArray[np.float64]
    line: float
    digest: str
    side: npt.NDArray[np.float64] | None = None  # a plane (normal, offset) that what belongs here lies above

    def distances(self, vectors: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Of each row, from the nearest mean, in standard deviations (Mahalanobis)."""
        moved = np.linalg.norm((vectors - self.mean[..., None, :]) @ self.whitening, axis=-1)
        nearest: npt.NDArray[np.float64] = moved.reshape(-1, len(vectors)).min(axis=0)
        return nearest

    def holds(self, vectors: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
        """Whether each row is within the line, and on the right side of the plane where there is one."""
        within: npt.NDArray[np.bool_] = self.distances(vectors) <= self.line
        return within if self.side is None else within & (vectors @ self.side[:-1] + self.side[-1] > 0)


@functools.cache
def fitted(name: str) -> Fitted:
    """What `python -m benchmarks.domains --fit` wrote under this name."""
    path = DATA / f"{name}.npz"
    with np.load(path) as file:
        mean, whitening, line = (file[part].astype(np.float64) for part in ("mean", "whitening", "line"))
        side = file["side"].astype(np.float64) if "side" in file else None
    return Fitted(mean, whitening, float(line), content_hash(path.read_bytes()), side)
