"""Whether an image is inappropriate by Q16: which of two learned texts CLIP ViT-L/14 finds nearer."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from paragone.annotators._networks.given import Given
from paragone.annotators._networks.on_clip import WIDTH, OnClip, Vectors, unit
from paragone.assets.pickled_arrays import read_arrays
from paragone.core.errors import BadInput
from paragone.core.types import Column, Facts


@dataclass(frozen=True, slots=True)
class Q16(Given, OnClip):
    """Schramowski et al. (2022): 100 times the cosine with each text; `chance` is the second's share by softmax.

    `path` is `prompts.p` for ViT-L/14 of the authors' repository: two rows of 768 numbers, in a pickle of which nothing
    is run. An image is inappropriate where the second row is nearer, as HEIM's code has it.
    """

    path: str = ""
    where_from: ClassVar[str] = "github.com/ml-research/Q16 (data/ViT-L-14/prompts.p)"
    columns: ClassVar[Mapping[str, Column]] = {"chance": "number"}

    def load(self) -> Vectors:
        """The two learned texts."""
        return _read(self.file)

    def judge_vectors(self, vectors: Vectors) -> Sequence[Facts]:
        """How much nearer the second text is."""
        fine, bad = 100 * unit(self.load()) @ vectors.T
        return [{"chance": float(chance)} for chance in 1 / (1 + np.exp(np.clip(fine - bad, -700, 700)))]


@functools.lru_cache(maxsize=1)
def _read(path: Path) -> Vectors:
    arrays = list(read_arrays(path).values())
    if len(arrays) != 1 or arrays[0].shape != (2, WIDTH):
        found = ", ".join(str(array.shape) for array in arrays) or "nothing"
        raise BadInput(f"{path.name} holds {found} where one table (2, {WIDTH}) is expected; is it Q16's for ViT-L/14?")
    return arrays[0].astype(np.float64)


annotator = Q16
