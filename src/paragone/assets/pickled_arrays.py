"""Numpy arrays out of a pickled table (as JAX projects keep weights) without running what the file names.

A pickle can name any function and call it; here few names are known, each answered by a stand-in that only holds
what it is given; and bytes as older pickles write them.
"""

import io
import math
import pickle
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.core.foreign import reading

TYPES: Mapping[str, npt.DTypeLike] = {"f2": "<f2", "f4": "<f4", "f8": "<f8", "i4": "<i4", "i8": "<i8"}


def read_arrays(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Every array of a table of tables by its dotted name."""
    with reading(lambda said: f"{path.name} is not a file of plain arrays: {said}; fetch the weights anew"):
        return dict(_walk("", _Reader(io.BytesIO(path.read_bytes())).load()))


class _Type:
    """Stands in for `numpy.dtype`."""

    def __init__(self, code: str, *_: Any) -> None:
        self.dtype = np.dtype(TYPES[code])

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        if state[1] != "<":
            raise pickle.UnpicklingError(f"numbers are stored in the byte order {state[1]!r}, not '<'")


class _Array:
    """Stands in for `numpy.ndarray`."""

    def __init__(self, *_: Any) -> None:
        self.values: npt.NDArray[Any] | None = None

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        _, shape, kind, is_fortran, data = state
        if not isinstance(kind, _Type) or not isinstance(data, bytes):
            raise pickle.UnpicklingError("an array holds something that is not plain numbers")
        if math.prod(shape) * kind.dtype.itemsize != len(data):
            raise pickle.UnpicklingError("an array has another length than was said")
        self.values = np.frombuffer(data, kind.dtype).reshape(shape, order="F" if is_fortran else "C")


def _bytes(text: str, encoding: str) -> bytes:
    """How pickles of the second protocol write bytes."""
    if encoding != "latin1":
        raise pickle.UnpicklingError(f"bytes are written as {encoding!r}, not as latin1")
    return text.encode("latin1")


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        known: dict[tuple[str, str], Any] = {
            ("numpy.core.multiarray", "_reconstruct"): _Array,
            ("numpy._core.multiarray", "_reconstruct"): _Array,
            ("numpy", "ndarray"): _Array,
            ("numpy", "dtype"): _Type,
            ("_codecs", "encode"): _bytes,
        }
        if (module, name) not in known:
            raise pickle.UnpicklingError(f"it names {module}.{name}, which no file of arrays needs")
        return known[module, name]


def _walk(prefix: str, found: Any) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    if isinstance(found, _Array) and found.values is not None:
        yield prefix, found.values
    elif isinstance(found, dict):
        for name, item in found.items():
            yield from _walk(f"{prefix}.{name}" if prefix else str(name), item)
    else:
        raise pickle.UnpicklingError(f"{prefix or 'the file'} is neither a table nor an array")
