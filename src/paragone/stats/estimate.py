"""The mean of a metric over prompts, with its interval: prompts are the unit of chance."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paragone.core.errors import ParagoneError
from paragone.core.types import Estimate
from paragone.stats.bootstrap import OVER_PROMPTS, Array, Interval, mean_interval
from paragone.stats.wilson import wilson

EVERYWHERE = (-math.inf, math.inf)
ALIKE = "every prompt scored the same, so resampling prompts gives an interval without width"


def estimate_mean(
    scores_by_prompt: Sequence[Sequence[float | None]],
    *,
    rng: np.random.Generator,
    binary: bool,
    level: float = 0.95,
    resamples: int = 2000,
    bounds: tuple[float, float] = EVERYWHERE,
) -> Estimate:
    """The mean over prompts of each prompt's mean over its images (as HEIM aggregates), with an interval.

    `scores_by_prompt` holds one entry per prompt: the scores of its images, None (or NaN) where one is missing. A
    prompt without any score drops out and is counted as missing. 0/1 scores with one image a prompt get the Wilson
    interval, all others a bootstrap over prompts, cut at the metric's `bounds`.

    >>> estimate_mean([[1.0, None], [0.0], [1.0]], rng=np.random.default_rng(1), binary=True).missing
    1
    """
    there = _gather(scores_by_prompt)
    if binary and there.odd is not None:
        raise ParagoneError(f"a 0/1 metric gave {there.odd:g}; mend the metric, or set its `binary` to False")
    if len(there.means) == 0:
        return Estimate(None, None, None, 0, there.missing, reason="no prompt has a score")
    value = math.fsum(there.means) / len(there.means)
    if len(there.means) == 1:
        reason = "one prompt gives no interval: chance between prompts cannot be seen"
        return Estimate(value, None, None, there.n, there.missing, reason=reason)
    alike = bool(np.all(there.means == there.means[0]))
    if binary and (there.n == len(there.means) or (alike and value in (0.0, 1.0))):
        interval, reason = _share(there, value, level)
    elif alike:
        interval, reason = Interval(value, value, OVER_PROMPTS), ALIKE
    else:
        interval, reason = mean_interval(there.means, rng=rng, level=level, resamples=resamples), ""
    least, most = (0.0, 1.0) if binary else bounds
    low, high = min(max(interval.low, least), value), max(min(interval.high, most), value)
    return Estimate(value, low, high, there.n, there.missing, interval.method, reason)


@dataclass(frozen=True, slots=True)
class _There:
    """The scores that are there."""

    means: Array  # (prompts that have a score,)
    n: int  # scores
    missing: int
    odd: float | None  # a score that is neither 0 nor 1, if there is one


def _gather(scores_by_prompt: Sequence[Sequence[float | None]]) -> _There:
    """Means by prompt and the counts; exact sums, so that the order of images and prompts cannot change a digit."""
    means: list[float] = []
    n = missing = 0
    odd: float | None = None
    for scores in scores_by_prompt:
        present = [float(score) for score in scores if score is not None and math.isfinite(score)]
        n += len(present)
        # A prompt with no image at all was asked for and not answered: that is one missing score, not none.
        missing += len(scores) - len(present) if len(scores) else 1
        odd = next((score for score in present if score not in (0.0, 1.0)), odd)
        if present:
            means.append(math.fsum(present) / len(present))
    return _There(np.array(means, dtype=np.float64), n, missing, odd)


def _share(there: _There, value: float, level: float) -> tuple[Interval, str]:
    """Wilson over prompts: each counts once, however many images it has, as images of one prompt go together."""
    prompts = len(there.means)
    low, high = wilson(round(value * prompts), prompts, level)
    if there.n == prompts:
        return Interval(low, high, "wilson"), ""
    reason = f"every score is {value:g}: the interval counts prompts, not images"
    return Interval(low, high, "wilson over prompts"), reason
