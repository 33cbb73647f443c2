"""Text vectors in a hundred languages in the space of CLIP ViT-L/14, by M-CLIP; needs the `hub` extra and a model."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.annotators._networks import hub
from paragone.annotators._networks.kinds import Hosted, OfTexts
from paragone.annotators._networks.onnx import Floats
from paragone.annotators.encoders import _m_clip
from paragone.core.types import Column, Facts, Picture, Prompt


@dataclass(frozen=True, slots=True)
class ClipMultilingualText(Hosted, OfTexts):
    """The mean of XLM-R's tokens, one linear layer further (Carlsson et al. 2022); and tokens `cut` off.

    `references` and `distractors` are the vectors of true and false captions, one after another. Memory: 2.2 GB.
    """

    model: str = "M-CLIP/XLM-Roberta-Large-Vit-L-14"
    may_read: ClassVar[tuple[str, ...]] = ("references", "distractors")
    columns: ClassVar[Mapping[str, Column]] = {
        **dict.fromkeys(("vector", "references", "distractors"), "vector"),
        "cut": "integer",
    }

    def load(self) -> Callable[[str], tuple[Floats, int]]:
        """The encoder."""
        return _m_clip.load(hub.folder_of(self.model))

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """Texts one by one: no text can change another's vector."""
        encode = self.load()
        return [self._facts(prompt, encode) for prompt in prompts]

    def _facts(self, prompt: Prompt, encode: Callable[[str], tuple[Floats, int]]) -> Facts:
        vector, cut = encode(prompt.text)
        captions = {name: getattr(prompt.expect, name) for name in ("references", "distractors")}
        empty = np.zeros(0, np.float32)
        joined = {name: np.concatenate([empty, *(encode(text)[0] for text in of)]) for name, of in captions.items()}
        return {"vector": vector, "cut": cut, **joined}


annotator = ClipMultilingualText
