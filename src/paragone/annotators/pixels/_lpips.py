"""LPIPS as one ONNX graph: two images through AlexNet or VGG16, and the weighted distance of their features.

At each of five layers, features are brought to length 1 along their channels; the squared differences are weighted by
channel (weights learnt from people's judgements, v0.1), averaged over the picture and summed over layers. Zhang et al.
(2018). Images come in -1 to 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import onnx
from paragone.annotators._networks.graph import Graph
from paragone.annotators._networks.kinds import Weighted
from paragone.annotators._networks.prepare import channels_first, stretched
from paragone.annotators.pixels._reference import reference_of
from paragone.assets.pickled_arrays import read_arrays
from paragone.core.components import Subject
from paragone.core.errors import BadInput
from paragone.core.types import Column, Facts, Missing, Picture, Pixels, Prompt

Network: TypeAlias = Literal["vgg", "alex"]
VERSION = "1"
SIDE = 256  # as HEIM compares images
SHIFT = np.array([-0.030, -0.088, -0.188])  # of images in -1 to 1: about ImageNet's mean and deviation
SCALE = np.array([0.458, 0.448, 0.450])
TINY = 1e-10  # added to the length of a feature, so that a feature of zeros stays zero
POOL = 0  # in a plan of layers: halve the picture; numbers are places of convolutions
VGG = ((1, 2), (POOL, 3, 4), (POOL, 5, 6, 7), (POOL, 8, 9, 10), (POOL, 11, 12, 13))
ALEX = ((1,), (POOL, 2), (POOL, 3), (4,), (5,))
PLANS: Mapping[Network, tuple[tuple[int, ...], ...]] = {"vgg": VGG, "alex": ALEX}
ROOTS: Mapping[Network, str] = {"vgg": "VGG16_0", "alex": "AlexNet_0"}
FILES: Mapping[Network, str] = {"vgg": "lpips-vgg", "alex": "lpips-alex"}


@dataclass(frozen=True, slots=True)
class Lpips(Weighted):
    """LPIPS v0.1 with learnt weights on one of its networks."""

    network: Network

    code: ClassVar[str] = f"1.{VERSION}"
    subject: ClassVar[Subject] = "pair"
    reads: ClassVar[tuple[str, ...]] = ("reference",)
    columns: ClassVar[Mapping[str, Column]] = {"distance": "number"}

    @property
    def name(self) -> str:
        """With the network."""
        return f"lpips_{self.network}"

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """Names in the weights manifest."""
        return (FILES[self.network],)

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts | Missing]:
        """The distance of each pair."""
        return distances(pictures, prompts, self.network)


def distances(pictures: Sequence[Picture], prompts: Sequence[Prompt], network: Network) -> list[Facts | Missing]:
    """LPIPS of each image and its prompt's reference, both at 256 x 256, or why there is none."""
    made = onnx.file_of(FILES[network], lambda path: build(read_arrays(path), network), version=VERSION)
    return [_compared(picture, prompt, made) for picture, prompt in zip(pictures, prompts, strict=True)]


def _compared(picture: Picture, prompt: Prompt, network: Path) -> Facts | Missing:
    reference = reference_of(prompt)
    if isinstance(reference, Missing):
        return reference
    [found] = onnx.run(network, {"image": scaled(picture.pixels), "reference": scaled(reference)}, ["distance"])
    return {"distance": float(found[0])}


def scaled(pixels: Pixels) -> onnx.Floats:
    """An image of any size as the network takes it."""
    return channels_first([stretched(pixels, SIDE, policy="pil-bilinear")]) / np.float32(127.5) - np.float32(1)


def build(arrays: Mapping[str, npt.NDArray[Any]], network: Network) -> bytes:
    """The graph: `image` and `reference` (N, 3, height, width) in -1 to 1 give `distance` (N)."""
    graph, plan, root = Graph(), PLANS[network], ROOTS[network]
    if f"{root}.Conv_0.kernel" not in arrays:
        raise BadInput(f"the file of LPIPS weights has no {root}; fetch the weights anew")
    sides = [_features(graph, _normed(graph, name), arrays, network) for name in ("image", "reference")]
    total = ""
    for layer in range(len(plan)):
        one, other = (_unit(graph, side[layer]) for side in sides)
        gap = graph.add("Sub", one, other)
        head = arrays[f"NetLinLayer_{layer}.Conv_0.kernel"].reshape(1, -1, 1, 1)
        mean = graph.add("GlobalAveragePool", graph.conv(graph.add("Mul", gap, gap), head))
        total = graph.add("Add", total, mean) if total else mean
    return graph.model({"distance": graph.reshape(total, (-1,))})


def _normed(graph: Graph, name: str) -> str:
    x = graph.input(name, ["N", 3, "H", "W"])
    shift, scale = (graph.constant(part.astype(np.float32).reshape(1, 3, 1, 1)) for part in (SHIFT, SCALE))
    return graph.add("Div", graph.add("Sub", x, shift), scale)


def _features(graph: Graph, x: str, arrays: Mapping[str, npt.NDArray[Any]], network: Network) -> list[str]:
    size = 2 if network == "vgg" else 3
    found = []
    for stage in PLANS[network]:
        for step in stage:
            if step == POOL:
                x = graph.add("MaxPool", x, kernel_shape=[size, size], strides=[2, 2])
                continue
            at = f"{ROOTS[network]}.Conv_{step - 1}"
            weight = arrays[f"{at}.kernel"].transpose(3, 2, 0, 1)  # stored as height, width, in, out
            stride, pad = (4, 2) if weight.shape[2] == 11 else (1, weight.shape[2] // 2)
            x = graph.relu(graph.conv(x, weight, arrays[f"{at}.bias"], stride=stride, pad=(pad, pad)))
        found.append(x)
    return found


def _unit(graph: Graph, x: str) -> str:
    length = graph.add("ReduceL2", x, axes=[1], keepdims=1)
    return graph.add("Div", x, graph.add("Add", length, graph.constant(np.array(TINY, np.float32))))
