"""Share of real images that have a drawn one in their neighbourhood: recall that outliers do not fool."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.metrics.fidelity._neighbours import NeighbourMetric


@dataclass(frozen=True, slots=True)
class Coverage(NeighbourMetric):
    """Real balls that hold at least one drawn image (Naeem et al., 2020)."""

    measure: ClassVar[str] = "coverage"
    title: ClassVar[str] = "Coverage"


metric = Coverage
