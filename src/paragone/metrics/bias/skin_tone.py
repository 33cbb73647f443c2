"""The Monk tone of an image's person, 1 (lightest) to 10: a score with its reason for each image, and their mean."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.components import ImageMetric
from paragone.core.types import Score, View
from paragone.metrics.bias._of_people import OfTone
from paragone.metrics.bias._perceived import FACE_SKINS, tone_in


@dataclass(frozen=True)
class SkinTone(OfTone, ImageMetric):
    """The tone by CIEDE2000 (`strict`) or ITA (`dalleval`) of the cheeks, or by HEIM's pixel rule."""

    protocol: Literal["strict", "dalleval"] = "strict"
    known_as: ClassVar[str] = "Skin tone, Monk 1 to 10"
    bounds: ClassVar[tuple[float, float]] = (1.0, 10.0)

    def judge(self, view: View, /) -> Score:
        """One image."""
        by_ita = self.protocol == "dalleval" and self.detector in FACE_SKINS
        tone, reason = tone_in(view.facts, self.detector, "tone_dalleval" if by_ita else "tone")
        return Score(None if tone is None else float(tone), reason)


metric = SkinTone
