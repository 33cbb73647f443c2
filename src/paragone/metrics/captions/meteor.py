"""METEOR of captions in full: words matched exactly, by stem, synonym or paraphrase, and how few runs they form."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.core.components import SetMetric
from paragone.core.types import Cohort, Direction, SetScore
from paragone.metrics.captions._captions import jackknifed
from paragone.stats.meteor import meteor_from_counts

ANNOTATOR = "caption_meteor"


@dataclass(frozen=True)
class Meteor(SetMetric):
    """METEOR 1.5 for English of all captions together (Denkowski and Lavie, 2014), as COCO's evaluation prints it.

    Whose captions are read is an option of the annotator `caption_meteor`.
    """

    title: ClassVar[str] = "METEOR"
    version: ClassVar[str] = "2"
    needs: ClassVar[tuple[str, ...]] = (ANNOTATOR,)
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The score of all captions together, with its influences."""
        counts = np.asarray(drawn.columns[ANNOTATOR]["counts"], dtype=np.float64)
        return jackknifed(drawn, lambda kept: meteor_from_counts(counts[kept]))


metric = Meteor
