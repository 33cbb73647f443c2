"""How beautiful an image is by LAION's heads on CLIP ViT-L/14: the linear v1, as HEIM has it, or v2."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.components import ImageMetric
from paragone.core.errors import BadOption
from paragone.core.types import Direction, Score, View


@dataclass(frozen=True)
class Aesthetics(ImageMetric):
    """The head's number as it is, nominally 1 to 10 but without ends; values of v1 and v2 cannot be compared."""

    head: Literal["v1", "v2"] = "v1"
    direction: ClassVar[Direction | None] = "higher"
    aspects: ClassVar[tuple[str, ...]] = ("aesthetics",)

    def __post_init__(self) -> None:
        """Refuse a head that there is not."""
        if self.head not in ("v1", "v2"):
            raise BadOption(f"aesthetics has the head {self.head!r}; there are v1 and v2")

    @property
    def name(self) -> str:
        """With the head."""
        return f"aesthetics(laion {self.head})"

    @property
    def title(self) -> str:
        """With the head."""
        return f"Aesthetics, LAION {self.head}"

    @property
    def needs(self) -> tuple[str, ...]:
        """The head's annotator."""
        return (f"aesthetics_{self.head}",)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        return Score(float(view.facts[self.needs[0]]["score"]))


metric = Aesthetics
