"""Text vectors of our own dual encoder, which knows the simulator's words alone; it is no CLIP."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.annotators._networks.kinds import OfTexts
from paragone.annotators.encoders._clip_scene import ClipScene
from paragone.baselines.dual_encoder.encoder import Encoder
from paragone.baselines.dual_encoder.words import Numbers
from paragone.core.types import Column, Facts, Missing, Picture, Prompt


@dataclass(frozen=True, slots=True)
class ClipSceneText(ClipScene, OfTexts):
    """`vector` of the prompt, and of true and false captions where a prompt has any.

    `references` and `distractors` hold the vectors of `expect.references` and `expect.distractors`, one after another.
    `unknown` counts the words it does not know, `cut` those beyond the longest text. A text of which most words are
    unknown has no vector: it would be a number about nothing.
    """

    path: str | None = None

    code: ClassVar[str] = "2"
    may_read: ClassVar[tuple[str, ...]] = ("references", "distractors")
    columns: ClassVar[Mapping[str, Column]] = {
        **dict.fromkeys(("vector", "references", "distractors"), "vector"),
        **dict.fromkeys(("unknown", "cut"), "integer"),
    }

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> list[Facts | Missing]:
        """Texts one by one: no text can change another's vector."""
        return [_facts(prompt, self.load()) for prompt in prompts]


annotator = ClipSceneText


def _facts(prompt: Prompt, encoder: Encoder) -> Facts | Missing:
    true, false = prompt.expect.references, prompt.expect.distractors
    texts = [prompt.text, *true, *false]
    found = [encoder.read(text) for text in texts]
    for text, numbers in zip(texts, found, strict=True):
        if numbers.known == 0 or numbers.unknown > numbers.known:
            return Missing(_strange(text, numbers))
    vectors, empty = [encoder.say(numbers) for numbers in found], np.zeros(0, np.float32)
    return {
        "vector": vectors[0],
        "references": np.concatenate([empty, *vectors[1 : 1 + len(true)]]),
        "distractors": np.concatenate([empty, *vectors[1 + len(true) :]]),
        "unknown": found[0].unknown,
        "cut": found[0].cut,
    }


def _strange(text: str, numbers: Numbers) -> str:
    return (
        f"{numbers.unknown} words of {text[:60]!r} are not among those of the simulator's scenes, {numbers.known} are; "
        "use another encoder"
    )
