"""Lists, tables, texts and numbers out of a pickle without running what the file names.

A pickle can name any function and call it; here a handful of names are known, each answered by something that only
holds what it is given. Everything else is refused.
"""

import io
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.core.foreign import reading

NUMBERS: Mapping[str, npt.DTypeLike] = {name: f"<{name}" for name in ("f4", "f8", "i4", "i8", "u1", "b1")}


def read_plain(path: Path) -> Any:
    """What the file holds: lists, tuples, tables, texts, numbers."""
    with reading(lambda said: f"{path} cannot be read: {said}; check the path"):
        data = path.read_bytes()
    with reading(lambda said: f"{path.name} is not a pickle of plain values: {said}; fetch it anew"):
        return _Reader(io.BytesIO(data)).load()


class _Kind:
    """Stands in for `numpy.dtype`."""

    def __init__(self, code: str, *_: Any) -> None:
        self.code = NUMBERS[code]

    def __setstate__(self, _: Any) -> None:
        return


def _scalar(kind: _Kind, data: bytes) -> Any:
    """Stands in for numpy's own: one number out of its bytes."""
    if not isinstance(kind, _Kind) or not isinstance(data, bytes):
        raise pickle.UnpicklingError("a number holds something that is not plain bytes")
    return np.frombuffer(data, kind.code)[0].item()


def _table(*_: Any) -> dict[Any, Any]:
    """Stands in for the sorts of dictionary there are; the items are put in afterwards."""
    return {}


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        known: dict[tuple[str, str], Any] = {
            ("collections", "OrderedDict"): _table,
            ("collections", "defaultdict"): _table,
            ("builtins", "list"): list,
            ("__builtin__", "list"): list,
            ("numpy", "dtype"): _Kind,
            ("numpy.core.multiarray", "scalar"): _scalar,
            ("numpy._core.multiarray", "scalar"): _scalar,
        }
        if (module, name) not in known:
            raise pickle.UnpicklingError(f"it names {module}.{name}, which no file of plain values needs")
        return known[module, name]
