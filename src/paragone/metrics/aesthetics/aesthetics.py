"""How beautiful an image is by LAION's heads on CLIP ViT-L/14: the linear v1, as HEIM has it, or v2."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.components import ImageMetric
from paragone.core.pattern import Pattern
from paragone.core.types import Direction, Score, View


@dataclass(frozen=True)
class Aesthetics(ImageMetric):
    """The head's number as it is, nominally 1 to 10 but without ends; values of v1 and v2 cannot be compared."""

    head: Literal["v1", "v2"] = "v1"
    name = Pattern("aesthetics(laion {self.head})")
    title = Pattern("Aesthetics, LAION {self.head}")
    direction: ClassVar[Direction | None] = "higher"
    aspects: ClassVar[tuple[str, ...]] = ("aesthetics",)

    @property
    def needs(self) -> tuple[str, ...]:
        """The head's annotator."""
        return (f"aesthetics_{self.head}",)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        return Score(float(view.facts[self.needs[0]]["score"]))


metric = Aesthetics
