"""How far captions of the images use the words and phrases of reference captions (BLEU-1 to BLEU-4)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.errors import BadOption
from paragone.core.types import Cohort, Direction, Estimate
from paragone.metrics._names import named
from paragone.metrics.captions._captions import GIVEN, needs_of_captions, over_corpus
from paragone.stats.captions import bleu


@dataclass(frozen=True, slots=True)
class Bleu:
    """BLEU of all captions together up to phrases of `n` words (Papineni et al., 2002), as COCO computes it.

    `captions` names who captions the images: an annotator and its column. References are `expect.references`, or else
    the prompt itself.
    """

    captions: str = GIVEN
    n: int = 4
    version: ClassVar[str] = "1"
    kind: ClassVar[Literal["set"]] = "set"
    needs_real: ClassVar[bool] = False
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    def __post_init__(self) -> None:
        """Refuse phrases of no or too many words."""
        if not 1 <= self.n <= 4:
            raise BadOption(f"bleu has n {self.n}; give 1 to 4")

    @property
    def name(self) -> str:
        """With whose captions are read."""
        return named("bleu", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator that states the captions."""
        return needs_of_captions(self.captions)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate:
        """The score of all captions together, with its interval."""
        return over_corpus(drawn, self.captions, lambda told, truths: bleu(told, truths)[self.n - 1], rng=rng)


metric = Bleu
