"""English sentence vectors (384 values, unit length) of prompts, by all-MiniLM-L6-v2."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import onnx
from paragone.annotators._networks.kinds import OfTexts, Weighted
from paragone.annotators.text import _sentences
from paragone.annotators.text._wordpiece import END, START, pieces, read_vocabulary
from paragone.assets.cache import path_of
from paragone.assets.safetensors import read_tensors
from paragone.core.types import Column, Facts, Picture, Prompt

NETWORK = "1"
LONGEST = 256


@dataclass(frozen=True, slots=True)
class TextEn(Weighted, OfTexts):
    """A vector a prompt, and how many word pieces were cut off beyond 256 (the end mark stays). Memory: 0.2 GB."""

    code: ClassVar[str] = f"1.{NETWORK}"
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector", "cut": "integer"}
    needs_weights: ClassVar[tuple[str, ...]] = ("minilm-l6", "minilm-vocabulary")

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """Texts of one length go together, and nothing is padded: no text can change another's vector."""
        vocabulary = _vocabulary(path_of("minilm-vocabulary"))
        texts = [pieces(prompt.text, vocabulary) for prompt in prompts]
        kept = [[vocabulary[START], *text[: LONGEST - 2], vocabulary[END]] for text in texts]
        vectors = _sentences.by_length(kept, _run)
        return [
            {"vector": vector, "cut": max(len(text) + 2 - LONGEST, 0)}
            for vector, text in zip(vectors, texts, strict=True)
        ]


_vocabulary = cache(read_vocabulary)


def _run(numbers: npt.NDArray[np.int64]) -> onnx.Floats:
    network = onnx.file_of("minilm-l6", lambda path: _sentences.minilm(read_tensors(path)), version=NETWORK)
    return onnx.run(network, {"numbers": numbers, "positions": np.arange(numbers.shape[1])})[0]


annotator = TextEn
