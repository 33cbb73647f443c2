"""Text vectors of a dual encoder (CLIP, SigLIP, open_clip or an ONNX pair); needs the `hub` extra and a model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.annotators.encoders import _clip
from paragone.core.types import Column, Facts, Picture, Prompt


@dataclass(frozen=True)
class ClipText:
    """`vector` of the prompt, `others` of the texts in its `expect.others`, one after another, and tokens `cut` off.

    A text that is too long loses its last words, never its end mark. Memory: as `clip_image`.
    """

    model: str = "openai/clip-vit-base-patch32"
    name: ClassVar[str] = "clip_text"
    batch: ClassVar[int] = 64
    subject: ClassVar[Literal["prompt"]] = "prompt"
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector", "others": "vector", "cut": "integer"}

    @property
    def version(self) -> str:
        """Code, model and the hash of its files."""
        return _clip.version_of(self.model)

    def check(self) -> None:
        """Refuse to start without the model."""
        _clip.load(self.model)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts]:
        """Texts one by one: no text can change another's vector."""
        return [self._facts(prompt, _clip.load(self.model)) for prompt in prompts]

    def _facts(self, prompt: Prompt, encoder: _clip.Encoder) -> Facts:
        tokens = encoder.tokens(prompt.text)
        others = [encoder.text(encoder.tokens(str(line)).numbers) for line in prompt.expect.get("others", ())]
        flat = np.concatenate(others) if others else np.zeros(0, np.float32)
        return {"vector": encoder.text(tokens.numbers), "others": flat, "cut": tokens.cut}


annotator = ClipText
