"""How many boxes of each size hold some but not only dark pixels, as HEIM counts them for its fractal dimension."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from paragone.core.components import Annotator
from paragone.core.types import Column, Facts, Picture, Prompt
from paragone.images.grey import grey_of

DARK = 51  # a pixel is dark where its grey is below this: grey / 255 < 0.2
SMALLEST = 4  # the smallest box side; HEIM leaves out 2


@dataclass(frozen=True, slots=True)
class BoxCounts(Annotator):
    """Box sides from the largest power of two within the shorter side down to 4, and a count for each.

    Boxes do not overlap and begin at the top left; those at the right and bottom edges may be cut. A box counts where
    its dark pixels are more than none and fewer than side x side. An image below 4 pixels has no sizes.
    """

    version: ClassVar[str] = "1"
    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"sizes": "json", "counts": "json"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> list[Facts]:
        """The sizes and counts of each picture."""
        return [_count(grey_of(picture.pixels) < DARK) for picture in pictures]


annotator = BoxCounts


def _count(dark: npt.NDArray[np.bool_]) -> Facts:
    """Sizes and counts, largest box first. Each size sums 2 x 2 boxes of the size below."""
    sizes: list[int] = []
    counts: list[int] = []
    sums, side = dark.astype(np.int32), 1
    while side * 2 <= min(dark.shape):
        sums, side = _sum_pairs(_sum_pairs(sums).T).T, side * 2
        if side >= SMALLEST:
            sizes.insert(0, side)
            counts.insert(0, int(((sums > 0) & (sums < side * side)).sum()))
    return {"sizes": sizes, "counts": counts}


def _sum_pairs(sums: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Rows 0 + 1, 2 + 3 ...; an odd last row stays alone."""
    paired = sums[0::2].copy()
    paired[: len(sums) // 2] += sums[1::2]
    return paired
