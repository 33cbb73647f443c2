"""Precision, recall, density and coverage: one class for the four, whose numbers are computed together."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.core.errors import BadInput
from paragone.core.types import Cohort, Direction, SetScore
from paragone.metrics._sets import Remembered, Sides, group_names, influences_of, sides
from paragone.metrics.fidelity._against import AgainstReal
from paragone.metrics.fidelity._pairs import LARGEST, USUAL, Four, four_of, neighbours_of
from paragone.stats.fidelity import Distances, Vector, between_halves, group_count

HALVED = 1_000  # images a side whose halves are compared; the error is scaled to all: there are 30 halves
CERTAIN = 5  # hits or misses below which a share's error is not left to what chance happened to show


@dataclass(frozen=True, slots=True)
class NeighbourMetric(AgainstReal):
    """One of the four, with balls that reach to the k-th neighbour in their own set."""

    k: int = USUAL
    version: ClassVar[str] = "3"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The value with the influences of groups of prompts."""
        both = sides(drawn, real, self.features, least=self.k + 1)
        if isinstance(both, SetScore):
            return both
        few = both.some(LARGEST)
        value = getattr(neighbours_of(few, self.k), self.called)
        table = _influences(few, self.k)
        if table is None:
            least = f"{4 * (self.k + 1)} images and 4 prompts a side"
            reason = f"no interval: comparing halves needs about {least}"
            return few.score(value, method=f"balls to the {self.k}-th neighbour", reason=reason)
        shares = table[:, Four._fields.index(self.called)]
        if self.called != "density":
            shares = _not_certain(shares, value, few.prompts)
        method = f"what halves of {len(table)} groups of {few.unit} differ by"
        influences = influences_of(group_names(len(table)), shares)
        return few.score(value, method=method, influences=influences, degrees=len(table) - 1)


_known: Remembered[Vector | None] = Remembered()


def _influences(both: Sides, k: int) -> Vector | None:
    """(groups, 4), scaled to all images; None where halves are too small."""

    def make() -> Vector | None:
        some = both.some(HALVED)
        count = group_count(some.prompts)
        if not count or min(len(some.drawn), len(some.real)) < 2 * (k + 1):
            return None
        distances = Distances(some.drawn, some.real, k)
        try:
            found = between_halves(lambda a, b: four_of(distances.of(a, b)), some.groups(count))
        except BadInput:  # a half with too few images
            return None
        return np.asarray(found * np.sqrt(some.prompts / both.prompts))

    return _known.get(f"{both.content} {k}", make)


def _not_certain(shares: Vector, value: float, prompts: int) -> Vector:
    """The influences of a share near 0 or 1, where nothing may have varied but chance was still there.

    Their size is then at least that of a share with two more hits and two more misses (Agresti and Coull, 1998).
    """
    if min(value, 1 - value) * prompts >= CERTAIN:
        return shares
    likely = (value * prompts + 2) / (prompts + 4)
    least, size = likely * (1 - likely) / (prompts + 4), float(shares @ shares)
    if size >= least:
        return shares
    even = np.where(np.arange(len(shares)) % 2, 1.0, -1.0) / np.sqrt(len(shares))
    return np.asarray(shares * np.sqrt(least / size) if size > 0 else even * np.sqrt(least))
