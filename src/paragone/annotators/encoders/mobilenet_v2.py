"""ImageNet classes by MobileNetV2: logits for Inception-like scores (never called IS), and the best labels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import onnx
from paragone.annotators._networks.graph import Graph, fold
from paragone.annotators._networks.kinds import Batched, Weighted
from paragone.annotators._networks.prepare import IMAGENET_DEVIATION, IMAGENET_MEAN, centre_crop, channels_first
from paragone.assets.cache import path_of
from paragone.assets.pickled import read_tensors
from paragone.core.components import Domain
from paragone.core.types import Column, Facts, Picture

NETWORK = "1"
# Stages: channels out, blocks, stride of the first block (Sandler et al., table 2).
STAGES = ((16, 1, 1), (24, 2, 2), (32, 3, 2), (64, 4, 2), (96, 3, 1), (160, 3, 2), (320, 1, 1))


@dataclass(frozen=True, slots=True)
class MobileNetV2(Weighted, Batched):
    """1000 logits, and the five likeliest classes in words. Memory: 0.1 GB."""

    domain: ClassVar[Domain] = "photographs"
    code: ClassVar[str] = f"1.{NETWORK}"
    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"logits": "vector", "labels": "json"}
    needs_weights: ClassVar[tuple[str, ...]] = ("mobilenet-v2", "imagenet-synsets", "imagenet-lemmas")

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """Logits and labels of each image."""
        network = onnx.file_of("mobilenet-v2", lambda path: build(read_tensors(path)), version=NETWORK)
        names = class_names(path_of("imagenet-synsets"), path_of("imagenet-lemmas"))
        images = [centre_crop(picture.pixels, 256, 224, policy="pil-bilinear") for picture in pictures]
        scaled = [(image - IMAGENET_MEAN) / IMAGENET_DEVIATION for image in images]
        [logits] = onnx.run(network, {"image": channels_first(scaled)})
        return [{"logits": row, "labels": best_labels(row, names)} for row in logits]


def best_labels(logits: npt.NDArray[np.float32], names: Sequence[str], count: int = 5) -> list[dict[str, Any]]:
    """The likeliest classes with their probabilities, likeliest first."""
    chance = np.exp(logits - logits.max(), dtype=np.float64)
    chance /= chance.sum()
    order = np.argsort(-chance, kind="stable")[:count]
    return [{"label": names[index], "score": round(float(chance[index]), 4)} for index in order]


@cache
def class_names(synsets: Path, lemmas: Path) -> tuple[str, ...]:
    """The first word for each of the 1000 classes, in the order of the logits."""
    words = dict(line.split("\t", 1) for line in lemmas.read_text(encoding="utf-8").splitlines())
    return tuple(words[synset].partition(",")[0].strip() for synset in synsets.read_text(encoding="utf-8").split())


def build(tensors: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """The network: `image` (N, 3, 224, 224), ImageNet-normalised, gives `logits` (N, 1000)."""
    graph = Graph()
    x = _normed(graph, tensors, graph.input("image", ["N", 3, 224, 224]), "features.0.0", "features.0.1", stride=2)
    block = 0
    for channels, count, stride in STAGES:
        for index in range(count):
            block += 1
            step = stride if index == 0 else 1
            x = _inverted_residual(graph, tensors, x, at=f"features.{block}.conv", stride=step, channels=channels)
    x = _normed(graph, tensors, x, f"features.{block + 1}.0", f"features.{block + 1}.1")
    pooled = graph.reshape(graph.add("GlobalAveragePool", x), (0, -1))
    return graph.model({"logits": graph.linear(pooled, tensors["classifier.1.weight"], tensors["classifier.1.bias"])})


def _inverted_residual(
    graph: Graph, tensors: Mapping[str, npt.NDArray[Any]], x: str, *, at: str, stride: int, channels: int
) -> str:
    first = tensors[f"{at}.0.0.weight"]
    inner, place, before = x, 0, first.shape[0]
    if f"{at}.3.weight" in tensors:  # all blocks but the first widen their input before they filter it
        inner, place, before = _normed(graph, tensors, x, f"{at}.0.0", f"{at}.0.1"), 1, first.shape[1]
    inner = _normed(graph, tensors, inner, f"{at}.{place}.0", f"{at}.{place}.1", stride=stride)
    out = graph.conv(inner, *_folded(tensors, f"{at}.{place + 1}", f"{at}.{place + 2}"))
    return graph.add("Add", x, out) if stride == 1 and before == channels else out


def _normed(
    graph: Graph, tensors: Mapping[str, npt.NDArray[Any]], x: str, conv: str, norm: str, *, stride: int = 1
) -> str:
    weight, bias = _folded(tensors, conv, norm)
    # One input channel a filter means a depthwise convolution; the first layer reads the three colours.
    groups = weight.shape[0] if weight.shape[1] == 1 else 1
    half = weight.shape[2] // 2
    return graph.relu6(graph.conv(x, weight, bias, stride=stride, pad=(half, half), groups=groups))


def _folded(tensors: Mapping[str, npt.NDArray[Any]], conv: str, norm: str) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    scale = tensors[f"{norm}.weight"] / np.sqrt(tensors[f"{norm}.running_var"].astype(np.float64) + 1e-5)
    return fold(tensors[f"{conv}.weight"], scale, tensors[f"{norm}.bias"] - tensors[f"{norm}.running_mean"] * scale)


annotator = MobileNetV2
