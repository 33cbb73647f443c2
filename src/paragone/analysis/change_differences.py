"""Whether perturbed prompts change one model otherwise than another: the paired difference of their changes."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from paragone.analysis.changes import Side, doubted, scale_of
from paragone.analysis.perturbed import Means, Twins, paired, perturbed_prompts, twins_of
from paragone.analysis.perturbed_sets import PerturbedSets, as_influenced, sides_in
from paragone.analysis.scores import RunScores
from paragone.core.cells import Cell
from paragone.core.keys import key_of
from paragone.stats.bounded import Scale
from paragone.stats.influences import difference_of
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
        if a.model not in one.cells[cell] or b.model not in other.cells[cell]:
            continue
        numbers = one.numbers(cell)[a.model], other.numbers(cell)[b.model]
        if numbers[0].estimate["protocol"] != numbers[1].estimate["protocol"]:
            continue  # other prompts, seeds or judges: `compare` says which
        if one.metrics[cell.metric]["kind"] == "set":
            few = _of_sets(cell, sides_in(one, cell), sides_in(other, cell), (a.model, b.model), one.settings["level"])
            found += [row._replace(difference=doubted(row.difference, *numbers)) for row in few]
            continue
        scale = _of_changes(scale_of(one.metrics[cell.metric]))
        for twins in twins_of(perturbed_prompts(one, cell.scenario)):
            sides = [changes_by_prompt(side.means, twins) for side in numbers]
            seed = [one.settings["seed"], int(key_of("change difference", *cell, twins.perturbation)[:16], 16)]
            settings = {"level": one.settings["level"], "resamples": one.settings["resamples"]}
            rng, units = np.random.default_rng(seed), numbers[0].units
            difference = paired_difference(*sides, rng=rng, scale=scale, units=units, **settings)
            of_a, of_b = (mean_of(side) for side in sides)
            found.append(ChangeDifference(*cell, twins.perturbation, of_a, of_b, doubted(difference, *numbers)))
    adjusted = holm([row.difference.p_value for row in found])
    return [row._replace(p_adjusted=p) for row, p in zip(found, adjusted, strict=True)]


def _of_sets(
    cell: Cell, one: PerturbedSets, other: PerturbedSets, models: tuple[str, str], level: float
) -> Iterator[ChangeDifference]:
    """A set has one change, and its influences say what each prompt added to that."""
    a, b = models
    for perturbation in [name for model, name in one if model == a and (b, name) in other]:
        sides = as_influenced(one[a, perturbation]), as_influenced(other[b, perturbation])
        if sides[0] is None or sides[1] is None:
            reason = "the chance of one of the two changes is not known"
            yield ChangeDifference(
                *cell, perturbation, None, None, Difference(None, None, None, None, 0, 0, reason=reason)
            )
            continue
        found = difference_of(sides[0], sides[1], level=level)
        yield ChangeDifference(*cell, perturbation, sides[0].value, sides[1].value, found)


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
