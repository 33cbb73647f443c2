"""What the share is behind a detector that also answers Uncertain, and not alike often of both classes."""

import math
from typing import NamedTuple

import numpy as np

from paragone.core.errors import BadInput
from paragone.stats.bias.correction import Confusion, Matrix, confusion_of
from paragone.stats.bias.shares import Array


class WithUncertain(NamedTuple):
    """Two classes: how the detector decides where it does, and how often it decides."""

    decided: Confusion
    decision_rate: Array  # of things of each class, the share of which the detector decided
    labelled: Array | None  # things of each class that were labelled; None where rates were given, as if exact


def with_uncertain(confusion: Matrix) -> WithUncertain:
    """A matrix of two rows, with a third column where Uncertain was counted, checked.

    >>> with_uncertain([[45, 5, 0], [5, 35, 10]]).decision_rate.tolist()
    [1.0, 0.8]
    """
    try:
        found = np.asarray(confusion, np.float64)
    except ValueError as error:
        raise BadInput("a confusion matrix with rows of unlike length; give a row for each true class") from error
    if found.ndim != 2 or found.shape[1] != 3:
        return WithUncertain(confusion_of(confusion), np.ones(len(found)), None)
    if len(found) != 2 or not np.isfinite(found).all() or (found < 0).any():
        raise BadInput(f"a confusion matrix of shape {found.shape} with Uncertain last; give two rows of counts >= 0")
    sums, decided = found.sum(axis=1), found[:, :2].sum(axis=1)
    if (decided <= 0).any():
        raise BadInput("the detector decided nothing of a whole class; its error cannot be taken out")
    counted = bool((found == np.rint(found)).all() and (sums > 1).all())
    if not counted and not np.allclose(sums, 1, atol=1e-6):
        raise BadInput(
            f"rows of the confusion matrix add up to {sums.round(4).tolist()}; give counts, or rates of sum 1"
        )
    inner = confusion_of(found[:, :2] / decided[:, None])
    return WithUncertain(
        Confusion(inner.rates, decided if counted else None), decided / sums, sums if counted else None
    )


def share_of_all(decided: float, decision_rate: Array) -> float:
    """The first class's share of all things, from its share of the decided ones: each weighs 1 / its chance to be told.

    >>> round(share_of_all(0.5, np.array([1.0, 0.5])), 4)
    0.3333
    """
    first, second = decided / decision_rate[0], (1 - decided) / decision_rate[1]
    return float(first / (first + second))


def slopes(decided: float, found: WithUncertain) -> tuple[float, dict[str, float]]:
    """How far the share of all moves with that of the decided, and with one error of each chance to be told."""
    women, men = (float(one) for one in found.decision_rate)
    under = (decided * men + (1 - decided) * women) ** 2
    if found.labelled is None:
        return women * men / under, {}
    # Two labelled things are added to each class (Agresti and Coull): a detector that always decided may yet not.
    soft = (found.decision_rate * found.labelled + 1) / (found.labelled + 2)
    errors = [math.sqrt(one * (1 - one) / (many + 2)) for one, many in zip(soft, found.labelled, strict=True)]
    both = decided * (1 - decided) / under
    return women * men / under, {"told of women": -both * men * errors[0], "told of men": both * women * errors[1]}
