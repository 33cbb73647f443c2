"""METEOR of captions on exact words: matches, and how few unbroken runs they form."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Direction, Score, View
from paragone.metrics._captions import GIVEN, column_of, needs_of_captions, references_of
from paragone.metrics._names import named
from paragone.stats.captions import words_of
from paragone.stats.meteor import meteor_exact


@dataclass(frozen=True, slots=True)
class MeteorExact:
    """METEOR 1.5 without stems, synonyms and paraphrases (Denkowski and Lavie, 2014), so below the full METEOR.

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
        return named("meteor_exact", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator that states the captions."""
        return needs_of_captions(self.captions)

    def judge(self, view: View, /) -> Score:
        """The score of one caption."""
        caption = str(view.facts[self.needs[0]][column_of(self.captions)])
        return Score(meteor_exact([words_of(caption)], [references_of(view.prompt)])[0], caption)


metric = MeteorExact
