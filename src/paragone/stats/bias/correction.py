"""What the shares are behind a detector that errs: its error taken out, its uncertainty put into the interval."""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.stats.bias.shares import Array, Shares, shares_of

Matrix: TypeAlias = Sequence[Sequence[float]] | Array
LEAST_INFORMATION = 0.05  # how much better than chance a detector must be: below, its error cannot be taken out
DRAWS = 4000


class Confusion(NamedTuple):
    """How often a detector said each class (columns) of things that are of each class (rows)."""

    rates: Array  # rows add up to 1, with what is left Uncertain where that was counted, in one column more
    labelled: Array | None  # things of each class that were labelled; None where rates were given, as if exact


def confusion_of(confusion: Matrix) -> Confusion:
    """The square matrix, checked. Whole numbers with a row sum above 1 are counts of labelled things, else rates.

    >>> confusion_of([[45, 5], [10, 40]]).rates.tolist()
    [[0.9, 0.1], [0.2, 0.8]]
    """
    found = np.asarray(confusion, np.float64)
    if found.ndim != 2 or found.shape[0] != found.shape[1] or len(found) < 2:
        raise BadInput(
            f"a confusion matrix of shape {np.shape(confusion)}; give a square one, a row for each true class"
        )
    return _checked(found)


def _checked(found: Array) -> Confusion:
    """Rates of a matrix that is square, or has one column more for Uncertain."""
    sums = found.sum(axis=1)
    if not np.isfinite(found).all() or (found < 0).any() or (sums <= 0).any():
        raise BadInput("a confusion matrix with a negative number or an empty row; label things of every class")
    counted = bool((found == np.rint(found)).all() and (sums > 1).all())
    rates = found / sums[:, None]
    if not counted and not np.allclose(sums, 1, atol=1e-6):
        raise BadInput(
            f"rows of the confusion matrix add up to {sums.round(4).tolist()}; give counts, or rates of sum 1"
        )
    decided = rates[:, : len(rates)]
    if (decided.sum(axis=1) <= 0).any():
        raise BadInput("the detector decided nothing of a whole class; its error cannot be taken out")
    _refuse_chance(decided / decided.sum(axis=1, keepdims=True))
    return Confusion(np.asarray(rates), sums if counted else None)


def corrected_shares(observed: Shares, confusion: Matrix) -> Array:
    """The true shares behind the observed ones; `confusion` has a row for each true class, a column for each said.

    Observed shares are the true ones times the matrix of rates, so the true ones solve that equation; for two classes
    this is Rogan and Gladen's (observed + specificity - 1) / (sensitivity + specificity - 1). Where chance carries the
    solution out of 0..1, the nearest shares within are taken. A detector no better than chance is refused. One column
    more than rows counts what was left Uncertain of each class; `observed` is then of what was decided.

    >>> corrected_shares([0.41, 0.59], [[0.9, 0.1], [0.2, 0.8]]).round(4).tolist()
    [0.3, 0.7]
    >>> corrected_shares([2, 1], [[1.0, 0.0, 0.0], [0.0, 0.5, 0.5]]).round(4).tolist()
    [0.5, 0.5]
    """
    matrix = _with_uncertain_or_not(confusion)
    said = shares_of(observed)
    if len(said) != len(matrix.rates):
        raise BadInput(f"{len(said)} observed shares, but the confusion matrix has {len(matrix.rates)} classes")
    return nearest_shares(_solved(matrix.rates[None], said[None])[0])


def _with_uncertain_or_not(confusion: Matrix) -> Confusion:
    found = np.asarray(confusion, np.float64)
    is_wider = found.ndim == 2 and len(found) >= 2 and found.shape[1] == len(found) + 1
    return _checked(found) if is_wider else confusion_of(confusion)


