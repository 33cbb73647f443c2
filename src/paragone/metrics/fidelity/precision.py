"""Share of drawn images that look like some real one: inside a real image's neighbourhood."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.metrics.fidelity._neighbours import NeighbourMetric


@dataclass(frozen=True, slots=True)
class Precision(NeighbourMetric):
    """Drawn images within the k-th neighbour distance of some real image (Kynkäänniemi et al., 2019)."""

    measure: ClassVar[str] = "precision"
    title: ClassVar[str] = "Precision"
    version: ClassVar[str] = "4"


metric = Precision
