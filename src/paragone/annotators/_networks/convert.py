"""A tflite network as an ONNX one: real numbers in place of 8-bit ones, any batch, channels first inside."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks.graph import Graph
from paragone.annotators._networks.tflite import Network, Operator
from paragone.core.errors import BadInput

VERSION = "1"
ACTIVATIONS: dict[int, Callable[[Graph, str], str]] = {
    0: lambda graph, x: x,
    1: lambda graph, x: graph.relu(x),
    3: lambda graph, x: graph.relu6(x),
}


class Conversion:
    """Walks the operators in order; `names` maps a tensor's index to its name in the ONNX graph."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.graph = Graph()
        self.names: dict[int, str] = {}
        self.known: dict[int, npt.NDArray[Any]] = {
            index: tensor.values for index, tensor in enumerate(network.tensors) if tensor.values is not None
        }

    def run(self) -> "Conversion":
        """Convert everything up to the first custom operator; its inputs are left in `names` and `known`."""
        [start] = self.network.inputs
        image = self.graph.input("image", ["N", *self.network.tensors[start].shape[1:]])
        self.names[start] = self.graph.add("Transpose", image, perm=[0, 3, 1, 2])
        for operator in self.network.operators:
            if operator.kind == "custom":
                break
            step = getattr(self, f"_{operator.kind}", None)
            if step is None:
                raise BadInput(f"this tflite file has the operator {operator.kind!r}, which is not converted yet")
            self._put(operator, step)
        return self

    def _put(self, operator: Operator, step: Callable[[Operator], str | None]) -> None:
        result = step(operator)
        if result is not None:
            self.names[operator.outputs[0]] = result

    def _shape(self, index: int) -> tuple[int, ...]:
        return self.network.tensors[index].shape

    def _value(self, index: int) -> str:
        """A tensor in the graph, channels first where it has four dimensions."""
        if index not in self.names:
            values = self.known[index].astype(np.float32)
            self.names[index] = self.graph.constant(values.transpose(0, 3, 1, 2) if values.ndim == 4 else values)
        return self.names[index]

    def _pads(self, operator: Operator, kernel: Sequence[int], stride: Sequence[int]) -> list[int]:
        if operator.options and operator.options.byte(0) == 1:  # VALID
            return [0, 0, 0, 0]
        before, after = [], []
        for length, size, step in zip(self._shape(operator.inputs[0])[1:3], kernel, stride, strict=True):
            total = max((-(-length // step) - 1) * step + size - length, 0)
            before.append(total // 2)
            after.append(total - total // 2)
        return [*before, *after]

    def _activate(self, operator: Operator, place: int, x: str) -> str:
        code = operator.options.byte(place) if operator.options else 0
        if code not in ACTIVATIONS:
            raise BadInput(f"this tflite file has the activation {code}, which is not converted yet")
        return ACTIVATIONS[code](self.graph, x)

    def _stride(self, operator: Operator) -> tuple[int, int]:
        assert operator.options is not None
        return operator.options.number(2), operator.options.number(1)  # height, width

    def _conv(self, operator: Operator) -> str:
        weight = self.known[operator.inputs[1]].transpose(0, 3, 1, 2)  # (out, height, width, in) -> channels first
        return self._convolve(operator, weight, groups=1, activation=3)

    def _depthwise_conv(self, operator: Operator) -> str:
        weight = self.known[operator.inputs[1]].transpose(3, 0, 1, 2)  # (1, height, width, channels)
        return self._convolve(operator, weight, groups=self._shape(operator.inputs[0])[3], activation=4)

    def _convolve(self, operator: Operator, weight: npt.NDArray[Any], *, groups: int, activation: int) -> str:
        stride = self._stride(operator)
        pads = self._pads(operator, weight.shape[2:], stride)
        x, bias = self._value(operator.inputs[0]), self.known[operator.inputs[2]]
        made = self.graph.conv(x, weight, bias, stride=stride, pad=pads, groups=groups)
        return self._activate(operator, activation, made)

    def _max_pool(self, operator: Operator) -> str:
        assert operator.options is not None
        kernel, stride = (operator.options.number(4), operator.options.number(3)), self._stride(operator)
        pads = self._pads(operator, kernel, stride)
        x = self._value(operator.inputs[0])
        return self.graph.add("MaxPool", x, kernel_shape=list(kernel), strides=list(stride), pads=pads)

    def _add(self, operator: Operator) -> str:
        made = self.graph.add("Add", *(self._value(index) for index in operator.inputs))
        return self._activate(operator, 0, made)

    def _prelu(self, operator: Operator) -> str:
        slope = self.known[operator.inputs[1]].transpose(2, 0, 1)
        return self.graph.add("PRelu", self._value(operator.inputs[0]), self.graph.constant(slope.astype(np.float32)))

    def _pad(self, operator: Operator) -> str:
        around = self.known[operator.inputs[1]][[0, 3, 1, 2]]  # rows are dimensions, channels last
        pads = self.graph.constant(around.T.reshape(-1).astype(np.int64))
        return self.graph.add("Pad", self._value(operator.inputs[0]), pads)

    def _logistic(self, operator: Operator) -> str:
        return self.graph.add("Sigmoid", self._value(operator.inputs[0]))

    def _reshape(self, operator: Operator) -> str:
        x = self._value(operator.inputs[0])
        if len(self._shape(operator.inputs[0])) == 4:
            x = self.graph.add("Transpose", x, perm=[0, 2, 3, 1])
        return self.graph.reshape(x, (-1, *self._shape(operator.outputs[0])[1:]))

    def _concatenation(self, operator: Operator) -> str:
        assert operator.options is not None
        axis = operator.options.number(0) % len(self._shape(operator.outputs[0]))
        if len(self._shape(operator.outputs[0])) == 4:
            axis = (0, 2, 3, 1)[axis]
        return self.graph.add("Concat", *(self._value(index) for index in operator.inputs), axis=axis)

    def _resize_nearest(self, operator: Operator) -> str:
        before, after = self._shape(operator.inputs[0]), self._shape(operator.outputs[0])
        scales = np.array([1, 1, after[1] / before[1], after[2] / before[2]], np.float32)
        return self.graph.add(
            "Resize", self._value(operator.inputs[0]), "", self.graph.constant(scales),
            mode="nearest", nearest_mode="floor", coordinate_transformation_mode="asymmetric",
        )  # fmt: skip

    def _quantize(self, operator: Operator) -> str:
        return self._value(operator.inputs[0])

    def _dequantize(self, operator: Operator) -> str | None:
        if operator.inputs[0] in self.known:  # half-precision weights, already real numbers when they were read
            self.known[operator.outputs[0]] = self.known[operator.inputs[0]]
            return None
        return self._value(operator.inputs[0])
