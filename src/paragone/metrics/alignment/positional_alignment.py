"""Is the image nearer to its caption than to that with the position turned round (TISE's positional alignment)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.components import SetMetric
from paragone.core.types import Cohort, Direction, Prompt, Score, SetScore
from paragone.metrics._groups import Trial, mean_over_groups
from paragone.metrics._names import Named
from paragone.metrics._sets import refused
from paragone.metrics.alignment._encoders import Encoded, Vectors, distractors_of
from paragone.stats.alignment import cosine
from paragone.stats.positions import contrary

SURE = 0.6
LOGIT_SCALE = 100.0  # CLIP's learned temperature at its cap


@dataclass(frozen=True)
class PositionalAlignment(Named, Encoded, SetMetric):
    """The mean over words of position of the share of images that fit the true caption better (Dinh et al., 2022).

    The false caption is the first of `expect.distractors`; a prompt without a word of position, in its tag `word` or
    its text, is left out. `strict`: the true caption must be nearer. `tise`: softmax(100 cos) of the true caption must
    be above 0.6, as in TISE's code.
    """

    encoder: str = "clip"
    protocol: Literal["strict", "tise"] = "strict"
    known_as: ClassVar[str] = "Positional alignment"
    version: ClassVar[str] = "3"
    reads: ClassVar[tuple[str, ...]] = ("text", "distractors")
    may_read: ClassVar[tuple[str, ...]] = ("tags",)
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    aspects: ClassVar[tuple[str, ...]] = ("alignment", "reasoning")

    def applies(self, prompt: Prompt) -> bool:
        """To prompts with a false caption and a word of position."""
        return super().applies(prompt) and word_of(prompt) is not None

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The mean over words, and each image's own score."""
        distractors = distractors_of(drawn, self.text)
        if isinstance(distractors, str):
            return refused(drawn, distractors)
        images, texts = (drawn.columns[name]["vector"] for name in self.needs)
        rows = zip(drawn.prompts, images, texts, distractors, strict=True)
        scores = [self._score(*row) for row in rows]
        trials = [
            Trial(prompt.id, word_of(prompt), score.value)
            for prompt, score in zip(drawn.prompts, scores, strict=True)
            if score.value is not None
        ]
        if not trials:
            return refused(drawn, "no prompt has a word of position and a false caption in `expect.distractors`")
        return mean_over_groups(trials, drawn, scores)

    def _score(self, prompt: Prompt, image: Vectors, text: Vectors, distractors: Vectors) -> Score:
        word = word_of(prompt)
        if word is None:
            return Score(None, "the prompt has no word of position")
        if not len(distractors):
            return Score(None, "the prompt has no false caption; give it in `expect.distractors`")
        margin = cosine(image, text) - cosine(image, distractors[0])
        chance = 1 / (1 + np.exp(-LOGIT_SCALE * margin))
        is_right = margin > 0 if self.protocol == "strict" else chance > SURE
        nearer = prompt.text if margin > 0 else next(iter(prompt.expect.distractors), "the false caption")
        return Score(float(is_right), f"{word}: nearer to {nearer!r}, {chance:.2f} sure of the true caption")


metric = PositionalAlignment


def word_of(prompt: Prompt) -> str | None:
    """The word of position that a prompt is about."""
    return prompt.tags.get("word") or getattr(contrary(prompt.text), "word", None)
