"""Inception-v3 as libraries trained it on ImageNet, with any number of classes, as an ONNX graph.

It differs from FID's network in that average pools count the padding and the last block pools by average too.
"""

from collections.abc import Mapping
from typing import Any

import numpy.typing as npt

from paragone.annotators.inception._inception import LAYERS, Net, kernels
from paragone.core.errors import BadInput

FEATURES = 2048


class ImageNet(Net):
    """The same blocks with torchvision's pools."""

    def average(self, x: str, layer: str) -> str:
        """Average pool with the padding in it, then a 1x1 convolution."""
        pooled = self.graph.add("AveragePool", x, kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=1)
        return self.conv(pooled, layer)

    def pooled(self, x: str, at: str) -> str:
        """By average in every block."""
        return self.average(x, f"{at}branch_pool")


def build(tensors: Mapping[str, npt.NDArray[Any]], classes: int) -> bytes:
    """The network: `image` (N, 3, 299, 299) in -1..1 gives `logits` (N, classes). The auxiliary head is left out."""
    check(tensors, classes)
    net = ImageNet(kernels(tensors))
    x = net.graph.add("GlobalAveragePool", net.blocks(net.stem(), [*blocks()]))
    vector = net.graph.reshape(x, (0, -1))
    return net.graph.model({"logits": net.graph.linear(vector, tensors["fc.weight"], tensors["fc.bias"])})


def blocks() -> tuple[str, ...]:
    """The blocks in order."""
    return tuple(dict.fromkeys(layer.partition(".")[0] for layer in LAYERS if layer.startswith("Mixed_")))


def check(tensors: Mapping[str, npt.NDArray[Any]], classes: int) -> None:
    """Raise BadInput where a layer is missing or the last one has other classes."""
    parts = ("conv.weight", "bn.weight", "bn.bias", "bn.running_mean", "bn.running_var")
    wanted = [*(f"{layer}.{part}" for layer in LAYERS for part in parts), "fc.weight", "fc.bias"]
    absent = [name for name in wanted if name not in tensors]
    if absent:
        raise BadInput(f"the file lacks {absent[0]!r} (and {len(absent) - 1} more); is it torchvision's Inception-v3?")
    if tensors["fc.weight"].shape != (classes, FEATURES):
        found = tensors["fc.weight"].shape
        raise BadInput(
            f"the last layer of the file is {found}, wanted is ({classes}, {FEATURES}); is it another network?"
        )
