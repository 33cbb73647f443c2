"""How well a judge's yes or no agrees with people's, with intervals over prompts."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.types import Estimate
from paragone.stats.agreement import cohen_kappa, phi
from paragone.stats.bootstrap import Array
from paragone.stats.coefficients import (
    FEW_DISAGREE,
    LEAST_UNITS,
    METHOD,
    OF_DISAGREEMENTS,
    agreement_interval,
    coefficient_interval,
)


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


def agreement(verdicts: Sequence[Verdicts], *, level: float = 0.95) -> Agreement:
    """Phi and Cohen's kappa over images, with intervals over prompts.

    Images of one prompt are alike, so prompts, not images, are the unit of chance.

    >>> same = [Verdicts(k, k % 2 == 0, k % 2 == 0) for k in range(10)]
    >>> agreement(same).kappa.value
    1.0
    """
    people, judge = [one.people for one in verdicts], [one.judge for one in verdicts]
    cells = _cells(verdicts)
    total = cells.sum(axis=0)
    left_out = total - cells
    found = {
        "phi": _estimate(phi(people, judge), _phis(left_out), cells, level),
        "kappa": _estimate(cohen_kappa(people, judge), _kappas(left_out), cells, level),
    }
    neither, only_judge, only_people, both = (int(count) for count in total)
    table = (neither, only_judge), (only_people, both)
    return Agreement(**found, images=len(verdicts), prompts=len(cells), agreed=neither + both, table=table)


def _cells(verdicts: Sequence[Verdicts]) -> Array:
    """For each prompt  # (prompts, 4): images with no-no, no-yes, yes-no, yes-yes of people and judge."""
    counts: dict[Hashable, npt.NDArray[np.float64]] = {}
    for one in verdicts:
        counts.setdefault(one.prompt, np.zeros(4))[2 * one.people + one.judge] += 1
    return np.array(list(counts.values())).reshape(-1, 4)


def _phis(counts: Array) -> Array:
    neither, only_judge, only_people, both = counts.T
    margins = (both + only_people) * (neither + only_judge) * (both + only_judge) * (neither + only_people)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((both * neither - only_people * only_judge) / np.sqrt(margins))


def _kappas(counts: Array) -> Array:
    _, only_judge, only_people, _ = counts.T
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(1 - (only_judge + only_people) / counts.sum(axis=1) / _by_chance(counts))


def _by_chance(counts: Array) -> Array:
    """The share of images on which the two would disagree if each kept its habits and neither looked."""
    _, only_judge, only_people, both = counts.T
    n = counts.sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        people, judge = (both + only_people) / n, (both + only_judge) / n
    return np.asarray(people * (1 - judge) + judge * (1 - people))


def _estimate(value: float | None, left_out: Array, cells: Array, level: float) -> Estimate:
    prompts = len(cells)
    if value is None:
        return Estimate(None, None, None, prompts, reason="one of the two gave one answer only, or there is nothing")
    if prompts < LEAST_UNITS:
        return Estimate(value, None, None, prompts, reason=f"no interval from {prompts} prompts")
    disagreements = (cells[:, 1] + cells[:, 2]) / cells.sum(axis=1)
    if np.count_nonzero(disagreements) < FEW_DISAGREE:
        chance, images = float(_by_chance(cells.sum(axis=0)[None])[0]), int(cells.sum())
        ends = agreement_interval(value, disagreements, chance, level=level, images=images)
        return Estimate(value, *ends, prompts, method=OF_DISAGREEMENTS)
    return Estimate(value, *coefficient_interval(value, left_out, level=level), prompts, method=METHOD)


def majority(votes: Mapping[Hashable, Sequence[bool]]) -> dict[Hashable, bool | None]:
    """What most people said of each item; None where as many said yes as no.

    >>> majority({"a": [True, True, False], "b": [True, False]})
    {'a': True, 'b': None}
    """
    return {item: None if 2 * sum(few) == len(few) else 2 * sum(few) > len(few) for item, few in votes.items()}
