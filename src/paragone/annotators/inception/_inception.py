"""The Inception-v3 network of FID (2015-12-05), from either file of its weights, as an ONNX graph of our own.

It differs from the ImageNet network of libraries in two ways: average pools leave the padding out, and the last block
pools by maximum. Names of layers are torchvision's, as the pytorch-fid file has them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks.graph import Graph, fold
from paragone.core.errors import BadInput

VERSION = "1"
STEM = ("Conv2d_1a_3x3", "Conv2d_2a_3x3", "Conv2d_2b_3x3", "Conv2d_3b_1x1", "Conv2d_4a_3x3")
BRANCHES = {
    "A": (
        *("branch1x1", "branch5x5_1", "branch5x5_2"),
        *("branch3x3dbl_1", "branch3x3dbl_2", "branch3x3dbl_3", "branch_pool"),
    ),
    "B": ("branch3x3", "branch3x3dbl_1", "branch3x3dbl_2", "branch3x3dbl_3"),
    "C": (
        *("branch1x1", "branch7x7_1", "branch7x7_2", "branch7x7_3"),
        *("branch7x7dbl_1", "branch7x7dbl_2", "branch7x7dbl_3", "branch7x7dbl_4", "branch7x7dbl_5", "branch_pool"),
    ),
    "D": ("branch3x3_1", "branch3x3_2", "branch7x7x3_1", "branch7x7x3_2", "branch7x7x3_3", "branch7x7x3_4"),
    "E": (
        *("branch1x1", "branch3x3_1", "branch3x3_2a", "branch3x3_2b"),
        *("branch3x3dbl_1", "branch3x3dbl_2", "branch3x3dbl_3a", "branch3x3dbl_3b", "branch_pool"),
    ),
}
BLOCKS = {
    **{f"Mixed_{name}": "A" for name in ("5b", "5c", "5d")},
    "Mixed_6a": "B",
    **{f"Mixed_{name}": "C" for name in ("6b", "6c", "6d", "6e")},
    "Mixed_7a": "D",
    **{f"Mixed_{name}": "E" for name in ("7b", "7c")},
}
LAYERS = (*STEM, *(f"{block}.{branch}" for block, kind in BLOCKS.items() for branch in BRANCHES[kind]))
SPATIAL, CHANNELS = "Mixed_6d", 7  # where sFID looks
EPSILON = 0.001  # of the batch normalisation

Kernel = tuple[npt.NDArray[Any], npt.NDArray[Any]]


def kernels(tensors: Mapping[str, npt.NDArray[Any]]) -> dict[str, Kernel]:
    """Weight and bias of each of the 94 convolutions, with the batch normalisation folded in."""
    if f"{STEM[0]}.conv.weight" in tensors:
        parts = (".bn.bias", ".bn.running_mean", ".bn.running_var")
        return {layer: _folded(tensors, layer, ".conv", *parts) for layer in LAYERS}
    scripted = [name.removesuffix(".weight") for name in tensors if name.endswith(".weight")]
    if len(scripted) != len(LAYERS):
        raise BadInput(f"Inception has {len(LAYERS)} convolutions, the file {len(scripted)}; fetch the weights anew")
    # The TorchScript file lists the same layers in the same order under other names.
    pairs = zip(LAYERS, scripted, strict=True)
    return {layer: _folded(tensors, name, "", ".beta", ".mean", ".var") for layer, name in pairs}


def _folded(tensors: Mapping[str, npt.NDArray[Any]], name: str, conv: str, *parts: str) -> Kernel:
    beta, mean, variance = (tensors[name + part].astype(np.float64) for part in parts)
    scale = tensors.get(f"{name}.bn.weight", np.float64(1.0)) / np.sqrt(variance + EPSILON)
    return fold(tensors[f"{name}{conv}.weight"].astype(np.float64), scale, beta - mean * scale)


def build(tensors: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """The network: `image` (N, 3, 299, 299) in -1..1 gives `vector` (N, 2048), and `logits` if the file has them."""
    net = Net(kernels(tensors))
    x = net.blocks(net.stem(), list(BLOCKS))
    vector = net.graph.reshape(net.graph.add("GlobalAveragePool", x), (0, -1))
    outputs = {"vector": vector}
    if "fc.weight" in tensors:
        # Without the bias: so do TISE and torch-fidelity (and through it HEIM) for the Inception Score.
        outputs["logits"] = net.graph.linear(vector, tensors["fc.weight"])
    return net.graph.model(outputs)


def build_spatial(tensors: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """The network as far as sFID looks: `image` gives `maps` (N, 7, 17, 17).

    Nash et al. (2021) take the first 7 channels of the layer that the file of 2015 calls mixed_6/conv: the 1x1 branch
    of what is Mixed_6d here, after its ReLU. The rest of that block and all that follows are left out.
    """
    layers = kernels(tensors)
    weight, bias = layers[f"{SPATIAL}.branch1x1"]
    net = Net({**layers, f"{SPATIAL}.branch1x1": (weight[:CHANNELS], bias[:CHANNELS])})
    before = list(BLOCKS)[: list(BLOCKS).index(SPATIAL)]
    return net.graph.model({"maps": net.chain(net.blocks(net.stem(), before), f"{SPATIAL}.branch1x1")})


class Net:
    """The blocks, one method a kind, as the network of 2015 has them."""

    def __init__(self, layers: Mapping[str, Kernel]) -> None:
        self.graph = Graph()
        self._layers = layers

    def stem(self) -> str:
        """The first five convolutions."""
        x = self.graph.input("image", ["N", 3, 299, 299])
        x = self.conv(self.conv(x, STEM[0], stride=2), STEM[1])
        x = self.conv(x, STEM[2], pad=(1, 1))
        x = self.conv(self.shrink(x), STEM[3])
        return self.shrink(self.conv(x, STEM[4]))

    def blocks(self, x: str, names: Sequence[str]) -> str:
        """The named blocks, one after the other."""
        for name in names:
            x = getattr(self, f"block_{BLOCKS[name].lower()}")(x, f"{name}.")
        return x

    def conv(self, x: str, layer: str, *, stride: int = 1, pad: tuple[int, int] = (0, 0)) -> str:
        """A convolution and ReLU."""
        weight, bias = self._layers[layer]
        return self.graph.relu(self.graph.conv(x, weight, bias, stride=stride, pad=pad))

    def chain(self, x: str, *layers: str) -> str:
        """Convolutions one after the other, each padded so that the size stays."""
        for layer in layers:
            height, width = self._layers[layer][0].shape[2:]
            x = self.conv(x, layer, pad=(height // 2, width // 2))
        return x

    def shrink(self, x: str) -> str:
        """Half the side, by maximum."""
        return self.graph.add("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2])

    def average(self, x: str, layer: str) -> str:
        """Average pool, then a 1x1 convolution: done in the other order, which is the same sum and less work."""
        weight, bias = self._layers[layer]
        pooled = self.graph.add(
            "AveragePool", self.graph.conv(x, weight, bias), kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=0
        )
        return self.graph.relu(pooled)

    def join(self, *parts: str) -> str:
        """Channels side by side."""
        return self.graph.add("Concat", *parts, axis=1)

    def block_a(self, x: str, at: str) -> str:
        """35 x 35 places."""
        fives = self.chain(x, f"{at}branch5x5_1", f"{at}branch5x5_2")
        threes = self.chain(x, *(f"{at}branch3x3dbl_{step}" for step in (1, 2, 3)))
        return self.join(self.chain(x, f"{at}branch1x1"), fives, threes, self.average(x, f"{at}branch_pool"))

    def block_b(self, x: str, at: str) -> str:
        """From 35 x 35 to 17 x 17."""
        threes = self.chain(x, f"{at}branch3x3dbl_1", f"{at}branch3x3dbl_2")
        return self.join(
            self.conv(x, f"{at}branch3x3", stride=2), self.conv(threes, f"{at}branch3x3dbl_3", stride=2), self.shrink(x)
        )

    def block_c(self, x: str, at: str) -> str:
        """17 x 17, by rows and columns of seven."""
        sevens = self.chain(x, *(f"{at}branch7x7_{step}" for step in (1, 2, 3)))
        doubles = self.chain(x, *(f"{at}branch7x7dbl_{step}" for step in (1, 2, 3, 4, 5)))
        return self.join(self.chain(x, f"{at}branch1x1"), sevens, doubles, self.average(x, f"{at}branch_pool"))

    def block_d(self, x: str, at: str) -> str:
        """From 17 x 17 to 8 x 8."""
        threes = self.conv(self.chain(x, f"{at}branch3x3_1"), f"{at}branch3x3_2", stride=2)
        sevens = self.chain(x, *(f"{at}branch7x7x3_{step}" for step in (1, 2, 3)))
        return self.join(threes, self.conv(sevens, f"{at}branch7x7x3_4", stride=2), self.shrink(x))

    def block_e(self, x: str, at: str) -> str:
        """8 x 8."""
        three = self.chain(x, f"{at}branch3x3_1")
        double = self.chain(x, f"{at}branch3x3dbl_1", f"{at}branch3x3dbl_2")
        sides = [self.chain(three, f"{at}branch3x3_2{side}") for side in "ab"]
        sides += [self.chain(double, f"{at}branch3x3dbl_3{side}") for side in "ab"]
        return self.join(self.chain(x, f"{at}branch1x1"), *sides, self.pooled(x, at))

    def pooled(self, x: str, at: str) -> str:
        """The branch that pools: the last block by maximum."""
        if at != "Mixed_7c.":
            return self.average(x, f"{at}branch_pool")
        highest = self.graph.add("MaxPool", x, kernel_shape=[3, 3], pads=[1, 1, 1, 1])
        return self.chain(highest, f"{at}branch_pool")
