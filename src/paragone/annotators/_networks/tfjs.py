"""A TensorFlow.js graph model as an ONNX one: a topology in JSON and one file of weights, channels first inside."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks.graph import Graph
from paragone.assets.tfjs import weights_in
from paragone.core.errors import BadInput

VERSION = "1"
PLAIN = {
    **{"Add": "Add", "AddV2": "Add", "Mul": "Mul", "Relu": "Relu", "Minimum": "Min", "Maximum": "Max"},
    **{"Sigmoid": "Sigmoid", "Softmax": "Softmax"},
}
BIAS, RELU = "Qmlhc0FkZA==", "UmVsdQ=="  # the names of fused steps, in base64 as the file has them


def to_onnx(topology: Path, weights: Path, outputs: Mapping[str, str]) -> bytes:
    """The network with one input, `image` (N, 3, height, width); `outputs` maps a name of ours to a node's."""
    model = json.loads(topology.read_bytes())
    nodes = {node["name"]: node for node in model["modelTopology"]["node"]}
    return _Conversion(nodes, weights_in(model["weightsManifest"], weights.read_bytes())).run(outputs)


class _Conversion:
    """Follows each output back to the input; a node is converted once."""

    def __init__(self, nodes: Mapping[str, Mapping[str, Any]], known: Mapping[str, npt.NDArray[Any]]) -> None:
        self.nodes, self.known = nodes, known
        self.graph = Graph()
        self.names: dict[str, str] = {}

    def run(self, outputs: Mapping[str, str]) -> bytes:
        for name in self.nodes:  # the file lists a node after those that it reads
            self.names[name] = self._converted(name)
        return self.graph.model({shown: self.names[inner] for shown, inner in outputs.items()})

    def _converted(self, name: str) -> str:
        node = self.nodes[name]
        kind, inputs = node["op"], node.get("input", [])
        if kind == "Const":
            return self.graph.constant(self.known[name])
        if kind == "Placeholder":
            sides = [int(one["size"]) for one in node["attr"]["shape"]["shape"]["dim"]]
            return self.graph.input("image", ["N", sides[3], sides[1], sides[2]])
        if kind in PLAIN:
            return self.graph.add(PLAIN[kind], *(self._beside(one) for one in inputs))
        step = {"Conv2D": self._conv, "DepthwiseConv2dNative": self._depthwise}.get(kind)
        if step is not None:
            return step(node, inputs)
        if kind == "Mean":  # of height and width
            return self.graph.add("ReduceMean", self.names[inputs[0]], axes=[2, 3], keepdims=0)
        if kind == "_FusedMatMul":
            return self._linear(node, inputs)
        raise BadInput(f"this TensorFlow.js file has the operator {kind!r}, which is not converted yet")

    def _beside(self, name: str) -> str:
        """An input of a step that works place by place: a constant of one value a channel goes along the channels."""
        values = self.known.get(name)
        if values is None or values.ndim != 1:
            return self.names[name]
        return self.graph.constant(values.reshape(-1, 1, 1))

    def _conv(self, node: Mapping[str, Any], inputs: Sequence[str]) -> str:
        return self._convolve(node, inputs, self.known[inputs[1]].transpose(3, 2, 0, 1), 1)

    def _depthwise(self, node: Mapping[str, Any], inputs: Sequence[str]) -> str:
        weight = self.known[inputs[1]]  # (height, width, channels, 1)
        return self._convolve(node, inputs, weight.transpose(2, 3, 0, 1), weight.shape[2])

    def _convolve(self, node: Mapping[str, Any], inputs: Sequence[str], weight: npt.NDArray[Any], groups: int) -> str:
        steps = [int(one) for one in node["attr"]["strides"]["list"]["i"][1:3]]
        if node["attr"]["padding"]["s"] != "U0FNRQ==":
            raise BadInput("this TensorFlow.js file has a convolution without padding, which is not converted yet")
        parts = self.graph.constant(weight.astype(np.float32))
        shape = list(weight.shape[2:])
        return self.graph.add(
            "Conv", self.names[inputs[0]], parts, strides=steps, group=groups, auto_pad="SAME_UPPER", kernel_shape=shape
        )

    def _linear(self, node: Mapping[str, Any], inputs: Sequence[str]) -> str:
        fused = node["attr"]["fused_ops"]["list"]["s"]
        if fused[:1] != [BIAS] or fused[1:] not in ([], [RELU]):
            raise BadInput(f"this TensorFlow.js file fuses {fused} with a layer, which is not converted yet")
        made = self.graph.linear(self.names[inputs[0]], self.known[inputs[1]].T, self.known[inputs[2]])
        return self.graph.relu(made) if fused[1:] else made
