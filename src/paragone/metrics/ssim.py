"""How alike an image and its reference image are in structure (SSIM)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Direction, Score, View
from paragone.metrics._likeness import ANNOTATOR, likeness


@dataclass(frozen=True, slots=True)
class Ssim:
    """Wang et al. (2004) at 256 x 256, 1 for equal images."""

    name: ClassVar[str] = "ssim"
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


metric = Ssim
