"""What set metrics share: the feature rows of both sides under a source's protocol, and estimates from errors."""

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.core.catalogue import nearest
from paragone.core.errors import BadOption
from paragone.core.types import Cohort, Estimate
from paragone.stats.fidelity import Features

# strict: every image once. heim: no blacked-out drawings, each real image once however many prompts share it.
# tise: the last incomplete batch of 50 drawings is dropped.
# thesis: 10 samples of the real set, each as large as the drawn one.
Protocol: TypeAlias = Literal["strict", "heim", "tise", "thesis"]
RESAMPLES = 10
TISE_BATCH = 50
LEVEL = 0.95


class Sides(NamedTuple):
    """The rows to compare, and what was left out on the drawn side."""

    drawn: Features
    real: Features
    missing: int

    @property
    def counts(self) -> str:
        """Both sizes in words, for `method`."""
        return f"{len(self.drawn)} drawn, {len(self.real)} real"

    @property
    def is_small(self) -> bool:
        """Whether a covariance of one side is singular."""
        return bool(min(len(self.drawn), len(self.real)) <= self.drawn.shape[1])


def check_protocol(given: str, known: Sequence[str]) -> None:
    """Refuse a protocol that the metric does not have."""
    if given not in known:
        raise BadOption(f"there is no protocol {given!r} here; {nearest(given, known)}")


def needs_of(features: str, protocol: str) -> tuple[str, ...]:
    """The annotators of a protocol: HEIM's leaves out black drawings, so it must see pixels."""
    return (features, "pixels") if protocol == "heim" else (features,)


def sides(
    drawn: Cohort, real: Cohort | None, features: str, *, protocol: str = "strict", least: int = 2
) -> Sides | Estimate:
    """The rows of both sides, or the estimate that says why there is none."""
    if real is None:
        return refused(drawn, "there are no real images to compare with; name a reference in the plan")
    kept = ~drawn.columns["pixels"]["is_black"].astype(bool) if protocol == "heim" else None
    once = _first_of_each(real) if protocol == "heim" else None
    ours, theirs = rows_of(drawn, features, kept=kept), rows_of(real, features, kept=once)
    if isinstance(ours, str) or isinstance(theirs, str):
        return refused(drawn, ours if isinstance(ours, str) else str(theirs))
    if protocol == "tise":
        ours = ours[: len(ours) // TISE_BATCH * TISE_BATCH]
    if min(len(ours), len(theirs)) < least:
        return refused(drawn, f"it needs {least} images a side, there are {len(ours)} drawn and {len(theirs)} real")
    return Sides(ours, theirs, drawn.missing)


def rows_of(
    cohort: Cohort, annotator: str, *, column: str = "vector", kept: npt.NDArray[np.bool_] | None = None
) -> Features | str:
    """One row per image, or per part where the annotator also states `parts`; in words, why not.

    An annotator that looks at parts (objects, faces, eyes) states all their vectors one after another in `vector` and
    their number in `parts`, so an image may give no row or several.
    """
    facts = cohort.columns[annotator]
    if column not in facts:
        return f"the annotator {annotator!r} states no {column!r}; it states {', '.join(facts)}"
    values: npt.NDArray[Any] = facts[column]
    keep = np.ones(len(values), dtype=bool) if kept is None else kept
    if "parts" in facts:
        pairs = zip(values[keep], facts["parts"][keep], strict=True)
        stacks = [np.asarray(value).reshape(int(parts), -1) for value, parts in pairs if parts]
        return np.concatenate(stacks) if stacks else "no image has a part to look at"
    if values.ndim != 2:
        return f"the vectors of {annotator!r} differ in length; look again with one version of it"
    return values[keep]


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


def _first_of_each(real: Cohort) -> npt.NDArray[np.bool_]:
    seen: set[str] = set()
    kept = []
    for prompt in real.prompts:
        content = prompt.reference.content if prompt.reference else prompt.id
        kept.append(content not in seen)
        seen.add(content)
    return np.array(kept, dtype=bool)
