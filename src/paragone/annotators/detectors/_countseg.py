"""CountSeg's network (Cholakkal et al., 2019) as an ONNX graph: ResNet-50 and two branches of 80 maps each.

One branch says by its peaks which classes are there, the other how densely. Names are those of its checkpoint.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import resnet50
from paragone.annotators._networks.graph import Graph

Maps = npt.NDArray[np.float32]  # (classes, height, width)
SIDE, CLASSES = 448, 80
BACKBONE, BRANCHES = "backbond", ("addedmodule.branch1", "addedmodule.branch2")  # the checkpoint's own spelling
AT = f"{BACKBONE}.features"
NAMES = resnet50.Names(f"{AT}.0", f"{AT}.1", (f"{AT}.4", f"{AT}.5", f"{AT}.6", f"{AT}.7"))


def shapes() -> resnet50.Shapes:
    """Every tensor of the published network, with its shape."""
    half = 3 * CLASSES // 2
    found = resnet50.shapes(NAMES)
    found |= {f"{BACKBONE}.classifier.0.weight": (2 * half, resnet50.FEATURES, 1, 1)}
    found |= {f"{BACKBONE}.classifier.0.bias": (2 * half,)}
    for branch in BRANCHES:
        found |= resnet50.norm_shapes(f"{branch}.0", half)
        found |= {f"{branch}.2.weight": (CLASSES, half, 1, 1), f"{branch}.2.bias": (CLASSES,)}
    return found


def named(tensors: Mapping[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
    """A checkpoint's tensors under the network's own names: it lies under `model`, trained in parallel."""
    return {name.removeprefix("model.").removeprefix("module."): values for name, values in tensors.items()}


def check(tensors: Mapping[str, npt.NDArray[Any]]) -> None:
    """Raise BadInput where the tensors are not those of the published network."""
    resnet50.refuse_other(tensors, shapes(), "CountSeg", "coco14.pt")


def build(tensors: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """The network: `image` (N, 3, side, side), ImageNet-normalised, gives `classes` and `density`, a map a class."""
    graph = Graph()
    trunk = resnet50.Trunk(graph, tensors)
    x = trunk.run(graph.input("image", ["N", 3, "height", "width"]), NAMES)
    x = graph.conv(x, tensors[f"{BACKBONE}.classifier.0.weight"], tensors[f"{BACKBONE}.classifier.0.bias"])
    return graph.model(dict(zip(("classes", "density"), _branches(trunk, x), strict=True)))


def _branches(trunk: resnet50.Trunk, x: str) -> Iterator[str]:
    """Half of the channels each: batch norm, ReLU, a 1x1 convolution."""
    graph, tensors = trunk.graph, trunk.tensors
    half = tensors[f"{BACKBONE}.classifier.0.weight"].shape[0] // 2
    for place, branch in enumerate(BRANCHES):
        first, last, axis = (graph.constant(np.array([n], np.int64)) for n in (place * half, (place + 1) * half, 1))
        mine = graph.add("Slice", x, first, last, axis)
        scale, shift = (
            graph.constant(part.astype(np.float32).reshape(1, -1, 1, 1)) for part in trunk.scale(f"{branch}.0")
        )
        normed = graph.relu(graph.add("Add", graph.add("Mul", mine, scale), shift))
        yield graph.conv(normed, tensors[f"{branch}.2.weight"], tensors[f"{branch}.2.bias"])


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
