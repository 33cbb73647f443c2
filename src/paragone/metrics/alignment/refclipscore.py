"""CLIPScore joined with how near the prompt is to reference captions (RefCLIPScore)."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import ImageMetric
from paragone.core.types import Direction, Score, View
from paragone.metrics._names import Named
from paragone.metrics.alignment._encoders import Encoded, check_may_be_clip, unfold
from paragone.stats.alignment import ref_clip_score


@dataclass(frozen=True)
class RefClipScore(Named, Encoded, ImageMetric):
    """The harmonic mean of CLIPScore (2.5, clipped) and the best cosine with a reference caption (Hessel et al., 2021).

    The references are the true captions in `expect.references`.
    """

    encoder: str = "clip"
    known_as: ClassVar[str] = "RefCLIPScore"
    reads: ClassVar[tuple[str, ...]] = ("text", "references")
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 2.5)
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    def __post_init__(self) -> None:
        """Keep to CLIP."""
        check_may_be_clip(self.encoder)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        image, text = (view.facts[name]["vector"] for name in self.needs)
        references = unfold(view.facts[self.text].get("references"), len(text))
        if not len(references):
            return Score(None, "the prompt has no reference captions; give them in `expect.references`")
        return Score(ref_clip_score(image, text, references))


metric = RefClipScore
