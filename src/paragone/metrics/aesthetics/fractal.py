"""How far an image's fractal dimension is from 1.4, which people like best: HEIM's fractal coefficient."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.core.components import ImageMetric
from paragone.core.types import Direction, Score, View

LIKED = 1.4


@dataclass(frozen=True)
class Fractal(ImageMetric):
    """The dimension D is minus the slope of the least-squares line of log(count) on log(box side).

    HEIM (Lee et al., Holistic Evaluation of Text-to-Image Models, 2023). An image in which some box size counts nothing
    (wholly dark or wholly light) has no dimension.
    """

    title: ClassVar[str] = "Fractal dimension, distance from 1.4"
    needs: ClassVar[tuple[str, ...]] = ("box_counts",)
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)
    aspects: ClassVar[tuple[str, ...]] = ("aesthetics",)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        sizes, counts = view.facts["box_counts"]["sizes"], view.facts["box_counts"]["counts"]
        if len(sizes) < 2:
            return Score(None, "the image is too small: a dimension needs 8 pixels a side")
        if 0 in counts:
            return Score(None, f"no box of side {sizes[counts.index(0)]} holds both dark and light pixels")
        dimension = fractal_dimension(sizes, counts)
        return Score(abs(dimension - LIKED), f"fractal dimension {dimension:.2f}")


metric = Fractal


def fractal_dimension(sizes: Sequence[int], counts: Sequence[int]) -> float:
    """Minus the slope of log(count) on log(size).

    >>> round(fractal_dimension([8, 4], [1, 3]), 4)  # log 3 / log 2
    1.585
    """
    across, up = np.log(sizes), np.log(counts)
    across = across - across.mean()
    return -float(across @ (up - up.mean()) / (across @ across))
