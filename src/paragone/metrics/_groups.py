"""Shares averaged over groups of trials (classes, words) with an interval that resamples prompts."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.types import Estimate
from paragone.stats.wilson import wilson

RESAMPLES = 2000
AT_ONCE = 100  # resamples in memory
LEVEL = 0.95


class Trial(NamedTuple):
    """One question to one image: whose prompt, in which group, and the answer as a number from 0 to 1."""

    prompt: str
    group: Hashable
    value: float


def mean_over_groups(trials: Sequence[Trial], *, rng: np.random.Generator, images: int, missing: int) -> Estimate:
    """The unweighted mean over groups of each group's mean, with a percentile interval over prompts."""
    sums, counts = _tables(trials)
    totals, sizes = sums.sum(axis=0), counts.sum(axis=0)
    value = float((totals / sizes).mean())
    method = f"bootstrap over {len(sums)} prompts, {len(sizes)} groups, {len(trials)} trials"
    if len(sums) < 2:
        return Estimate(value, None, None, images, missing, method, "one prompt gives no interval")
    if value in (0.0, 1.0):  # resampling would give an interval without width, as if chance had no part in it
        low, high = wilson(value * len(sums), len(sums), LEVEL)
        reason = f"every trial gave {value:g}: the interval counts prompts"
        return Estimate(value, low, high, images, missing, "wilson over prompts", reason)
    drawn = []
    for _ in range(RESAMPLES // AT_ONCE):
        weights = rng.multinomial(len(sums), np.full(len(sums), 1 / len(sums)), size=AT_ONCE).astype(np.float64)
        hits, tries = weights @ sums, weights @ counts
        # A group that a resample misses drops out of its mean, as a class without images drops out of ours.
        shares = np.divide(hits, tries, out=np.full_like(hits, np.nan), where=tries > 0)
        drawn.append(np.nanmean(shares, axis=1))
    low, high = np.quantile(np.concatenate(drawn), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Estimate(value, min(float(low), value), max(float(high), value), images, missing, method)


def _tables(trials: Sequence[Trial]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Sums and counts by prompt and group."""
    prompts = {prompt: row for row, prompt in enumerate(dict.fromkeys(trial.prompt for trial in trials))}
    groups = {group: column for column, group in enumerate(dict.fromkeys(trial.group for trial in trials))}
    sums, counts = np.zeros((len(prompts), len(groups))), np.zeros((len(prompts), len(groups)))
    for trial in trials:
        place = prompts[trial.prompt], groups[trial.group]
        sums[place] += trial.value
        counts[place] += 1
    return sums, counts
