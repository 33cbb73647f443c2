"""How well the image fits the prompt by a dual encoder's cosine (CLIPScore); scale and clipping are in the name."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import ImageMetric
from paragone.core.errors import BadOption
from paragone.core.types import Direction, Score, View
from paragone.metrics._names import titled
from paragone.metrics.alignment._encoders import Encoded, check_may_be_clip
from paragone.stats.alignment import clip_score


@dataclass(frozen=True)
class ClipScore(Encoded, ImageMetric):
    """Scale times the cosine of image and text, negative cosines as 0 if `clipped`.

    Hessel et al. (2021) use 2.5 and clip; torchmetrics, and so HEIM, 100 and clip. Values of different encoders or
    scales cannot be compared, so the name tells them apart.
    """

    encoder: str = "clip"
    scale: float = 100.0
    clipped: bool = True
    reads: ClassVar[tuple[str, ...]] = ("text",)
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (-100.0, 100.0)
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    def __post_init__(self) -> None:
        """Keep within the bounds, and to CLIP."""
        check_may_be_clip(self.encoder)
        if not 0 < self.scale <= 100:
            raise BadOption(f"clipscore has the scale {self.scale}; give a number above 0 and up to 100")

    @property
    def name(self) -> str:
        """Such as `clipscore(clip, x100, clipped)`."""
        return f"clipscore({self.encoder}, x{self.scale:g}, {'clipped' if self.clipped else 'unclipped'})"

    @property
    def title(self) -> str:
        """With the options that were changed."""
        return titled("CLIPScore", self)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        image, text = (view.facts[name]["vector"] for name in self.needs)
        return Score(clip_score(image, text, scale=self.scale, clipped=self.clipped))


metric = ClipScore
