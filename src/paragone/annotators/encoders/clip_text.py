"""Text vectors of a dual encoder (CLIP, SigLIP, open_clip or an ONNX pair); needs the `hub` extra and a model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.annotators._networks.clip import Clip, Encoder
from paragone.annotators._networks.kinds import OfTexts
from paragone.annotators._networks.onnx import Floats
from paragone.core.types import Column, Facts, Picture, Prompt


@dataclass(frozen=True, slots=True)
class ClipText(Clip, OfTexts):
    """`vector` of the prompt, and tokens `cut` off; of true and false captions where a prompt has any.

    `references` and `distractors` hold the vectors of `expect.references` and `expect.distractors`, one after another.
    A text that is too long loses its last words, never its end mark. Memory: as `clip_image`.
    """

    model: str = "openai/clip-vit-base-patch32"
    code: ClassVar[str] = "2"
    may_read: ClassVar[tuple[str, ...]] = ("references", "distractors")
    columns: ClassVar[Mapping[str, Column]] = {
        **dict.fromkeys(("vector", "references", "distractors"), "vector"),
        "cut": "integer",
    }

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """Texts one by one: no text can change another's vector."""
        encoder = self.load()
        return [
            {
                "vector": encoder.text(encoder.tokens(prompt.text).numbers),
                "references": _vectors(prompt.expect.references, encoder),
                "distractors": _vectors(prompt.expect.distractors, encoder),
                "cut": encoder.tokens(prompt.text).cut,
            }
            for prompt in prompts
        ]


def _vectors(texts: Sequence[str], encoder: Encoder) -> Floats:
    """The vectors of texts, one after another."""
    empty = np.zeros(0, np.float32)
    return np.concatenate([empty, *(encoder.text(encoder.tokens(text).numbers) for text in texts)])


annotator = ClipText
