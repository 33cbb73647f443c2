"""Text vectors of DAMSM (AttnGAN's encoder), from a folder that was trained here or taken over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.annotators._networks.kinds import OfTexts
from paragone.annotators.encoders._damsm import DamsmHalf
from paragone.core.types import Column, Facts, Missing, Picture, Prompt


@dataclass(frozen=True, slots=True)
class DamsmText(DamsmHalf, OfTexts):
    """The sentence's vector, and those of true and false captions where a prompt has any, one after another."""

    path: str = ""
    may_read: ClassVar[tuple[str, ...]] = ("references", "distractors")
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector", "references": "vector", "distractors": "vector"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> list[Facts | Missing]:
        """Texts one by one: no text can change another's vector."""
        return [self._facts(prompt) for prompt in prompts]

    def _facts(self, prompt: Prompt) -> Facts | Missing:
        from paragone.baselines.damsm.text import read

        damsm = self.load()
        true, false = prompt.expect.references, prompt.expect.distractors
        rows = [read(text, damsm.words, longest=damsm.longest) for text in (prompt.text, *true, *false)]
        if not rows[0]:
            return Missing(
                f"DAMSM knows no word of {prompt.text[:60]!r}; use another encoder, or train it on such texts"
            )
        vectors, empty = [self._vector(row) for row in rows], np.zeros(0, np.float32)
        return {
            "vector": vectors[0],
            "references": np.concatenate([empty, *vectors[1 : 1 + len(true)]]),
            "distractors": np.concatenate([empty, *vectors[1 + len(true) :]]),
        }

    def _vector(self, row: list[int]) -> "np.ndarray[tuple[int, ...], np.dtype[np.float32]]":
        import torch

        from paragone.baselines.damsm.text import captions_of

        with torch.inference_mode():
            found: np.ndarray[tuple[int, ...], np.dtype[np.float32]] = (
                self.load().text(captions_of([row]))[1][0].numpy()
            )
        return found


annotator = DamsmText
