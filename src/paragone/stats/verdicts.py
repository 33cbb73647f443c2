"""How well a judge's yes or no agrees with people's, with intervals over prompts."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.types import Estimate
from paragone.stats.agreement import cohen_kappa, phi
from paragone.stats.bootstrap import PERCENTILE, Array, draw_counts

LEAST_PROMPTS = 8  # of fewer, resamples say too little


class Verdicts(NamedTuple):
    """What two judges said of one image of a prompt."""

    prompt: Hashable
    people: bool
    judge: bool


class Agreement(NamedTuple):
    """Two coefficients with their intervals, and the counts they come from."""

    phi: Estimate
    kappa: Estimate
    images: int
    prompts: int
    agreed: int
    table: tuple[tuple[int, int], tuple[int, int]]  # people no and yes (rows) by judge no and yes (columns)


def agreement(
    verdicts: Sequence[Verdicts], *, rng: np.random.Generator, level: float = 0.95, resamples: int = 2000
) -> Agreement:
    """Phi and Cohen's kappa over images, with bootstrap intervals that resample prompts.

    Images of one prompt are alike, so prompts, not images, are the unit of chance. Resamples in which a coefficient
    is not defined (one of the two said the same throughout) do not count.

    >>> same = [Verdicts(k, k % 2 == 0, k % 2 == 0) for k in range(10)]
    >>> agreement(same, rng=np.random.default_rng(0)).kappa.value
    1.0
    """
    people, judge = [one.people for one in verdicts], [one.judge for one in verdicts]
    cells = _cells(verdicts)
    replicates = _replicates(cells, rng=rng, resamples=resamples)
    total = cells.sum(axis=0).astype(int)
    found = {
        "phi": _estimate(phi(people, judge), _phis(replicates), len(cells), level),
        "kappa": _estimate(cohen_kappa(people, judge), _kappas(replicates), len(cells), level),
    }
    table = (int(total[0]), int(total[1])), (int(total[2]), int(total[3]))
    return Agreement(**found, images=len(verdicts), prompts=len(cells), agreed=int(total[0] + total[3]), table=table)


def _cells(verdicts: Sequence[Verdicts]) -> Array:
    """For each prompt  # (prompts, 4): images with no-no, no-yes, yes-no, yes-yes of people and judge."""
    counts: dict[Hashable, npt.NDArray[np.float64]] = {}
    for one in verdicts:
        counts.setdefault(one.prompt, np.zeros(4))[2 * one.people + one.judge] += 1
    return np.array(list(counts.values())).reshape(-1, 4)


def _replicates(cells: Array, *, rng: np.random.Generator, resamples: int) -> Array:
    """The four counts of each resample of prompts  # (resamples, 4)."""
    if len(cells) < LEAST_PROMPTS:
        return np.zeros((0, 4))
    return np.concatenate([drawn @ cells for drawn in draw_counts(len(cells), rng=rng, resamples=resamples)])


def _phis(counts: Array) -> Array:
    neither, only_judge, only_people, both = counts.T
    margins = (both + only_people) * (neither + only_judge) * (both + only_judge) * (neither + only_people)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((both * neither - only_people * only_judge) / np.sqrt(margins))


def _kappas(counts: Array) -> Array:
    neither, only_judge, only_people, both = counts.T
    n = counts.sum(axis=1)
    agreed = (neither + both) / n
    by_chance = ((both + only_people) * (both + only_judge) + (neither + only_judge) * (neither + only_people)) / n**2
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((agreed - by_chance) / (1 - by_chance))


def _estimate(value: float | None, replicates: Array, prompts: int, level: float) -> Estimate:
    if value is None:
        return Estimate(None, None, None, prompts, reason="one of the two gave one answer only, or there is nothing")
    defined = replicates[np.isfinite(replicates)]
    if len(defined) < 0.9 * max(len(replicates), 1) or len(replicates) == 0:
        few = f"{prompts} prompts" if prompts < LEAST_PROMPTS else "answers that hardly vary"
        return Estimate(value, None, None, prompts, reason=f"no interval from {few}")
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(value, min(float(low), value), max(float(high), value), prompts, method=PERCENTILE)


def majority(votes: Mapping[Hashable, Sequence[bool]]) -> dict[Hashable, bool | None]:
    """What most people said of each item; None where as many said yes as no.

    >>> majority({"a": [True, True, False], "b": [True, False]})
    {'a': True, 'b': None}
    """
    return {item: None if 2 * sum(few) == len(few) else 2 * sum(few) > len(few) for item, few in votes.items()}
