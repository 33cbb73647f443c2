"""Is the image nearer to its caption than to that with the position turned round (TISE's positional alignment)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.types import Cohort, Direction, Estimate
from paragone.metrics._groups import Trial, mean_over_groups
from paragone.metrics._names import named
from paragone.metrics._sets import check_protocol, refused
from paragone.metrics.alignment._encoders import image_of, others_of, text_of
from paragone.stats.alignment import cosine
from paragone.stats.positions import contrary

CONTRARY_SURE = 0.6
LOGIT_SCALE = 100.0  # CLIP's learned temperature at its cap


@dataclass(frozen=True, slots=True)
class PositionalAlignment:
    """The mean over words of position of the share of images that fit the true caption better (Dinh et al., 2022).

    The false caption's vector is the first of `others`; a prompt without a word of position is left out. `strict`: the
    true caption must be nearer. `tise`: softmax(100 cos) of the true caption must be above 0.6, as in TISE's code.
    """

    encoder: str = "clip"
    protocol: Literal["strict", "tise"] = "strict"
    version: ClassVar[str] = "2"
    reads_expect: ClassVar[bool] = True
    kind: ClassVar[Literal["set"]] = "set"
    needs_real: ClassVar[bool] = False
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("alignment", "reasoning")

    def __post_init__(self) -> None:
        """Refuse an unknown protocol."""
        check_protocol(self.protocol, ("strict", "tise"))

    @property
    def name(self) -> str:
        """With the encoder."""
        return named("positional_alignment", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The two halves of the encoder."""
        return image_of(self.encoder), text_of(self.encoder)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate:
        """The mean over words with its interval."""
        images = drawn.columns[image_of(self.encoder)]["vector"]
        texts = drawn.columns[text_of(self.encoder)]["vector"]
        others = others_of(drawn, self.encoder)
        if isinstance(others, str):
            return refused(drawn, others)
        trials = []
        for prompt, image, text, false in zip(drawn.prompts, images, texts, others, strict=True):
            word = prompt.tags.get("word") or getattr(contrary(prompt.text), "word", None)
            if word and len(false):
                trials.append(Trial(prompt.id, word, self._is_right(cosine(image, text) - cosine(image, false[0]))))
        if not trials:
            return refused(drawn, "no prompt has a word of position and a false caption in `expect.others`")
        return mean_over_groups(trials, rng=rng, images=len(drawn.prompts), missing=drawn.missing)

    def _is_right(self, margin: float) -> float:
        if self.protocol == "strict":
            return float(margin > 0)
        return float(1 / (1 + np.exp(-LOGIT_SCALE * margin)) > CONTRARY_SURE)


metric = PositionalAlignment
