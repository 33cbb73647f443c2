"""One column of `reference_similarity` as a score: what the metrics against a reference image share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import ImageMetric
from paragone.core.types import Direction, Score, View

ANNOTATOR = "reference_similarity"
WHY: Mapping[str, str] = {
    "psnr": "the image equals its reference, so PSNR is infinite",
    "ms_ssim": "both images are of one colour, so MS-SSIM has no range",
}


@dataclass(frozen=True)
class Likeness(ImageMetric):
    """An image beside its prompt's reference image, both at 256 x 256; more is more alike."""

    reads: ClassVar[tuple[str, ...]] = ("reference",)
    needs: ClassVar[tuple[str, ...]] = (ANNOTATOR,)
    direction: ClassVar[Direction | None] = "higher"
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    def judge(self, view: View, /) -> Score:
        """The value, or why there is none."""
        value = view.facts[ANNOTATOR][self.name]
        return Score(None, WHY.get(self.name, "no value was stated")) if value is None else Score(float(value))
