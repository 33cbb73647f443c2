"""Sentence vectors (512 values, unit length) of prompts in 16 languages, by USE multilingual v3."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import onnx
from paragone.annotators._networks.kinds import OfTexts, Weighted
from paragone.annotators.text import _sentences
from paragone.annotators.text._unigram import read_pieces
from paragone.assets.cache import path_of
from paragone.core.types import Column, Facts, Picture, Prompt

NETWORK = "1"
TABLES = 17  # the embedding is kept in this many parts, each with its own 8-bit scale; piece n is in part n mod 17


@dataclass(frozen=True, slots=True)
class TextMultilingual(Weighted, OfTexts):
    """A vector a prompt. Memory: 0.2 GB."""

    code: ClassVar[str] = f"1.{NETWORK}"
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}
    needs_weights: ClassVar[tuple[str, ...]] = ("use-multilingual", "use-multilingual-pieces")

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """Texts of one length go together, and nothing is padded: no text can change another's vector."""
        pieces = _pieces(path_of("use-multilingual-pieces"))
        vectors = _sentences.by_length([pieces.encode(prompt.text) for prompt in prompts], _run)
        return [{"vector": vector} for vector in vectors]


_pieces = cache(read_pieces)


@cache
def _tensors(path: Path) -> dict[str, npt.NDArray[Any]]:
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def _run(numbers: npt.NDArray[np.int64]) -> onnx.Floats:
    source = path_of("use-multilingual")
    network = onnx.file_of("use-multilingual", lambda path: _sentences.universal(_tensors(path)), version=NETWORK)
    share = np.array(numbers.shape[1] ** -0.5, np.float32)
    return onnx.run(network, {"words": embedded(numbers, _tensors(source)), "share": share})[0]


def embedded(numbers: npt.NDArray[np.int64], tensors: Mapping[str, npt.NDArray[Any]]) -> onnx.Floats:
    """Words as vectors, from 8-bit tables."""
    flat = numbers.reshape(-1)
    part = flat % TABLES
    rows = np.stack([tensors[f"q{table + 1}"][row] for table, row in zip(part, flat // TABLES, strict=True)])
    words = rows * tensors["scale"][part, None] + tensors["lo"][part, None]
    return np.asarray(words.reshape(*numbers.shape, -1), np.float32)


annotator = TextMultilingual
