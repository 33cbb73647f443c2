"""How far captions of the images say what people said of them and not of others (CIDEr-D)."""

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.types import Cohort, Direction, Estimate
from paragone.metrics._names import named
from paragone.metrics.captions._captions import GIVEN, needs_of_captions, over_corpus
from paragone.stats.consensus import cider


@dataclass(frozen=True, slots=True)
class Cider:
    """The mean of CIDEr-D over captions, word weights from the references given (Vedantam et al., 2015).

    `captions` names who captions the images: an annotator and its column. References are `expect.references`, or else
    the prompt itself.
    """

    captions: str = GIVEN
    version: ClassVar[str] = "1"
    kind: ClassVar[Literal["set"]] = "set"
    needs_real: ClassVar[bool] = False
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    @property
    def name(self) -> str:
        """With whose captions are read."""
        return named("cider", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator that states the captions."""
        return needs_of_captions(self.captions)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate:
        """The score of all captions together, with its interval."""
        return over_corpus(drawn, self.captions, lambda told, truths: float(np.mean(cider(told, truths))), rng=rng)


metric = Cider
