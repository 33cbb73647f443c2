"""The two sentence encoders as ONNX graphs: texts of one length at a time, so that nothing is ever padded."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks.graph import Graph
from paragone.annotators._networks.onnx import Floats

Tensors = Mapping[str, npt.NDArray[Any]]
LAYERS, HEADS = 6, 12  # of MiniLM
WIDTHS = ((2, 0), (3, 1), (5, 2))  # of USE: words a filter sees, and how many of them are to the left
TOGETHER = 32  # texts in one run


def by_length(texts: Sequence[Sequence[int]], run: Callable[[npt.NDArray[np.int64]], Floats]) -> list[Floats]:
    """`run` on texts of equal length together; one vector a text, in order."""
    results: dict[int, Floats] = {}
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    while order:
        length = len(texts[order[0]])
        group = [at for at in order[:TOGETHER] if len(texts[at]) == length]
        results |= dict(zip(group, run(np.array([texts[at] for at in group], np.int64)), strict=True))
        order = order[len(group) :]
    return [results[at] for at in range(len(texts))]


class _Layers(Graph):
    """Layers of text networks on (texts, words, values)."""

    def dense(self, x: str, weight: npt.NDArray[Any], bias: npt.NDArray[Any] | None = None) -> str:
        """Product with a weight of (inputs, outputs)."""
        y = self.add("MatMul", x, self.constant(weight.astype(np.float32)))
        return y if bias is None else self.add("Add", y, self.constant(bias.astype(np.float32)))

    def norm(self, x: str, gain: npt.NDArray[Any], shift: npt.NDArray[Any]) -> str:
        """Mean 0 and deviation 1 over the values, then a gain and a shift."""
        return self.add("LayerNormalization", x, self.constant(gain), self.constant(shift), axis=-1, epsilon=1e-12)

    def number(self, value: float) -> str:
        """A constant number."""
        return self.constant(np.array(value, np.float32))

    def unit(self, x: str) -> str:
        """Vectors at length 1."""
        return self.add("Div", x, self.add("ReduceL2", x, axes=[-1], keepdims=1))


def minilm(tensors: Tensors) -> bytes:
    """`numbers` and `positions` (of words) give `vector`: the mean over words of the last layer, at length 1."""
    net = _Layers()
    numbers, positions = net.input("numbers", ["N", "L"], np.int64), net.input("positions", ["L"], np.int64)
    words = net.add("Gather", net.constant(tensors["embeddings.word_embeddings.weight"]), numbers)
    places = net.add("Gather", net.constant(tensors["embeddings.position_embeddings.weight"]), positions)
    kind = net.constant(tensors["embeddings.token_type_embeddings.weight"][0])
    x = _normed(net, tensors, net.add("Add", net.add("Add", words, places), kind), "embeddings")
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}"
        x = _normed(net, tensors, net.add("Add", x, _attention(net, tensors, x, at)), f"{at}.attention.output")
        inner = _gelu(net, _linear(net, tensors, x, f"{at}.intermediate.dense"))
        out = _linear(net, tensors, inner, f"{at}.output.dense")
        x = _normed(net, tensors, net.add("Add", x, out), f"{at}.output")
    return net.model({"vector": net.unit(net.add("ReduceMean", x, axes=[1], keepdims=0))})


def _attention(net: _Layers, tensors: Tensors, x: str, at: str) -> str:
    size = tensors[f"{at}.attention.self.query.bias"].shape[0] // HEADS
    parts = {}
    for part, order in (("query", [0, 2, 1, 3]), ("key", [0, 2, 3, 1]), ("value", [0, 2, 1, 3])):
        whole = net.reshape(_linear(net, tensors, x, f"{at}.attention.self.{part}"), (0, 0, HEADS, size))
        parts[part] = net.add("Transpose", whole, perm=order)
    scores = net.add("Mul", net.add("MatMul", parts["query"], parts["key"]), net.number(size**-0.5))
    mixed = net.add("MatMul", net.add("Softmax", scores, axis=-1), parts["value"])
    joined = net.reshape(net.add("Transpose", mixed, perm=[0, 2, 1, 3]), (0, 0, HEADS * size))
    return _linear(net, tensors, joined, f"{at}.attention.output.dense")


def _linear(net: _Layers, tensors: Tensors, x: str, at: str) -> str:
    return net.dense(x, tensors[f"{at}.weight"].T, tensors[f"{at}.bias"])


def _normed(net: _Layers, tensors: Tensors, x: str, at: str) -> str:
    return net.norm(x, tensors[f"{at}.LayerNorm.weight"], tensors[f"{at}.LayerNorm.bias"])


def _gelu(net: _Layers, x: str) -> str:
    bell = net.add("Erf", net.add("Mul", x, net.number(2**-0.5)))
    return net.add("Mul", net.add("Mul", x, net.number(0.5)), net.add("Add", bell, net.number(1)))


def universal(tensors: Tensors) -> bytes:
    """`words` (N, L, 512) and `share` (1 / root of L) give `vector`: filters summed over words, then dense layers."""
    net = _Layers()
    words, share = net.input("words", ["N", "L", 512]), net.input("share", [])
    gain, shift = (np.concatenate([tensors[f"{part}{width}"] for width, _ in WIDTHS]) for part in ("ln_g", "ln_b"))
    weight = np.concatenate([tensors[f"proj{width}"] for width, _ in WIDTHS], axis=1)
    bias = np.concatenate([tensors[f"proj_b{width}"] for width, _ in WIDTHS])
    # The inputs of the three filters are normalised together.
    inputs = net.add("Transpose", net.norm(net.dense(words, weight, bias), gain, shift), perm=[0, 2, 1])
    filtered = [_filter(net, tensors, inputs, place) for place in range(len(WIDTHS))]
    features = net.norm(net.add("Concat", words, *filtered, axis=2), tensors["ln_g"], tensors["ln_b"])
    each = net.dense(features, tensors["cnn_W"], tensors["cnn_b"])
    total = net.add("Mul", net.add("ReduceSum", each, net.constant(np.array([1], np.int64)), keepdims=0), share)
    first = net.dense(net.relu(net.dense(total, tensors["d0"])), tensors["d1"])
    first = net.relu(net.add("Add", net.dense(total, tensors["p1"]), first))
    last = net.dense(net.relu(net.dense(first, tensors["d2"])), tensors["d3"])
    return net.model({"vector": net.unit(net.add("Tanh", net.add("Add", net.dense(first, tensors["p3"]), last)))})


def _filter(net: _Layers, tensors: Tensors, inputs: str, place: int) -> str:
    """Two convolutions over neighbouring words, each added to what it read."""
    width, left = WIDTHS[place]
    size = len(tensors[f"b1_{width}"])
    edges = (np.array([edge], np.int64) for edge in (place * size, (place + 1) * size, 1))
    x = net.add("Slice", inputs, *(net.constant(edge) for edge in edges))
    for step in (1, 2):
        weight = tensors[f"w{step}_{width}"].reshape(width, size, size).transpose(2, 1, 0)
        parts = (net.constant(weight), net.constant(tensors[f"b{step}_{width}"]))
        seen = net.add("Conv", x, *parts, kernel_shape=[width], pads=[left, width - 1 - left])
        x = net.add("Add", x, net.relu(seen))
    return net.add("Transpose", x, perm=[0, 2, 1])
