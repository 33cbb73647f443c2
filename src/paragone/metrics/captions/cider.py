"""How far captions of the images say what people said of them and not of others (CIDEr-D)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.metrics.captions._captions import Together
from paragone.stats.captions import Words
from paragone.stats.consensus import cider


@dataclass(frozen=True)
class Cider(Together):
    """The mean of CIDEr-D over captions, word weights from the references given (Vedantam et al., 2015).

    `captions` names who captions the images: an annotator and its column. References are `expect.references`, or else
    the prompt itself.
    """

    title: ClassVar[str] = "CIDEr-D"
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)

    def score(self, captions: Sequence[Words], references: Sequence[Sequence[Words]]) -> float:
        """The mean over captions."""
        return math.fsum(cider(captions, references)) / len(captions)


metric = Cider
