"""How crisp the edges of an image are (variance of the Laplacian); compare at equal sizes only."""

import math
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import ImageMetric
from paragone.core.types import Direction, Score, View


@dataclass(frozen=True)
class Sharpness(ImageMetric):
    """The variance of the Laplacian of the grey image, levels 0 to 255 (Pech-Pacheco et al., 2000)."""

    title: ClassVar[str] = "Sharpness"
    needs: ClassVar[tuple[str, ...]] = ("sharpness",)
    direction: ClassVar[Direction | None] = None  # noise is sharp too
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        return Score(float(view.facts["sharpness"]["laplacian_variance"]))


metric = Sharpness
