"""A small builder of ONNX graphs: networks of our own are written in it, and file formats are converted with it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import ModelProto, TensorProto, helper, numpy_helper

OPSET = 17
IR_VERSION = 9
TYPES = {np.dtype(np.float32): TensorProto.FLOAT, np.dtype(np.int64): TensorProto.INT64}


class Graph:
    """Nodes in order; every method adds one and gives the name of its result."""

    def __init__(self) -> None:
        self._nodes: list[Any] = []
        self._constants: list[Any] = []
        self._inputs: list[Any] = []
        self._count = 0

    def input(self, name: str, shape: Sequence[int | str], dtype: npt.DTypeLike = np.float32) -> str:
        """An input; a dimension given as text may have any length."""
        self._inputs.append(helper.make_tensor_value_info(name, TYPES[np.dtype(dtype)], list(shape)))
        return name

    def constant(self, values: npt.NDArray[Any]) -> str:
        """A tensor that is part of the network."""
        name = self._new("c")
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def add(self, kind: str, *inputs: str, **settings: Any) -> str:
        """Any ONNX operator with one result."""
        name = self._new("n")
        self._nodes.append(helper.make_node(kind, list(inputs), [name], **settings))
        return name

    def conv(
        self,
        x: str,
        weight: npt.NDArray[Any],
        bias: npt.NDArray[Any] | None = None,
        *,
        stride: int | tuple[int, int] = 1,
        pad: Sequence[int] = (0, 0),
        groups: int = 1,
    ) -> str:
        """A convolution; `pad` is (height, width) or (top, left, bottom, right)."""
        steps = (stride, stride) if isinstance(stride, int) else stride
        pads = [*pad, *pad] if len(pad) == 2 else list(pad)
        parts = [self.constant(weight.astype(np.float32))]
        if bias is not None:
            parts.append(self.constant(bias.astype(np.float32)))
        return self.add(
            "Conv", x, *parts, strides=list(steps), pads=pads, group=groups, kernel_shape=list(weight.shape[2:])
        )

    def linear(self, x: str, weight: npt.NDArray[Any], bias: npt.NDArray[Any] | None = None) -> str:
        """A fully connected layer; the weight is (outputs, inputs)."""
        parts = [self.constant(weight.astype(np.float32))]
        if bias is not None:
            parts.append(self.constant(bias.astype(np.float32)))
        return self.add("Gemm", x, *parts, transB=1)

    def relu(self, x: str) -> str:
        """Negative values made 0."""
        return self.add("Relu", x)

    def relu6(self, x: str) -> str:
        """Values held between 0 and 6."""
        return self.add("Clip", x, *(self.constant(np.array(limit, np.float32)) for limit in (0, 6)))

    def reshape(self, x: str, shape: Sequence[int]) -> str:
        """The same values in another shape; 0 keeps a length, -1 is worked out."""
        return self.add("Reshape", x, self.constant(np.array(shape, np.int64)))

    def model(self, outputs: dict[str, str]) -> bytes:
        """The finished model as bytes; outputs map the name a user sees to a node's result."""
        for shown, inner in outputs.items():
            self._nodes.append(helper.make_node("Identity", [inner], [shown]))
        results = [helper.make_tensor_value_info(shown, TensorProto.FLOAT, None) for shown in outputs]
        graph = helper.make_graph(self._nodes, "paragone", self._inputs, results, self._constants)
        made: ModelProto = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION, producer_name="paragone"
        )
        return bytes(made.SerializeToString())

    def _new(self, letter: str) -> str:
        self._count += 1
        return f"{letter}{self._count}"


def fold(weight: npt.NDArray[Any], scale: Any, shift: Any) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """A convolution and the per-channel x * scale + shift after it, as one convolution's weight and bias."""
    return weight * np.asarray(scale).reshape(-1, *([1] * (weight.ndim - 1))), np.asarray(shift)
