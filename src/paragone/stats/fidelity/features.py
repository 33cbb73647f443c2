"""What a feature array must be before anything is computed from it."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput

Features: TypeAlias = npt.NDArray[np.floating[Any]]  # (images, dimension)
Vector: TypeAlias = npt.NDArray[np.float64]
TILE = 2048  # rows converted to float64 at once: 2048 x 2048 doubles are 32 MiB


def as_features(values: Features, name: str, *, least: int = 2) -> Features:
    """The same array, once it is known to hold at least `least` finite rows.

    >>> as_features(np.zeros((3, 4)), "drawn").shape
    (3, 4)
    """
    array = np.asarray(values)
    if array.ndim != 2 or array.shape[1] == 0:
        raise BadInput(f"{name} features have the shape {array.shape}; give one row per image, (images, dimension)")
    if array.shape[0] < least:
        raise BadInput(f"{name} has {array.shape[0]} images; give at least {least}")
    if not np.issubdtype(array.dtype, np.floating):
        array = array.astype(np.float64)
    # A sum is finite only if every entry is (or infinities cancel to NaN), and needs no mask as large as the data.
    with np.errstate(invalid="ignore", over="ignore"):
        total = array.sum(dtype=np.float64)
    if not np.isfinite(total):
        raise BadInput(f"{name} features hold NaN or infinite values; leave those images out and count them as missing")
    return array


def same_dimension(a: Features, b: Features) -> None:
    """Refuse two sets from different feature spaces."""
    if a.shape[1] != b.shape[1]:
        raise BadInput(
            f"the two sets have {a.shape[1]} and {b.shape[1]} dimensions; use one feature extractor for both"
        )


def unit_rows(values: Features) -> npt.NDArray[np.float64]:
    """Every row divided by its length; a row of zeros stays zero, since it has no direction.

    >>> unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    rows = np.asarray(values, dtype=np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths > 0, lengths, 1.0)


def tiles(count: int, size: int = TILE) -> list[slice]:
    """Consecutive ranges that cover `count` rows.

    >>> tiles(5, 2)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    return [slice(start, min(start + size, count)) for start in range(0, count, size)]
