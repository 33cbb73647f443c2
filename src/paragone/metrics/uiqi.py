"""How alike an image and its reference image are by the universal image quality index (UIQI)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Direction, Score, View
from paragone.metrics._likeness import ANNOTATOR, likeness


@dataclass(frozen=True, slots=True)
class Uiqi:
    """Wang and Bovik (2002) at 256 x 256 with a Gaussian window (HEIM); 1 for equal images, flat windows as 0."""

    name: ClassVar[str] = "uiqi"
    version: ClassVar[str] = "1"
    kind: ClassVar[Literal["image"]] = "image"
    needs: ClassVar[tuple[str, ...]] = (ANNOTATOR,)
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (-1.0, 1.0)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        return likeness(view.facts, self.name)


metric = Uiqi
