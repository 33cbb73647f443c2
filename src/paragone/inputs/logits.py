"""A classifier's logits on labelled images, from an .npz file."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.core.foreign import reading
from paragone.inputs.rows import READERS


def read_logits(path: Path) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """The arrays `logits` (images, classes) and `labels` (images) of a file that numpy wrote; no pickles are read."""
    if path.is_dir() or path.suffix.lower() in READERS:
        raise BadInput(f"{path} holds no logits; of labelled images say who looks at them: --classifier mobilenet_v2")
    refusal = "{} is no .npz file of plain numbers: {}; write it with numpy.savez".format
    # Opened here: numpy leaves a file open whose archive is damaged.
    with reading(lambda said: refusal(path, said)), path.open("rb") as stream, np.load(stream) as held:
        if not isinstance(held, np.lib.npyio.NpzFile) or not {"logits", "labels"} <= set(held):
            found = ", ".join(map(repr, held)) if isinstance(held, np.lib.npyio.NpzFile) else "one array"
            raise BadInput(f"{path} holds {found}; write numpy.savez(file, logits=..., labels=...)")
        logits, labels = held["logits"], held["labels"]
    return _numbers(path, logits, "logits", 2).astype(np.float64), _numbers(path, labels, "labels", 1).astype(np.int64)


def _numbers(path: Path, found: npt.NDArray[Any], name: str, axes: int) -> npt.NDArray[Any]:
    if found.dtype.kind not in "fiu" or found.ndim != axes or not found.size or not np.isfinite(found).all():
        said = f"{name} of the shape {found.shape} and type {found.dtype}"
        raise BadInput(f"{path} has {said}; give {'a row of finite numbers' if axes == 2 else 'one class'} an image")
    if name == "labels" and (found != np.round(found)).any():
        raise BadInput(f"{path} has labels that are no whole numbers; classes are numbered from 0")
    return found
