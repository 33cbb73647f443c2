"""The longest run of words in order that a caption shares with reference captions (ROUGE-L)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Direction, Score, View
from paragone.metrics._captions import GIVEN, column_of, needs_of_captions, references_of
from paragone.metrics._names import named
from paragone.stats.captions import rouge_l, words_of


@dataclass(frozen=True, slots=True)
class RougeL:
    """F with beta 1.2 of the longest common subsequence (Lin, 2004), as COCO computes it.

    `captions` names who captions the images: an annotator and its column. References are `expect.references`, or else
    the prompt itself.
    """

    captions: str = GIVEN
    version: ClassVar[str] = "1"
    kind: ClassVar[Literal["image"]] = "image"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    @property
    def name(self) -> str:
        """With whose captions are read."""
        return named("rouge_l", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator that states the captions."""
        return needs_of_captions(self.captions)

    def judge(self, view: View, /) -> Score:
        """The score of one caption."""
        caption = str(view.facts[self.needs[0]][column_of(self.captions)])
        return Score(rouge_l([words_of(caption)], [references_of(view.prompt)])[0], caption)


metric = RougeL
