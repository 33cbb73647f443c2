"""The mean of a metric over prompts, with its interval: prompts are the unit of chance."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paragone.core.errors import ParagoneError
from paragone.core.types import Estimate
from paragone.stats.bootstrap import OVER_PROMPTS, Interval, mean_interval
from paragone.stats.bounded import bounded_interval
from paragone.stats.caution import caution_of, few_trials, of_missing
from paragone.stats.clusters import Clusters, alone, clustered, in_units

EVERYWHERE = (-math.inf, math.inf)
ALIKE = "every prompt scored the same, so resampling prompts gives an interval without width"
ALIKE_WITHIN = "every prompt scored the same: the interval is how far prompts that score otherwise could move the mean"


def estimate_mean(  # noqa: PLR0913 - scores, and what they are of
    scores_by_prompt: Sequence[Sequence[float | None]],
    *,
    rng: np.random.Generator,
    binary: bool,
    level: float = 0.95,
    resamples: int = 2000,
    bounds: tuple[float, float] = EVERYWHERE,
    units: Sequence[str] | None = None,
    images: int | None = None,
) -> Estimate:
    """The mean over prompts of each prompt's mean over its images (as HEIM aggregates), with an interval.

    `scores_by_prompt` holds one entry per prompt: the scores of its images, None (or NaN) where one is missing. A
    prompt without any score drops out and is counted as missing. 0/1 scores get Wilson's interval, with as many trials
    as the prompts are worth; all others a bootstrap over prompts, cut at the metric's `bounds`.

    `units` names each prompt's unit of chance where some share one (they say the same): every prompt still counts once
    in the mean, and units are what is resampled. `images` is how many of them differ, where some are copies.

    >>> estimate_mean([[1.0, None], [0.0], [1.0]], rng=np.random.default_rng(1), binary=True).missing
    1
    """
    there = _gather(scores_by_prompt, units)
    if binary and there.odd is not None:
        raise ParagoneError(f"a 0/1 metric gave {there.odd:g}; mend the metric, or set its `binary` to False")
    if len(there.means) == 0:
        return Estimate(None, None, None, 0, there.missing, reason="no prompt has a score")
    value = math.fsum(there.means) / len(there.means)
    clusters = clustered(there.means, there.units)
    if len(clusters.values) == 1:
        return Estimate(value, None, None, there.n, there.missing, reason=alone(len(there.means), "prompt"))
    if binary:
        found = _share(clusters, min(there.n, images or there.n), value, level)
    elif np.all(clusters.values == clusters.values[0]):
        found = _alike(clusters, bounds, level)
    else:
        span = bounds if all(map(math.isfinite, bounds)) else None
        interval = mean_interval(clusters.values, rng=rng, level=level, resamples=resamples, span=span)
        found = (
            interval,
            caution_of(interval.method, clusters.few, is_bounded=span is not None, skewness=clusters.skewness),
        )
    (low, high, method), reason = found
    method += in_units(len(there.means), len(clusters.values))
    reason = "; ".join(filter(None, (reason, of_missing(there.missing, there.n))))
    least, most = (0.0, 1.0) if binary else bounds
    low, high = min(max(low, least), value), max(min(high, most), value)
    return Estimate(value, low, high, there.n, there.missing, method, reason)


@dataclass(frozen=True, slots=True)
class _There:
    """The scores that are there."""

    means: list[float]  # of each prompt that has a score
    units: list[str]  # the unit of chance of each
    n: int  # scores
    missing: int
    odd: float | None  # a score that is neither 0 nor 1, if there is one


def _gather(scores_by_prompt: Sequence[Sequence[float | None]], units: Sequence[str] | None) -> _There:
    """Means by prompt and the counts; exact sums, so that the order of images and prompts cannot change a digit."""
    means: list[float] = []
    kept: list[str] = []
    n = missing = 0
    odd: float | None = None
    for place, scores in enumerate(scores_by_prompt):
        present = [float(score) for score in scores if score is not None and math.isfinite(score)]
        n += len(present)
        # A prompt with no image at all was asked for and not answered: that is one missing score, not none.
        missing += len(scores) - len(present) if len(scores) else 1
        odd = next((score for score in present if score not in (0.0, 1.0)), odd)
        if present:
            means.append(math.fsum(present) / len(present))
            kept.append(f"{place:09}" if units is None else units[place])
    return _There(means, kept, n, missing, odd)


def _share(clusters: Clusters, images: int, value: float, level: float) -> tuple[Interval, str]:
    """Wilson's interval over prompts; images of one prompt count for as much as they differ."""
    ends = bounded_interval(clusters.values, (0.0, 1.0), level=level, images=images, worth=clusters.worth)
    if images <= len(clusters.values):
        return Interval(*ends, "wilson"), few_trials(clusters.few)
    counted = f"every score is {value:g}: the interval counts prompts, not images"
    return Interval(*ends, "wilson over prompts"), counted if value in (0.0, 1.0) else few_trials(clusters.few)


def _alike(clusters: Clusters, bounds: tuple[float, float], level: float) -> tuple[Interval, str]:
    """What can be said where nothing varies: on a scale with ends, how far prompts not seen could move the mean."""
    if not all(map(math.isfinite, bounds)):
        return Interval(clusters.values[0], clusters.values[0], OVER_PROMPTS), ALIKE
    ends = bounded_interval(clusters.values, bounds, level=level, worth=clusters.worth)
    return Interval(*ends, "wilson on the scale"), ALIKE_WITHIN
