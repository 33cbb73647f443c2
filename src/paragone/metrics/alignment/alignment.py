"""How well the image fits the prompt by the cosine of any dual encoder, under that encoder's own name."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import ImageMetric
from paragone.core.pattern import Pattern
from paragone.core.types import Direction, Score, View
from paragone.metrics._names import NamedByOptions
from paragone.metrics.alignment._encoders import Encoded
from paragone.stats.alignment import cosine


@dataclass(frozen=True)
class Alignment(NamedByOptions, Encoded, ImageMetric):
    """The plain cosine of image and text, neither scaled nor clipped.

    For encoders that are no CLIP, such as `clip_scene`, whose values must not be taken for a CLIPScore. There is no
    default encoder: values of two encoders cannot be compared.
    """

    title = Pattern("Alignment by {self.encoder}")
    reads: ClassVar[tuple[str, ...]] = ("text",)
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (-1.0, 1.0)
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    def judge(self, view: View, /) -> Score:
        """The cosine of one image and its prompt."""
        image, text = (view.facts[name]["vector"] for name in self.needs)
        return Score(cosine(image, text))


metric = Alignment
