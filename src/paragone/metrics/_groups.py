"""Means over groups of trials (classes, words), and what each prompt contributed to their error."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.types import Cohort, Score, SetScore

Floats = npt.NDArray[np.float64]


class Trial(NamedTuple):
    """One question to one image: whose prompt, in which group, and the answer as a number from 0 to 1."""

    prompt: str
    group: Hashable
    value: float


def mean_over_groups(trials: Sequence[Trial], drawn: Cohort, scores: Sequence[Score]) -> SetScore:
    """The unweighted mean over groups of each group's mean, with influences by prompt and the scores of single images.

    With G groups, and n_g trials and m_g prompts in group g, the influence of prompt p is to first order
    sum over g of sqrt(m_g / (m_g - 1)) (sum_pg - mean_g count_pg) / (n_g G): prompts are what chance chose, groups are
    given. A group of one prompt has no spread of its own; its prompt is set against the mean of all groups.
    """
    prompts, sums, counts = _tables(trials)
    sizes, groups = counts.sum(axis=0), counts.shape[1]
    means = sums.sum(axis=0) / sizes
    value, n, missing = float(means.mean()), len(drawn.prompts), drawn.missing
    method = f"mean over groups: {len(trials)} trials of {len(prompts)} prompts in {groups} groups"
    if len(prompts) < 2:
        return SetScore(value, n, missing, method, "one prompt gives no interval", scores=tuple(scores))
    members = (counts > 0).sum(axis=0)
    centre = np.where(members > 1, means, value)
    correction = np.where(members > 1, members / np.maximum(members - 1, 1), len(prompts) / (len(prompts) - 1))
    influences = ((sums - centre * counts) * np.sqrt(correction) / (sizes * groups)).sum(axis=1)
    by_prompt = dict(zip(prompts, influences.tolist(), strict=True))
    degrees = _degrees(counts / (sizes * groups))
    return SetScore(value, n, missing, method, influences=by_prompt, degrees=degrees, scores=tuple(scores))


def _degrees(weights: Floats) -> float:
    """Satterthwaite's degrees of freedom if all trials vary alike, from the weights of prompts in groups.

    A single group of equally many trials a prompt has one less than prompts; G groups of their own have G less.
    """
    squares = (weights**2).sum(axis=0)
    effective = weights.sum(axis=0) ** 2 / squares
    return max(1.0, float(squares.sum() ** 2 / (squares**2 / np.maximum(effective - 1, 1)).sum()))


def _tables(trials: Sequence[Trial]) -> tuple[list[str], Floats, Floats]:
    """Prompts, and sums and counts by prompt and group."""
    prompts = {prompt: row for row, prompt in enumerate(dict.fromkeys(trial.prompt for trial in trials))}
    groups = {group: column for column, group in enumerate(dict.fromkeys(trial.group for trial in trials))}
    sums, counts = np.zeros((len(prompts), len(groups))), np.zeros((len(prompts), len(groups)))
    for trial in trials:
        place = prompts[trial.prompt], groups[trial.group]
        sums[place] += trial.value
        counts[place] += 1
    return list(prompts), sums, counts
