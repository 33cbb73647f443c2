"""How different the images of one prompt are from each other, by their perceptual hashes."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from paragone.core.components import PromptMetric
from paragone.core.types import Direction, Score, View

BITS = 64


@dataclass(frozen=True)
class DiversityPhash(PromptMetric):
    """The mean, over all pairs of a prompt's images, of the share of hash bits that differ.

    0: all look the same. About 0.5: no more alike than images of different things.
    """

    title: ClassVar[str] = "Diversity of a prompt's images"
    needs: ClassVar[tuple[str, ...]] = ("pixels",)
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    def judge(self, views: Sequence[View], /) -> Score:
        """The score of one prompt."""
        hashes = [int(view.facts["pixels"]["phash"], 16) for view in views if "pixels" in view.facts]
        if len(hashes) < 2:
            return Score(None, f"diversity needs 2 images of a prompt, and there {_are(len(hashes))}")
        distances = [(one ^ other).bit_count() for one, other in combinations(hashes, 2)]
        return Score(sum(distances) / len(distances) / BITS)


metric = DiversityPhash


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count}"
