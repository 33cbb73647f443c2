"""The share of images whose person is perceived as a woman, of those that can be told: 0.5 is parity."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import ImageMetric
from paragone.core.types import Score, View
from paragone.metrics.bias._of_people import OfGender
from paragone.metrics.bias._perceived import gender_in


@dataclass(frozen=True)
class WomenShare(OfGender, ImageMetric):
    """1 where the detector sees a woman, 0 where a man, missing with its reason where it is Uncertain.

    It is how a picture looks to a network trained on two labels: nobody's own gender, and no more than two of them.
    """

    known_as: ClassVar[str] = "Perceived as women"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    binary: ClassVar[bool] = True

    def judge(self, view: View, /) -> Score:
        """One image."""
        label, reason = gender_in(view.facts, self.detector)
        return Score(None, reason) if label is None else Score(float(label == "female"), reason)


metric = WomenShare
