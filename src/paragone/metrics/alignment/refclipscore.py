"""CLIPScore joined with how near the prompt is to reference captions (RefCLIPScore)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Direction, Score, View
from paragone.metrics._names import named
from paragone.metrics.alignment._encoders import check_may_be_clip, image_of, text_of, unfold
from paragone.stats.alignment import ref_clip_score


@dataclass(frozen=True, slots=True)
class RefClipScore:
    """The harmonic mean of CLIPScore (2.5, clipped) and the best cosine with a reference caption (Hessel et al., 2021).

    The references are the texts in `expect.others`.
    """

    encoder: str = "clip"
    version: ClassVar[str] = "1"
    kind: ClassVar[Literal["image"]] = "image"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 2.5)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    def __post_init__(self) -> None:
        """Keep to CLIP."""
        check_may_be_clip(self.encoder)

    @property
    def name(self) -> str:
        """With the encoder."""
        return named("refclipscore", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The two halves of the encoder."""
        return image_of(self.encoder), text_of(self.encoder)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        image, text = (view.facts[name]["vector"] for name in self.needs)
        references = unfold(view.facts[text_of(self.encoder)].get("others"), len(text))
        if not len(references):
            return Score(None, "the prompt has no reference captions; give them in `expect.others`")
        return Score(ref_clip_score(image, text, references))


metric = RefClipScore
