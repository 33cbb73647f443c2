"""CountSeg's network (Cholakkal et al., 2019) as an ONNX graph: ResNet-50 and two branches of 80 maps each.

One branch says by its peaks which classes are there, the other how densely. Names are those of its checkpoint.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks.graph import Graph, fold
from paragone.core.errors import BadInput

Maps = npt.NDArray[np.float32]  # (classes, height, width)
SIDE, CLASSES = 448, 80
STAGES = ((4, 3, 1), (5, 4, 2), (6, 6, 2), (7, 3, 2))  # place among the features, blocks, stride of the first
WIDTHS = (64, 128, 256, 512)
NORM = ("weight", "bias", "running_mean", "running_var")
BACKBONE, BRANCHES = "backbond", ("addedmodule.branch1", "addedmodule.branch2")  # the checkpoint's own spelling


def shapes() -> dict[str, tuple[int, ...]]:
    """Every tensor of the published network, with its shape."""
    at = f"{BACKBONE}.features"
    found = {f"{at}.0.weight": (64, 3, 7, 7), **_norm(f"{at}.1", 64)}
    before = 64
    for (stage, blocks, _), width in zip(STAGES, WIDTHS, strict=True):
        for block in range(blocks):
            found |= _block(f"{at}.{stage}.{block}", before, width, shortcut=block == 0)
            before = 4 * width
    found |= {f"{BACKBONE}.classifier.0.weight": (3 * CLASSES, before, 1, 1), f"{BACKBONE}.classifier.0.bias": (240,)}
    half = 3 * CLASSES // 2
    for branch in BRANCHES:
        found |= _norm(f"{branch}.0", half)
        found |= {f"{branch}.2.weight": (CLASSES, half, 1, 1), f"{branch}.2.bias": (CLASSES,)}
    return found


def _norm(at: str, width: int) -> dict[str, tuple[int, ...]]:
    return {f"{at}.{part}": (width,) for part in NORM}


def _block(at: str, before: int, width: int, *, shortcut: bool) -> dict[str, tuple[int, ...]]:
    convs = {1: (width, before, 1, 1), 2: (width, width, 3, 3), 3: (4 * width, width, 1, 1)}
    found: dict[str, tuple[int, ...]] = {}
    for place, shape in convs.items():
        found |= {f"{at}.conv{place}.weight": shape, **_norm(f"{at}.bn{place}", shape[0])}
    if shortcut:
        found |= {f"{at}.downsample.0.weight": (4 * width, before, 1, 1), **_norm(f"{at}.downsample.1", 4 * width)}
    return found


def named(tensors: Mapping[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
    """A checkpoint's tensors under the network's own names: it lies under `model`, trained in parallel."""
    return {name.removeprefix("model.").removeprefix("module."): values for name, values in tensors.items()}


def check(tensors: Mapping[str, npt.NDArray[Any]]) -> None:
    """Raise BadInput where the tensors are not those of the published network."""
    for name, shape in shapes().items():
        found = tensors[name].shape if name in tensors else None
        if found != shape:
            seen = "lacks it" if found is None else f"has {found}"
            raise BadInput(f"{name!r} of CountSeg is {shape} and the file {seen}; is it coco14.pt?")


def build(tensors: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """The network: `image` (N, 3, side, side), ImageNet-normalised, gives `classes` and `density`, a map a class."""
    graph = Graph()
    net = _Net(graph, tensors)
    at = f"{BACKBONE}.features"
    x = net.conv(graph.input("image", ["N", 3, "height", "width"]), f"{at}.0", f"{at}.1", stride=2)
    x = graph.add("MaxPool", graph.relu(x), kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    for stage, blocks, stride in STAGES:
        for block in range(blocks):
            x = net.block(x, f"{at}.{stage}.{block}", stride=stride if block == 0 else 1)
    x = graph.conv(x, tensors[f"{BACKBONE}.classifier.0.weight"], tensors[f"{BACKBONE}.classifier.0.bias"])
    return graph.model(dict(zip(("classes", "density"), net.branches(x), strict=True)))


class _Net:
    def __init__(self, graph: Graph, tensors: Mapping[str, npt.NDArray[Any]]) -> None:
        self.graph, self.tensors = graph, tensors

    def scale(self, norm: str) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        weight, bias, mean, variance = (self.tensors[f"{norm}.{part}"].astype(np.float64) for part in NORM)
        scale = weight / np.sqrt(variance + 1e-5)
        return scale, bias - mean * scale

    def conv(self, x: str, conv: str, norm: str, *, stride: int = 1) -> str:
        weight, bias = fold(self.tensors[f"{conv}.weight"].astype(np.float64), *self.scale(norm))
        half = weight.shape[2] // 2
        return self.graph.conv(x, weight, bias, stride=stride, pad=(half, half))

    def block(self, x: str, at: str, *, stride: int) -> str:
        """A bottleneck; the middle convolution strides."""
        inner = self.graph.relu(self.conv(x, f"{at}.conv1", f"{at}.bn1"))
        inner = self.graph.relu(self.conv(inner, f"{at}.conv2", f"{at}.bn2", stride=stride))
        inner = self.conv(inner, f"{at}.conv3", f"{at}.bn3")
        if f"{at}.downsample.0.weight" in self.tensors:
            x = self.conv(x, f"{at}.downsample.0", f"{at}.downsample.1", stride=stride)
        return self.graph.relu(self.graph.add("Add", inner, x))

    def branches(self, x: str) -> Iterator[str]:
        """Half of the channels each: batch norm, ReLU, a 1x1 convolution."""
        half = self.tensors[f"{BACKBONE}.classifier.0.weight"].shape[0] // 2
        for place, branch in enumerate(BRANCHES):
            first, last, axis = (
                self.graph.constant(np.array([n], np.int64)) for n in (place * half, (place + 1) * half, 1)
            )
            mine = self.graph.add("Slice", x, first, last, axis)
            scale, shift = (
                self.graph.constant(part.astype(np.float32).reshape(1, -1, 1, 1)) for part in self.scale(f"{branch}.0")
            )
            normed = self.graph.relu(self.graph.add("Add", self.graph.add("Mul", mine, scale), shift))
            yield self.graph.conv(normed, self.tensors[f"{branch}.2.weight"], self.tensors[f"{branch}.2.bias"])


def confidence(maps: Maps) -> npt.NDArray[np.float32]:
    """The mean of each map's peaks: what is largest among its 3 x 3 neighbours, and no less than the map's median.

    The median of an even number of values is the lower of the middle two, as in torch.

    >>> float(confidence(np.array([[[1.0, 0.0, 4.0, 3.0]]], np.float32))[0])  # peaks 1 and 4; the lower median is 1
    2.5
    """
    classes, height, width = maps.shape
    padded = np.pad(maps, ((0, 0), (1, 1), (1, 1)), constant_values=-np.inf)
    around = np.stack([padded[:, y : y + height, x : x + width] for y in range(3) for x in range(3)])
    flat = np.sort(maps.reshape(classes, -1), axis=1)
    median = flat[:, (flat.shape[1] - 1) // 2][:, None, None]
    # Of equal neighbours the first one counts: those before it must be less.
    is_peak = (maps > around[:4]).all(0) & (maps >= around[4:]).all(0) & (maps >= median)
    counted = is_peak.sum((1, 2))
    total: npt.NDArray[np.float32] = (maps * is_peak).sum((1, 2)) / np.maximum(counted, 1)
    return np.where(counted > 0, total, 0.0).astype(np.float32)


def counts(classes: Maps, density: Maps) -> npt.NDArray[np.int64]:
    """How many there are of each class: the mean of its density, rounded, where its confidence is above 0."""
    found: npt.NDArray[np.int64] = np.round(np.where(confidence(classes) > 0, density.mean((1, 2)), 0)).astype(np.int64)
    return found
