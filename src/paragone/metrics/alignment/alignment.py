"""How well the image fits the prompt by the cosine of any dual encoder, under that encoder's own name."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import ImageMetric
from paragone.core.types import Direction, Score, View
from paragone.metrics._names import named
from paragone.metrics.alignment._encoders import Encoded
from paragone.stats.alignment import cosine


@dataclass(frozen=True)
class Alignment(Encoded, ImageMetric):
    """The plain cosine of image and text, neither scaled nor clipped.

    For encoders that are no CLIP, such as `clip_scene`, whose values must not be taken for a CLIPScore. There is no
    default encoder: values of two encoders cannot be compared.
    """

    reads: ClassVar[tuple[str, ...]] = ("text",)
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (-1.0, 1.0)
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    @property
    def name(self) -> str:
        """With the encoder, such as `alignment(clip_scene)`."""
        return named("alignment", self)

    @property
    def title(self) -> str:
        """With the encoder."""
        return f"Alignment by {self.encoder}"

    def judge(self, view: View, /) -> Score:
        """The cosine of one image and its prompt."""
        image, text = (view.facts[name]["vector"] for name in self.needs)
        return Score(cosine(image, text))


metric = Alignment
