"""Share of real images that have a drawn one in their neighbourhood: recall that outliers do not fool."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.types import Cohort, Direction, Estimate
from paragone.metrics._names import named
from paragone.metrics._sets import needs_of
from paragone.metrics.fidelity._neighbourhoods import estimate


@dataclass(frozen=True, slots=True)
class Coverage:
    """Real balls that hold at least one drawn image (Naeem et al., 2020)."""

    features: str = "inception_fid"
    k: int = 5
    version: ClassVar[str] = "2"
    kind: ClassVar[Literal["set"]] = "set"
    needs_real: ClassVar[bool] = True
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    @property
    def name(self) -> str:
        """With the feature space, and k unless it is 5."""
        return named("coverage", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose vectors are compared."""
        return needs_of(self.features)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate:
        """The value with its interval."""
        return estimate(drawn, real, "coverage", features=self.features, k=self.k)


metric = Coverage
