"""Tensors out of a torch file (state dict or TorchScript, zip or older form) without torch and without running it.

A pickle can name any function and call it. Here every name is answered from a short list of our own stand-ins, so the
worst a hostile file can do is to be refused. This is stricter than `torch.load(weights_only=True)`, and needs no torch.
"""

import io
import math
import pickle
import zipfile
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.core.foreign import reading

Tensors: TypeAlias = dict[str, npt.NDArray[Any]]
DTYPES: Mapping[str, npt.DTypeLike] = {
    "DoubleStorage": np.float64,
    "FloatStorage": np.float32,
    "HalfStorage": np.float16,
    "LongStorage": np.int64,
    "IntStorage": np.int32,
    "ByteStorage": np.uint8,
    "BoolStorage": np.bool_,
}
LEGACY_MAGIC = 0x1950A86A20F9469CFC6C


def read_tensors(path: Path) -> Tensors:
    """Every tensor by its dotted name."""
    with reading(lambda said: f"{path.name} is not a file of plain tensors: {said}; fetch the weights anew"):
        found = _read_zip(path) if zipfile.is_zipfile(path) else _read_legacy(path)
        return dict(_walk("", found))


class _Record:
    """Stands in for any module class of a TorchScript file: it holds attributes and does nothing."""

    def __setstate__(self, state: Any) -> None:
        if not isinstance(state, dict):
            raise pickle.UnpicklingError("a module holds something that is not a table of attributes")
        self.__dict__.update(state)


class _Storage:
    """Flat numbers that tensors are views of; the older form fills them in after the tensors are made."""

    def __init__(self, dtype: npt.DTypeLike, values: npt.NDArray[Any]) -> None:
        self.dtype = np.dtype(dtype)
        self.values = values


def _rebuild(storage: _Storage, offset: int, size: tuple[int, ...], stride: tuple[int, ...], *_: Any) -> Any:
    return lambda: _view(storage.values, offset, size, stride).copy()


def _view(values: npt.NDArray[Any], offset: int, size: tuple[int, ...], stride: tuple[int, ...]) -> npt.NDArray[Any]:
    last = offset + sum((length - 1) * step for length, step in zip(size, stride, strict=True))
    if min((offset, *size, *stride), default=0) < 0 or (0 not in size and last >= len(values)):
        raise pickle.UnpicklingError("a tensor reaches beyond its storage")
    if math.prod(size) > len(values):  # steps of nought: a few numbers would become gigabytes
        raise pickle.UnpicklingError("a tensor has more numbers than its storage")
    steps = tuple(step * values.itemsize for step in stride)
    return np.lib.stride_tricks.as_strided(values[offset:], size, steps, writeable=False)


class _Reader(pickle.Unpickler):
    def __init__(self, data: io.BufferedIOBase | io.BytesIO, storage: Callable[..., _Storage]) -> None:
        super().__init__(data)
        self._storage = storage

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith("__torch__"):
            return _Record
        if module == "torch" and name in DTYPES:
            return DTYPES[name]
        known: dict[tuple[str, str], Any] = {
            ("collections", "OrderedDict"): OrderedDict,
            ("torch._utils", "_rebuild_tensor_v2"): _rebuild,
            ("torch._utils", "_rebuild_parameter"): lambda tensor, *_: tensor,
            ("torch.jit._pickle", "build_intlist"): list,
        }
        if (module, name) not in known:
            raise pickle.UnpicklingError(f"it names {module}.{name}, which no file of weights needs")
        return known[module, name]

    def persistent_load(self, pid: Any) -> _Storage:
        return self._storage(*pid[1:])


def _read_zip(path: Path) -> Any:
    with zipfile.ZipFile(path) as bundle:
        pickled = next(name for name in bundle.namelist() if name.endswith("data.pkl"))
        folder = pickled.removesuffix("data.pkl") + "data/"
        stores: dict[str, _Storage] = {}

        def storage(dtype: npt.DTypeLike, key: str, *_: Any) -> _Storage:
            if key not in stores:
                stores[key] = _Storage(dtype, np.frombuffer(bundle.read(folder + key), dtype))
            return stores[key]

        return _Reader(io.BytesIO(bundle.read(pickled)), storage).load()


def _read_legacy(path: Path) -> Any:
    """The form of torch before 1.6: magic number, version, machine, object, list of keys, then the raw numbers."""
    stores: dict[str, _Storage] = {}

    def storage(dtype: npt.DTypeLike, key: str, _: str, count: int, *__: Any) -> _Storage:
        return stores.setdefault(key, _Storage(dtype, np.zeros(count, dtype)))

    with path.open("rb") as stream:
        if _Reader(stream, storage).load() != LEGACY_MAGIC:
            raise pickle.UnpicklingError("it does not begin as a torch file does")
        _, _, found, keys = (_Reader(stream, storage).load() for _ in range(4))
        for key in keys:
            count = int.from_bytes(stream.read(8), "little")
            if count != len(stores[key].values):
                raise pickle.UnpicklingError("a storage has another length than was said")
            stores[key].values = np.fromfile(stream, stores[key].dtype, count)
    return found


def _walk(prefix: str, found: Any) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    if callable(found) and not isinstance(found, type):
        yield prefix, found()
    elif isinstance(found, _Record | dict):
        items = vars(found) if isinstance(found, _Record) else found
        for name, item in items.items():
            yield from _walk(f"{prefix}.{name}" if prefix else str(name), item)
