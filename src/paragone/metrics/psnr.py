"""How little an image differs from its reference image, in decibels (peak signal-to-noise ratio)."""

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Direction, Score, View
from paragone.metrics._likeness import ANNOTATOR, likeness


@dataclass(frozen=True, slots=True)
class Psnr:
    """10 log10(range^2 / mean squared error) at 256 x 256, the range that of the reference (HEIM)."""

    name: ClassVar[str] = "psnr"
    version: ClassVar[str] = "1"
    kind: ClassVar[Literal["image"]] = "image"
    needs: ClassVar[tuple[str, ...]] = (ANNOTATOR,)
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (-math.inf, math.inf)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        return likeness(view.facts, self.name)


metric = Psnr
