"""Share of real images that look like some drawn one: inside a drawn image's neighbourhood."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.types import Cohort, Direction, Estimate
from paragone.metrics._names import named
from paragone.metrics._sets import needs_of
from paragone.metrics.fidelity._neighbourhoods import estimate


@dataclass(frozen=True, slots=True)
class Recall:
    """Real images within the k-th neighbour distance of some drawn image (Kynkäänniemi et al., 2019)."""

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
        return named("recall", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose vectors are compared."""
        return needs_of(self.features)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate:
        """The value with its interval."""
        return estimate(drawn, real, "recall", features=self.features, k=self.k)


metric = Recall
