"""Whether perturbed prompts change one model otherwise than another: the paired difference of their changes."""

import math
from typing import NamedTuple

import numpy as np

from paragone.analysis.changes import Side, scale_of
from paragone.analysis.perturbed import Means, Twins, paired, perturbed_prompts, twins_of
from paragone.analysis.scores import RunScores
from paragone.core.keys import key_of
from paragone.stats.bounded import Scale
from paragone.stats.paired import Difference, holm, paired_difference


class ChangeDifference(NamedTuple):
    """The mean change of each of two models in one cell under one perturbation, and by how much b's exceeds a's."""

    scenario: str
    metric: str
    perturbation: str
    change_a: float | None
    change_b: float | None
    difference: Difference
    p_adjusted: float | None = None


def compare_changes(a: Side, b: Side) -> list[ChangeDifference]:
    """For all that both have, corrected by Holm over these."""
    one, other = RunScores(a.folder), RunScores(b.folder)
    found: list[ChangeDifference] = []
    for cell in sorted(cell for cell in one.cells if cell in other.cells):
        if one.metrics[cell.metric]["kind"] == "set" or a.model not in one.cells[cell]:
            continue
        if b.model not in other.cells[cell]:
            continue
        numbers = one.numbers(cell)[a.model], other.numbers(cell)[b.model]
        if numbers[0].estimate["protocol"] != numbers[1].estimate["protocol"]:
            continue  # other prompts, seeds or judges: `compare` says which
        scale = _of_changes(scale_of(one.metrics[cell.metric]))
        for twins in twins_of(perturbed_prompts(one, cell.scenario)):
            sides = [changes_by_prompt(side.means, twins) for side in numbers]
            seed = [one.settings["seed"], int(key_of("change difference", *cell, twins.perturbation)[:16], 16)]
            settings = {"level": one.settings["level"], "resamples": one.settings["resamples"]}
            difference = paired_difference(*sides, rng=np.random.default_rng(seed), scale=scale, **settings)
            of_a, of_b = (mean_of(side) for side in sides)
            found.append(ChangeDifference(*cell, twins.perturbation, of_a, of_b, difference))
    adjusted = holm([row.difference.p_value for row in found])
    return [row._replace(p_adjusted=p) for row, p in zip(found, adjusted, strict=True)]


def changes_by_prompt(means: Means, twins: Twins) -> dict[str, float | None]:
    """Perturbed less original, by the original's id; None where one of the two has no score."""
    originals, changed = paired(means, twins)
    return {
        name: None if before is None or (after := changed[name]) is None else after - before
        for name, before in originals.items()
    }


def mean_of(changes: dict[str, float | None]) -> float | None:
    """The mean of those that there are.

    >>> mean_of({"p": 1.0, "q": None, "r": 2.0})
    1.5
    """
    there = [value for value in changes.values() if value is not None]
    return math.fsum(there) / len(there) if there else None


def _of_changes(scale: Scale) -> Scale:
    """How far a change can go, where scores have two ends."""
    return Scale() if scale.span is None else Scale(scale.least - scale.most, scale.most - scale.least)
