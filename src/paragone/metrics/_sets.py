"""What set metrics share: the feature rows of both sides under a source's protocol, and estimates from errors."""

import hashlib
import math
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from paragone.core.catalogue import nearest
from paragone.core.errors import BadOption
from paragone.core.types import Cohort, Estimate
from paragone.metrics._rows import Mask, Rows, annotator_of, rows_of
from paragone.stats.fidelity import Clusters, Features

# strict: every image once. heim: no blacked-out drawings, each real image once however many prompts share it.
# tise: the last incomplete batch of 50 drawings is dropped.
# thesis: 10 samples of the real set, each as large as the drawn one.
Protocol: TypeAlias = Literal["strict", "heim", "tise", "thesis"]
RESAMPLES = 10
TISE_BATCH = 50
LEVEL = 0.95


class Sides(NamedTuple):
    """The rows to compare, and what was left out on the drawn side."""

    ours: Rows
    theirs: Rows
    missing: int

    @property
    def drawn(self) -> Features:
        """Vectors of the drawn images."""
        return self.ours.values

    @property
    def real(self) -> Features:
        """Vectors of the real images."""
        return self.theirs.values

    @property
    def clusters(self) -> tuple[Clusters, Clusters]:
        """The prompt of each row, by number."""
        return self.ours.clusters, self.theirs.clusters

    @property
    def is_clustered(self) -> bool:
        """Whether rows share a prompt, so that they are not independent."""
        return any(side.prompts < len(side.values) for side in (self.ours, self.theirs))

    @property
    def counts(self) -> str:
        """Both sizes in words, for `method`."""
        return f"{self.ours.told('drawn')}, {self.theirs.told('real')}"

    @property
    def is_small(self) -> bool:
        """Whether a covariance of one side is singular."""
        return bool(min(len(self.drawn), len(self.real)) <= self.drawn.shape[1])


def check_protocol(given: str, known: Sequence[str]) -> None:
    """Refuse a protocol that the metric does not have."""
    if given not in known:
        raise BadOption(f"there is no protocol {given!r} here; {nearest(given, known)}")


def needs_of(features: str, protocol: str = "strict") -> tuple[str, ...]:
    """The annotators of a protocol: HEIM's leaves out black drawings, so it must see pixels."""
    annotator = annotator_of(features)
    return (annotator, "pixels") if protocol == "heim" else (annotator,)


def sides(
    drawn: Cohort, real: Cohort | None, features: str, *, protocol: str = "strict", least: int = 2
) -> Sides | Estimate:
    """The rows of both sides, or the estimate that says why there is none."""
    if real is None:
        return refused(drawn, "there are no real images to compare with; name a reference in the plan")
    kept = ~drawn.columns["pixels"]["is_black"].astype(bool) if protocol == "heim" else None
    ours = rows_of(drawn, features, kept=kept)
    theirs = rows_of(real, features, kept=_usable(real, features, protocol))
    for side, rows in (("drawn", ours), ("real", theirs)):
        if isinstance(rows, str):
            return refused(drawn, f"{rows} on the {side} side")
    assert isinstance(ours, Rows)
    assert isinstance(theirs, Rows)
    if protocol == "tise":
        ours = ours.some(slice(len(ours.values) // TISE_BATCH * TISE_BATCH))
    if min(len(ours.values), len(theirs.values)) < least:
        found = f"there are {len(ours.values)} drawn and {len(theirs.values)} real"
        return refused(drawn, f"it needs {least} images a side, {found}")
    return Sides(ours, theirs, drawn.missing)


def content_of(both: Sides, *more: object) -> str:
    """A name for both sides by what is in them, so that metrics that need one computation can share it."""
    digest = hashlib.blake2b(repr((more, both.drawn.shape, both.real.shape)).encode())
    for rows in (both.drawn, both.real, *both.clusters):
        digest.update(np.ascontiguousarray(rows).data)
    return digest.hexdigest()


def refused(drawn: Cohort, reason: str) -> Estimate:
    """No value, and why."""
    return Estimate(None, None, None, len(drawn.prompts), drawn.missing, reason=reason)


def reach(error: float, degrees: float = math.inf) -> float:
    """Half the width of the interval: Student's t times the standard error."""
    from scipy.special import ndtri, stdtrit

    tail = (1 + LEVEL) / 2
    return float(error * (ndtri(tail) if math.isinf(degrees) else stdtrit(degrees, tail)))


def over_resamples(
    distance: Callable[[Features, Features], float], both: Sides, rng: np.random.Generator, *, reason: str
) -> Estimate:
    """The thesis's protocol: the mean over samples of the real set, and their deviation as the ends."""
    size = min(len(both.drawn), len(both.real))
    chosen = (np.sort(rng.permutation(len(both.real))[:size]) for _ in range(RESAMPLES))
    values = np.array([distance(both.drawn, both.real[rows]) for rows in chosen])
    mean, deviation = float(values.mean()), float(values.std(ddof=1))
    method = f"mean and standard deviation over {RESAMPLES} samples of {size} real images; {both.counts}"
    return Estimate(mean, mean - deviation, mean + deviation, len(both.drawn), both.missing, method, reason)


def estimated(
    value: float, half: float, both: Sides, *, method: str, reason: str = "", least: float = -math.inf
) -> Estimate:
    """The value with its interval to either side; without one where the error is unknown, and why."""
    n, missing = len(both.drawn), both.missing
    if math.isfinite(half):
        return Estimate(value, max(value - half, least), value + half, n, missing, method, reason)
    why = "no interval: there are too few prompts to leave some out"
    return Estimate(value, None, None, n, missing, method, f"{reason}; {why}" if reason else why)


def _usable(real: Cohort, features: str, protocol: str) -> Mask:
    """Real images that count: each once under HEIM; only those that the annotator is sure of, if it says so.

    Drawings of which it is not sure stay, so that poor ones are not left out of the score.
    """
    sure = real.columns[annotator_of(features)].get("is_sure")
    kept = np.ones(len(real.prompts), dtype=bool) if sure is None else np.array([value is True for value in sure])
    seen: set[str] = set()
    for place, prompt in enumerate(real.prompts if protocol == "heim" else ()):
        content = prompt.reference.content if prompt.reference else prompt.id
        kept[place] &= content not in seen
        seen.add(content)
    return kept
