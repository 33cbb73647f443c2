"""How far an image and its reference image are apart to the eye (LPIPS); the network is in the name."""

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.components import ImageMetric
from paragone.core.pattern import Pattern
from paragone.core.types import Direction, Score, View


@dataclass(frozen=True)
class Lpips(ImageMetric):
    """Zhang et al. (2018), v0.1 with learnt weights, at 256 x 256; 0 for equal images. HEIM takes `vgg`."""

    network: Literal["vgg", "alex"] = "vgg"
    name = Pattern("lpips({self.network})")
    reads: ClassVar[tuple[str, ...]] = ("reference",)
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    @property
    def title(self) -> str:
        """With the network as its authors write it."""
        return f"LPIPS, {'VGG' if self.network == 'vgg' else 'AlexNet'}"

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator that compares both images."""
        return (f"lpips_{self.network}",)

    def judge(self, view: View, /) -> Score:
        """The distance of one image to its reference."""
        return Score(float(view.facts[self.needs[0]]["distance"]))


metric = Lpips
