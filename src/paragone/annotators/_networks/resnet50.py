"""ResNet-50 up to its last maps, as part of an ONNX graph, from tensors under whatever names a checkpoint has."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks.graph import Graph, fold
from paragone.core.errors import BadInput

Tensors: TypeAlias = Mapping[str, npt.NDArray[Any]]
Shapes: TypeAlias = dict[str, tuple[int, ...]]
BLOCKS, STRIDES, WIDTHS = (3, 4, 6, 3), (1, 2, 2, 2), (64, 128, 256, 512)
FEATURES = 2048
NORM = ("weight", "bias", "running_mean", "running_var")


class Names(NamedTuple):
    """What a checkpoint calls the first convolution, the norm after it, and the four stages."""

    stem: str
    norm: str
    stages: tuple[str, str, str, str]


def shapes(names: Names, *, channels: int = 3) -> Shapes:
    """Every tensor, with its shape."""
    found: Shapes = {f"{names.stem}.weight": (64, channels, 7, 7), **norm_shapes(names.norm, 64)}
    before = 64
    for stage, blocks, width in zip(names.stages, BLOCKS, WIDTHS, strict=True):
        for block in range(blocks):
            found |= _block_shapes(f"{stage}.{block}", before, width, shortcut=block == 0)
            before = 4 * width
    return found


def norm_shapes(at: str, width: int) -> Shapes:
    """The four tensors of a batch norm."""
    return {f"{at}.{part}": (width,) for part in NORM}


def _block_shapes(at: str, before: int, width: int, *, shortcut: bool) -> Shapes:
    convs = {1: (width, before, 1, 1), 2: (width, width, 3, 3), 3: (4 * width, width, 1, 1)}
    found: Shapes = {}
    for place, shape in convs.items():
        found |= {f"{at}.conv{place}.weight": shape, **norm_shapes(f"{at}.bn{place}", shape[0])}
    if shortcut:
        side = f"{at}.downsample"
        found |= {f"{side}.0.weight": (4 * width, before, 1, 1), **norm_shapes(f"{side}.1", 4 * width)}
    return found


def refuse_other(tensors: Tensors, wanted: Shapes, network: str, file: str) -> None:
    """Raise BadInput where the tensors are not those of the published network."""
    for name, shape in wanted.items():
        found = tensors[name].shape if name in tensors else None
        if found != shape:
            seen = "lacks it" if found is None else f"has {found}"
            raise BadInput(f"{name!r} of {network} is {shape} and the file {seen}; is it {file}?")


class Trunk:
    """Adds layers to a graph, each under its name in the checkpoint."""

    def __init__(self, graph: Graph, tensors: Tensors) -> None:
        self.graph, self.tensors = graph, tensors

    def run(self, x: str, names: Names) -> str:
        """The last maps, a thirty-second of the image's side."""
        x = self.graph.relu(self.conv(x, names.stem, names.norm, stride=2))
        x = self.graph.add("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
        for stage, blocks, stride in zip(names.stages, BLOCKS, STRIDES, strict=True):
            for block in range(blocks):
                x = self.block(x, f"{stage}.{block}", stride=stride if block == 0 else 1)
        return x

    def scale(self, norm: str) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """A batch norm as what each channel is multiplied by, and what is added."""
        weight, bias, mean, variance = (self.tensors[f"{norm}.{part}"].astype(np.float64) for part in NORM)
        scale = weight / np.sqrt(variance + 1e-5)
        return scale, bias - mean * scale

    def conv(self, x: str, conv: str, norm: str, *, stride: int = 1) -> str:
        """A convolution and the batch norm after it."""
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
