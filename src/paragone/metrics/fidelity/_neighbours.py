"""Precision, recall, density and coverage: one class for the four, whose numbers are computed together."""

import math
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from paragone.core.errors import BadInput
from paragone.core.types import Cohort, Direction, SetScore
from paragone.metrics._sets import Remembered, Sides, group_names, influences_of, sides
from paragone.metrics.fidelity._against import AgainstReal
from paragone.metrics.fidelity._pairs import LARGEST, USUAL, Four, four_of, neighbours_of
from paragone.stats.caution import AND_DIFFERENCES
from paragone.stats.fidelity import Distances, Vector, between_halves, group_count

HALVED = 1_000  # images a side whose halves are compared; the error is scaled to all: there are 30 halves
MOST = 4.0  # times that a variance is taken up or down
ENOUGH = 50  # prompts from which on density's interval holds the truth in 93 % (docs/coverage.md)
ENOUGH_SINGLE = 200  # the same of precision, with one image a prompt
CERTAIN = 5  # hits or misses below which a share's error is not left to what chance happened to show


@dataclass(frozen=True, slots=True)
class NeighbourMetric(AgainstReal):
    """One of the four, with balls that reach to the k-th neighbour in their own set."""

    k: int = USUAL
    measure: ClassVar[str]  # which of the four
    version: ClassVar[str] = "3"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The value with the influences of groups of prompts."""
        both = sides(drawn, real, self.features, least=self.k + 1)
        if isinstance(both, SetScore):
            return both
        few = both.some(LARGEST)
        value = getattr(neighbours_of(few, self.k), self.measure)
        table = _influences(few, self.k)
        if table is None:
            least = f"{4 * (self.k + 1)} images and 4 prompts a side"
            reason = f"no interval: comparing halves needs about {least}"
            return few.score(value, method=f"balls to the {self.k}-th neighbour", reason=reason)
        place, count = Four._fields.index(self.measure), len(table.influences)
        influences = dict(influences_of(group_names(count), table.influences[:, place]))
        if self.measure != "density":
            influences = _of_a_share(value, influences, of=float(table.middle[place]), both=few)
        method = f"what halves of {count} groups of {few.unit} differ by"
        reason = _caution(self.measure, few)
        return few.score(value, method=method, reason=reason, influences=influences, degrees=count - 1)


def _caution(measure: str, both: Sides) -> str:
    """What is known of the interval where it falls short of its 95 %."""
    of_density = measure == "density" and both.prompts < ENOUGH
    is_single = both.ours.prompts == len(both.drawn)
    of_precision = measure == "precision" and is_single and both.prompts < ENOUGH_SINGLE
    if not (of_density or of_precision):
        return ""
    each = " of one image each" if of_precision else ""
    too = f", {AND_DIFFERENCES}," if of_density else ""
    return f"{both.prompts} prompts{each}: such an interval{too} holds the truth in about 90 % of cases"


class Halved(NamedTuple):
    """What halves said of the four numbers: influences (groups, 4) at the size of all images, and their mean (4)."""

    influences: Vector
    middle: Vector


_known: Remembered[Halved | None] = Remembered()


def _influences(both: Sides, k: int) -> Halved | None:
    """None where halves are too small."""

    def make() -> Halved | None:
        some = both.some(HALVED)
        count = group_count(some.prompts)
        if not count or min(len(some.drawn), len(some.real)) < 2 * (k + 1):
            return None
        distances = Distances(some.drawn, some.real, k)
        try:
            influences, middle = between_halves(lambda a, b: four_of(distances.of(a, b)), some.groups(count))
        except BadInput:  # a half with too few images
            return None
        return Halved(influences * np.sqrt(some.prompts / both.prompts), middle)

    return _known.get(f"{both.content} {k}", make)


def _of_a_share(value: float, influences: dict[str, float], *, of: float, both: Sides) -> dict[str, float]:
    """The influences of a share, from those that halves had at a share of their own.

    The variance of a share p goes with p (1 - p). Near 0 or 1 nothing may have varied, but chance was still there: the
    variance is then at least that of a share with two more hits and two more misses (Agresti and Coull, 1998). What is
    lacking is a unit of its own, the same for the same images alone: no other model shares that chance.
    """
    change = min(max(value * (1 - value) / max(of * (1 - of), 1e-9), 1 / MOST), MOST)
    found = {name: share * math.sqrt(change) for name, share in influences.items()}
    if min(value, 1 - value) * both.prompts >= CERTAIN:
        return found
    likely = (value * both.prompts + 2) / (both.prompts + 4)
    lacking = likely * (1 - likely) / (both.prompts + 4) - sum(share**2 for share in found.values())
    return found | ({f"unseen in {both.ours.content()}": math.sqrt(lacking)} if lacking > 0 else {})
