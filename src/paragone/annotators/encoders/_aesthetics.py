"""LAION's aesthetic heads on CLIP ViT-L/14: a chain of linear layers without anything in between."""

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Protocol

import numpy as np

from paragone.annotators._networks.kinds import Weighted
from paragone.annotators._networks.on_clip import WIDTH, OnClip, Tensors, Vectors, check_shapes
from paragone.assets.cache import path_of
from paragone.assets.pickled import read_tensors
from paragone.core.types import Column, Facts


class AestheticHead(Weighted, OnClip, Protocol):
    """`layers` are the names of the layers in the file and how many numbers each gives."""

    layers: ClassVar[Mapping[str, int]]
    columns: ClassVar[Mapping[str, Column]] = {"score": "number"}

    def judge_vectors(self, vectors: Vectors) -> Sequence[Facts]:
        """The score of each image."""
        [weights] = self.needs_weights
        tensors = _read(path_of(weights), tuple(self.layers.items()))
        return [{"score": score} for score in chained(vectors, tensors, list(self.layers))]


def chained(vectors: Vectors, tensors: Tensors, layers: Sequence[str]) -> list[float]:
    """One number a vector by a chain of linear layers; dropout does nothing outside of training."""
    for layer in layers:
        weight, bias = (tensors[f"{layer}{part}"].astype(np.float64) for part in ("weight", "bias"))
        vectors = vectors @ weight.T + bias
    return [float(value) for value in vectors[:, 0]]


def shapes_of(layers: Sequence[tuple[str, int]], width: int = WIDTH) -> dict[str, tuple[int, ...]]:
    """What a file of these layers holds.

    >>> shapes_of([("layers.0.", 2)], 3)
    {'layers.0.weight': (2, 3), 'layers.0.bias': (2,)}
    """
    found: dict[str, tuple[int, ...]] = {}
    for layer, size in layers:
        found |= {f"{layer}weight": (size, width), f"{layer}bias": (size,)}
        width = size
    return found


@functools.lru_cache(maxsize=2)
def _read(path: Path, layers: tuple[tuple[str, int], ...]) -> Tensors:
    tensors = read_tensors(path)
    check_shapes(tensors, shapes_of(layers), path.name)
    return tensors
