"""Share of real images that look like some drawn one: inside a drawn image's neighbourhood."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.metrics.fidelity._neighbours import NeighbourMetric


@dataclass(frozen=True, slots=True)
class Recall(NeighbourMetric):
    """Real images within the k-th neighbour distance of some drawn image (Kynkäänniemi et al., 2019)."""

    measure: ClassVar[str] = "recall"
    title: ClassVar[str] = "Recall"


metric = Recall
