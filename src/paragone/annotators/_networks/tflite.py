"""Reads a tflite file, without an interpreter: tensors as real numbers, and operators with their settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import flatbuffers
import flatbuffers.number_types as kinds
import numpy as np
import numpy.typing as npt
from flatbuffers.table import Table

DTYPES: Mapping[int, npt.DTypeLike] = {0: np.float32, 1: np.float16, 2: np.int32, 3: np.uint8, 9: np.int8}
OPERATORS: Mapping[int, str] = {
    0: "add", 2: "concatenation", 3: "conv", 4: "depthwise_conv", 6: "dequantize", 14: "logistic", 17: "max_pool",
    22: "reshape", 32: "custom", 34: "pad", 54: "prelu", 97: "resize_nearest", 114: "quantize",
}  # fmt: skip


@dataclass(frozen=True)
class Tensor:
    """A tensor's shape, and its values (as real numbers) where they are part of the file."""

    shape: tuple[int, ...]
    values: npt.NDArray[Any] | None


@dataclass(frozen=True)
class Operator:
    """One operator: its kind, the tensors it reads and writes, and its settings by place."""

    kind: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    options: "Fields | None"


@dataclass(frozen=True)
class Network:
    """The first (and here only) graph of a file."""

    tensors: tuple[Tensor, ...]
    operators: tuple[Operator, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


class Fields:
    """A table of the file; fields are read by place, as the public schema numbers them."""

    def __init__(self, data: bytearray, position: int) -> None:
        self._table = Table(data, position)

    def _at(self, place: int) -> int:
        return int(self._table.Offset(4 + 2 * place))

    def number(self, place: int, kind: Any = kinds.Int32Flags) -> Any:
        """A plain number; 0 where the file leaves it out."""
        at = self._at(place)
        return self._table.Get(kind, at + self._table.Pos) if at else 0

    def byte(self, place: int) -> int:
        """A number of one byte."""
        return int(self.number(place, kinds.Int8Flags))

    def array(self, place: int, kind: Any = kinds.Int32Flags) -> npt.NDArray[Any]:
        """A vector of numbers."""
        at = self._at(place)
        if not at:
            return np.zeros(0, np.int32)
        return np.asarray(self._table.GetVectorAsNumpy(kind, at))

    def tables(self, place: int) -> "list[Fields]":
        """A vector of tables."""
        at = self._at(place)
        if not at:
            return []
        start, count = self._table.Vector(at), self._table.VectorLen(at)
        return [Fields(self._table.Bytes, self._table.Indirect(start + 4 * index)) for index in range(count)]

    def table(self, place: int) -> "Fields | None":
        """A table inside."""
        at = self._at(place)
        return Fields(self._table.Bytes, self._table.Indirect(at + self._table.Pos)) if at else None


def read(path: Path) -> Network:
    """The network in a tflite file."""
    data = bytearray(path.read_bytes())
    model = Fields(data, flatbuffers.encode.Get(kinds.UOffsetTFlags.packer_type, data, 0))
    codes = [max(code.byte(0), code.number(3)) for code in model.tables(1)]
    buffers = [buffer.array(0, kinds.Uint8Flags) for buffer in model.tables(4)]
    graph = model.tables(2)[0]
    return Network(
        tuple(_tensor(row, buffers) for row in graph.tables(0)),
        tuple(_operator(row, codes) for row in graph.tables(3)),
        tuple(int(index) for index in graph.array(1)),
        tuple(int(index) for index in graph.array(2)),
    )


def _operator(row: Fields, codes: list[int]) -> Operator:
    code = codes[row.number(0, kinds.Uint32Flags)]
    inputs, outputs = (tuple(int(index) for index in row.array(place)) for place in (1, 2))
    return Operator(OPERATORS.get(code, f"operator {code}"), inputs, outputs, row.table(4))


def _tensor(row: Fields, buffers: list[npt.NDArray[Any]]) -> Tensor:
    shape = tuple(int(length) for length in row.array(0))
    dtype = np.dtype(DTYPES[row.byte(1)])
    raw = buffers[row.number(2, kinds.Uint32Flags)]
    values = np.frombuffer(raw.tobytes(), dtype).reshape(shape) if raw.size else None
    quantisation = row.table(4)
    scale = quantisation.array(2, kinds.Float32Flags) if quantisation else np.zeros(0)
    if values is None:
        return Tensor(shape, None)
    if quantisation is None or scale.size == 0:
        return Tensor(shape, values.astype(np.float32) if dtype == np.float16 else values)
    along = [1] * len(shape)
    along[quantisation.number(6)] = scale.size
    zero = quantisation.array(3, kinds.Int64Flags).reshape(along)
    real = (values.astype(np.float64) - zero) * scale.astype(np.float64).reshape(along)
    return Tensor(shape, real.astype(np.float32))
