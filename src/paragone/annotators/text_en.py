"""English sentence vectors (384 values, unit length) of prompts, by all-MiniLM-L6-v2, in plain numpy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from paragone.annotators import _onnx
from paragone.annotators._wordpiece import END, START, pieces, read_vocabulary
from paragone.core.types import Column, Facts, Picture, Prompt
from paragone.weights.cache import path_of
from paragone.weights.safetensors import read_tensors

LAYERS, HEADS, LONGEST = 6, 12, 256
EPSILON = 1e-12
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class TextEn:
    """A vector a prompt, and how many word pieces were cut off beyond 256 (the end mark stays). Memory: 0.1 GB."""

    name: ClassVar[str] = "text_en"
    batch: ClassVar[int] = 64
    subject: ClassVar[Literal["prompt"]] = "prompt"
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector", "cut": "integer"}
    needs_weights: ClassVar[tuple[str, ...]] = ("minilm-l6", "minilm-vocabulary")

    @property
    def version(self) -> str:
        """Code and weights."""
        return _onnx.version_of("1", *self.needs_weights)

    def check(self) -> None:
        """Refuse to start without the weights."""
        _onnx.require(self.name, *self.needs_weights)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts]:
        """Texts one by one: without padding, no text can change another's vector."""
        vocabulary = _vocabulary(path_of("minilm-vocabulary"))
        network = _network(path_of("minilm-l6"))
        facts: list[Facts] = []
        for prompt in prompts:
            numbers = pieces(prompt.text, vocabulary)
            kept = [vocabulary[START], *numbers[: LONGEST - 2], vocabulary[END]]
            facts.append({"vector": encode(np.array(kept), network), "cut": max(len(numbers) + 2 - LONGEST, 0)})
        return facts


_vocabulary = cache(read_vocabulary)


@cache
def _network(path: Path) -> dict[str, npt.NDArray[Any]]:
    return read_tensors(path)


def encode(numbers: npt.NDArray[np.int64], network: Mapping[str, npt.NDArray[Any]]) -> Floats:
    """The mean of the last layer's vectors, at unit length."""
    x = network["embeddings.word_embeddings.weight"][numbers]
    x = x + network["embeddings.position_embeddings.weight"][: len(numbers)]
    x = _norm(x + network["embeddings.token_type_embeddings.weight"][0], network, "embeddings")
    for layer in range(LAYERS):
        x = _layer(x, network, f"encoder.layer.{layer}")
    mean = x.mean(axis=0)
    return np.asarray(mean / np.linalg.norm(mean), np.float32)


def _layer(x: Floats, network: Mapping[str, npt.NDArray[Any]], at: str) -> Floats:
    parts = (_linear(x, network, f"{at}.attention.self.{part}") for part in ("query", "key", "value"))
    query, key, value = (_heads(part) for part in parts)
    scores = query @ key.transpose(0, 2, 1) / np.float32(np.sqrt(query.shape[-1]))  # (heads, pieces, pieces)
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ value
    joined = mixed.transpose(1, 0, 2).reshape(x.shape)
    x = _norm(x + _linear(joined, network, f"{at}.attention.output.dense"), network, f"{at}.attention.output")
    inner = _gelu(_linear(x, network, f"{at}.intermediate.dense"))
    return _norm(x + _linear(inner, network, f"{at}.output.dense"), network, f"{at}.output")


def _heads(x: Floats) -> Floats:
    return x.reshape(len(x), HEADS, -1).transpose(1, 0, 2)


def _linear(x: Floats, network: Mapping[str, npt.NDArray[Any]], at: str) -> Floats:
    return np.asarray(x @ network[f"{at}.weight"].T + network[f"{at}.bias"])


def _norm(x: Floats, network: Mapping[str, npt.NDArray[Any]], at: str) -> Floats:
    spread = x - x.mean(axis=-1, keepdims=True)
    deviation = np.sqrt((spread**2).mean(axis=-1, keepdims=True) + EPSILON)
    return np.asarray(spread / deviation * network[f"{at}.LayerNorm.weight"] + network[f"{at}.LayerNorm.bias"])


def _gelu(x: Floats) -> Floats:
    from scipy.special import erf

    return np.asarray(x * 0.5 * (1 + erf(x / np.sqrt(2))), np.float32)


annotator = TextEn
