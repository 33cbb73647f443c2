"""Sentence vectors (512 values, unit length) of prompts in 16 languages, by USE multilingual v3, in plain numpy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from paragone.annotators import _onnx
from paragone.annotators._unigram import read_pieces
from paragone.core.types import Column, Facts, Picture, Prompt
from paragone.weights.cache import path_of

WIDTHS = ((2, 0), (3, 1), (5, 2))  # words a filter sees, and how many of them are to the left
EPSILON = 1e-12
TABLES = 17  # the embedding is kept in this many parts, each with its own 8-bit scale; piece n is in part n mod 17
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class TextMultilingual:
    """A vector a prompt. Memory: 0.2 GB."""

    name: ClassVar[str] = "text_multilingual"
    batch: ClassVar[int] = 64
    subject: ClassVar[Literal["prompt"]] = "prompt"
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}
    needs_weights: ClassVar[tuple[str, ...]] = ("use-multilingual", "use-multilingual-pieces")

    @property
    def version(self) -> str:
        """Code and weights."""
        return _onnx.version_of("1", *self.needs_weights)

    def check(self) -> None:
        """Refuse to start without the weights."""
        _onnx.require(self.name, *self.needs_weights)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts]:
        """Texts one by one: no text can change another's vector."""
        pieces, network = _pieces(path_of("use-multilingual-pieces")), _network(path_of("use-multilingual"))
        return [{"vector": encode(np.array(pieces.encode(prompt.text)), network)} for prompt in prompts]


_pieces = cache(read_pieces)


@cache
def _network(path: Path) -> dict[str, npt.NDArray[Any]]:
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def encode(numbers: npt.NDArray[np.int64], network: Mapping[str, npt.NDArray[Any]]) -> Floats:
    """Embeddings and three convolutions, summed over the text, then four dense layers."""
    part = numbers % TABLES
    rows = np.stack([network[f"q{table + 1}"][row] for table, row in zip(part, numbers // TABLES, strict=True)])
    words = rows * network["scale"][part, None] + network["lo"][part, None]  # (pieces, 512)
    features = _norm(np.concatenate([words, *_filtered(words, network)], axis=1), network["ln_g"], network["ln_b"])
    total = (features @ network["cnn_W"] + network["cnn_b"]).sum(axis=0) / np.sqrt(len(numbers))
    first = _relu(total @ network["p1"] + _relu(total @ network["d0"]) @ network["d1"])
    vector = np.tanh(first @ network["p3"] + _relu(first @ network["d2"]) @ network["d3"])
    return np.asarray(vector / np.linalg.norm(vector), np.float32)


def _filtered(words: Floats, network: Mapping[str, npt.NDArray[Any]]) -> list[Floats]:
    """Two residual convolutions over 2, 3 and 5 neighbouring words; the three inputs are normalised together."""
    sides = [width for width, _ in WIDTHS]
    inputs = np.concatenate([words @ network[f"proj{side}"] + network[f"proj_b{side}"] for side in sides], axis=1)
    gain, shift = (np.concatenate([network[f"{part}{side}"] for side in sides]) for part in ("ln_g", "ln_b"))
    results = []
    for (width, left), x in zip(WIDTHS, np.split(_norm(inputs, gain, shift), len(WIDTHS), axis=1), strict=True):
        for step in (1, 2):
            seen = _neighbours(x, width, left) @ network[f"w{step}_{width}"] + network[f"b{step}_{width}"]
            x = x + _relu(seen)
        results.append(x)
    return results


def _neighbours(x: Floats, width: int, left: int) -> Floats:
    """Row i holds rows i - left .. i - left + width - 1 side by side; zeros stand beyond the ends."""
    around = np.pad(x, ((left, width - 1 - left), (0, 0)))
    return np.concatenate([around[shift : shift + len(x)] for shift in range(width)], axis=1)


def _norm(x: Floats, gain: Floats, shift: Floats) -> Floats:
    spread = x - x.mean(axis=-1, keepdims=True)
    return np.asarray(spread / np.sqrt((spread**2).mean(axis=-1, keepdims=True) + EPSILON) * gain + shift)


def _relu(x: Floats) -> Floats:
    return np.maximum(x, 0)


annotator = TextMultilingual
