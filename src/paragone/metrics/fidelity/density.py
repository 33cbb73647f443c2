"""How many real neighbourhoods a drawn image lies in, over k: precision that outliers do not fool."""

import math
from dataclasses import dataclass
from typing import ClassVar

from paragone.metrics.fidelity._neighbours import NeighbourMetric


@dataclass(frozen=True, slots=True)
class Density(NeighbourMetric):
    """Real balls that hold a drawn image, over k; above 1 where drawings crowd together (Naeem et al., 2020)."""

    measure: ClassVar[str] = "density"
    title: ClassVar[str] = "Density"
    version: ClassVar[str] = "5"
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)


metric = Density
