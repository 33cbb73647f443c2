"""Text vectors of our own dual encoder, which knows the simulator's words alone; it is no CLIP."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.annotators.encoders import _clip_scene
from paragone.baselines.dual_encoder.encoder import Encoder
from paragone.baselines.dual_encoder.words import Numbers
from paragone.core.types import Column, Facts, Missing, Picture, Prompt


@dataclass(frozen=True, slots=True)
class ClipSceneText:
    """`vector` of the prompt, `others` of the texts in its `expect.others`, one after another, and words left out.

    `unknown` counts the words it does not know, `cut` those beyond the longest text. A text of which most words are
    unknown has no vector: it would be a number about nothing.
    """

    path: str | None = None

    name: ClassVar[str] = "clip_scene_text"
    batch: ClassVar[int] = 64
    subject: ClassVar[Literal["prompt"]] = "prompt"
    columns: ClassVar[Mapping[str, Column]] = {
        "vector": "vector",
        "others": "vector",
        "unknown": "integer",
        "cut": "integer",
    }

    @property
    def version(self) -> str:
        """Code, and the hash of the encoder's files."""
        return _clip_scene.version_of(self.path)

    def check(self) -> None:
        """Raise NotReady if the weights are not here."""
        _clip_scene.load(self.path)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> list[Facts | Missing]:
        """Texts one by one: no text can change another's vector."""
        return [_facts(prompt, _clip_scene.load(self.path)) for prompt in prompts]


annotator = ClipSceneText


def _facts(prompt: Prompt, encoder: Encoder) -> Facts | Missing:
    texts = [prompt.text, *(str(line) for line in prompt.expect.get("others", ()))]
    found = [encoder.read(text) for text in texts]
    for text, numbers in zip(texts, found, strict=True):
        if numbers.known == 0 or numbers.unknown > numbers.known:
            return Missing(_strange(text, numbers))
    vectors = [encoder.say(numbers) for numbers in found]
    others = np.concatenate(vectors[1:]) if len(vectors) > 1 else np.zeros(0, np.float32)
    return {"vector": vectors[0], "others": others, "unknown": found[0].unknown, "cut": found[0].cut}


def _strange(text: str, numbers: Numbers) -> str:
    return (
        f"{numbers.unknown} words of {text[:60]!r} are not among those of the simulator's scenes, {numbers.known} are; "
        "use another encoder"
    )