def _solved(rates: Array, said: Array) -> Array:
    """Shares of all things from those of the decided, many at a time: what each class adds to each answer, undone."""
    classes = rates.shape[1]
    found = np.linalg.solve(rates[:, :, :classes].transpose(0, 2, 1), said[:, :, None])[:, :, 0]
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def nearest_shares(values: Array) -> Array:
    """The point of the simplex that is nearest (Held, Wolfe and Crowder 1974)."""
    if (values >= 0).all():
        return np.asarray(values / values.sum())
    falling = np.sort(values)[::-1]
    over = (falling.cumsum() - 1) / np.arange(1, len(values) + 1)
    return np.asarray(np.maximum(values - over[np.nonzero(falling > over)[0][-1]], 0.0))


def corrected_share_interval(
    share: float, n: float, confusion: Matrix, *, level: float = 0.95
) -> tuple[float, float, float]:
    """The first of two classes: its corrected share and an interval that carries the detector's error and the images'.

    `share` was observed in n images, or as good as so many where images of one prompt are alike (n is then
    share (1 - share) / variance). The interval is that of Lang and Reiczigel (2014, Preventive Veterinary Medicine
    113): z^2 images are added to those looked at and two to each class of the labelled ones, and the middle is moved.
    """
    matrix = confusion_of(confusion)
    value = float(corrected_shares([share, 1 - share], confusion)[0])
    z = NormalDist().inv_cdf((1 + level) / 2)
    many = n + z * z
    seen = (n * share + z * z / 2) / many
    right, labelled = matrix.rates.diagonal(), matrix.labelled
    if labelled is not None:
        right = (right * labelled + 1) / (labelled + 2)
    errors = np.zeros(2) if labelled is None else right * (1 - right) / (labelled + 2)
    better = right.sum() - 1
    if better < LEAST_INFORMATION:
        return value, 0.0, 1.0
    middle = (seen + right[1] - 1) / better
    spread = math.sqrt(seen * (1 - seen) / many + middle**2 * errors[0] + (1 - middle) ** 2 * errors[1]) / better
    moved = middle + 2 * z * z * (middle * errors[0] - (1 - middle) * errors[1])
    low, high = (min(max(moved + side * z * spread, 0.0), 1.0) for side in (-1, 1))
    return value, min(low, value), max(high, value)


def corrected_interval(
    counts: Shares, confusion: Matrix, *, rng: np.random.Generator, level: float = 0.95
) -> npt.NDArray[np.float64]:
    """Corrected shares with intervals, a row for each class: value, low, high  # (classes, 3).

    Observed counts and labelled counts are drawn anew from what is known of them (Dirichlet, Jeffreys' 1/2 added), the
    equation is solved each time, and quantiles are taken. One column more than rows is Uncertain, as above.
    """
    matrix = _with_uncertain_or_not(confusion)
    value = corrected_shares(counts, confusion)
    said = rng.dirichlet(np.asarray(counts, np.float64) + 0.5, DRAWS)
    rates = np.broadcast_to(matrix.rates, (DRAWS, *matrix.rates.shape))
    if matrix.labelled is not None:
        rows = [row * many + 0.5 for row, many in zip(matrix.rates, matrix.labelled, strict=True)]
        rates = np.stack([rng.dirichlet(row, DRAWS) for row in rows], axis=1)
    solved = _solved(rates, said)
    low, high = np.quantile(np.clip(solved, 0, 1), [(1 - level) / 2, (1 + level) / 2], axis=0)
    return np.column_stack([value, np.minimum(low, value), np.maximum(high, value)])


def _refuse_chance(rates: Array) -> None:
    """Youden's index for two classes, the smallest singular value for more: how far the detector is from guessing."""
    if len(rates) == 2:
        better = float(rates.trace() - 1)
    else:
        better = float(np.linalg.svd(rates, compute_uv=False)[-1]) if rates.trace() > 1 else 0.0
    if better < LEAST_INFORMATION:
        raise BadInput(
            f"the detector is no better than chance (sensitivity + specificity - 1 = {better:.3f}); "
            "its error cannot be taken out: use another detector, or labels by people"
        )
