"""Paired differences between two models on the same prompts: interval, p-value, correction for many."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np

from paragone.stats.bootstrap import OVER_PROMPTS, Array, Interval, mean_interval, student
from paragone.stats.bounded import Scale, bounded_interval
from paragone.stats.caution import caution_of, of_uneven
from paragone.stats.clusters import ITS_OWN, Clusters, alone, clustered, in_units
from paragone.stats.paired_shares import exact_p, paired_share_interval

SAME = "every prompt differs by the same amount"


@dataclass(frozen=True, slots=True)
class Difference:
    """How much higher b scored than a on the prompts that both have."""

    value: float | None
    low: float | None
    high: float | None
    p_value: float | None  # two-sided, of "there is no difference": below 1 - level where the interval leaves out zero
    n: int  # prompts that both have
    unmatched: int  # prompts that only one of them has a score for
    method: str = ""
    reason: str = ""


def paired_difference(  # noqa: PLR0913 - scores, and what they are of
    a: Mapping[str, float | None],
    b: Mapping[str, float | None],
    *,
    rng: np.random.Generator,
    level: float = 0.95,
    resamples: int = 2000,
    scale: Scale = Scale(),  # noqa: B008 - it cannot be changed
    units: Mapping[str, str] = ITS_OWN,
) -> Difference:
    """The mean of b - a over shared prompts, given each model's mean score by prompt id (None or NaN: missing).

    `scale` says what the scores of single images can be: of 0/1 scores, or of scores on a scale with two ends, even
    models that agree on every prompt get an interval with width. `units` has the prompts that are of another's unit of
    chance, and whose (`core.units`).

    >>> rng = np.random.default_rng(1)
    >>> paired_difference({"p": 1.0, "q": 2.0}, {"p": 2.0, "q": 4.0, "r": 9.0}, rng=rng).value
    1.5
    """
    scored_a, scored_b = _scored(a), _scored(b)
    shared = sorted(scored_a.keys() & scored_b.keys())
    unmatched = len(scored_a.keys() | scored_b.keys()) - len(shared)
    differences = [scored_b[prompt] - scored_a[prompt] for prompt in shared]
    n = len(shared)
    if n == 0:
        return Difference(None, None, None, None, 0, unmatched, reason="the two have no scored prompt in common")
    value = math.fsum(differences) / n
    clusters = clustered(differences, [units.get(prompt, prompt) for prompt in shared])
    if len(clusters.values) == 1:
        return Difference(value, None, None, 1.0, n, unmatched, reason=alone(n, "shared prompt"))
    # Whichever model comes first, the same resamples are drawn: swapping them turns the signs and nothing else.
    sign = -1.0 if value < 0 else 1.0
    signed = clusters._replace(values=sign * clusters.values)
    found = _of_positive(signed, rng=rng, level=level, resamples=resamples, scale=scale)
    low, high = sorted((sign * found.low + 0.0, sign * found.high + 0.0))  # + 0.0: there is no -0
    method = found.method + in_units(n, len(clusters.values))
    return Difference(value, low, high, found.p_value, n, unmatched, method, found.reason)


@dataclass(frozen=True, slots=True)
class _Ends:
    """The ends around a mean difference that is not negative, and what goes with them."""

    low: float
    high: float
    p_value: float
    method: str
    reason: str


def _of_positive(clusters: Clusters, *, rng: np.random.Generator, level: float, resamples: int, scale: Scale) -> _Ends:
    differences = clusters.values
    n = len(differences)
    value = math.fsum(differences) / n
    span = None if scale.span is None else (scale.least - scale.most, scale.most - scale.least)
    if scale.is_binary:
        return replace(_of_shares(differences, value, level), reason=of_uneven(clusters.worth, n))
    if np.all(differences == differences[0]):
        if span is None:
            p_value = 1.0 if value == 0 else 2.0 ** (1 - n)  # of all patterns of signs only two are as far from zero
            return _Ends(value if p_value < 1 - level else 0.0, value, p_value, OVER_PROMPTS, SAME)
        ends = bounded_interval(differences, span, level=level, worth=clusters.worth)
        interval = Interval(*ends, "wilson on the scale")
        reason = f"{SAME}: the interval is how far prompts that differ otherwise could move the mean"
    else:
        interval = mean_interval(differences, rng=rng, level=level, resamples=resamples, span=span)
        reason = caution_of(interval.method, clusters.few, is_bounded=span is not None, skewness=clusters.skewness)
    least, most = (-math.inf, math.inf) if span is None else span
    low, high = max(interval.low, least), min(interval.high, most)
    return _Ends(low, high, _p_value(value, low, n, level), interval.method, reason)


def _of_shares(differences: Array, value: float, level: float) -> _Ends:
    """Of 0/1 scores; where an exact test can be made and would not reject zero, the interval holds zero."""
    low, high = paired_share_interval(differences, level=level)
    low, high = min(low, value), max(high, value)
    z = NormalDist().inv_cdf((1 + level) / 2)
    p_value = 1.0 if value == 0 else 2 * NormalDist().cdf(-z * value / (value - low))
    p_value = max(p_value, exact_p(differences) or 0.0)
    if p_value > 1 - level:
        low = min(low, 0.0)
    return _Ends(low, high, p_value, "normal with two prompts added", "")


def _p_value(value: float, low: float, n: int, level: float) -> float:
    """Two-sided: 1 less the level at which the interval, growing as Student's t does, would just reach zero."""
    from scipy.special import stdtr

    if value <= max(low, 0.0):
        return 1.0
    return 2 * float(stdtr(n - 1, -student(n, level) * value / (value - low)))


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm's adjusted p-values, in the order given; a None stays None and is not counted as a test.

    The k-th smallest of m is multiplied by m - k + 1, and none may fall below one before it (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    tests = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    highest = 0.0
    for done, (p, place) in enumerate(tests):
        highest = max(highest, min(1.0, p * (len(tests) - done)))
        adjusted[place] = highest
    return adjusted


def _scored(scores: Mapping[str, float | None]) -> dict[str, float]:
    """The prompts that have a number."""
    return {prompt: score for prompt, score in scores.items() if score is not None and math.isfinite(score)}
