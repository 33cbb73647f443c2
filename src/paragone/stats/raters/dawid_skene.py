"""Dawid and Skene (1979): the true class of items and how each rater errs, both from the raters' labels alone."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
ROUNDS = 2000
TOLERANCE = 1e-10  # of the log-likelihood: less than this a round is no progress


class Label(NamedTuple):
    """What one rater called one item; the same rater may label an item again."""

    item: Hashable
    rater: Hashable
    label: Hashable


@dataclass(frozen=True, slots=True)
class Consensus:
    """What the labels say together."""

    items: tuple[Hashable, ...]
    raters: tuple[Hashable, ...]
    classes: tuple[Hashable, ...]
    posterior: Array  # (items, classes): how likely each class is
    shares: Array  # (classes,)
    confusion: Array  # (raters, true classes, given classes): how each errs
    log_likelihoods: tuple[float, ...]  # after each round

    def labels(self) -> dict[Hashable, Hashable]:
        """The likeliest class of each item."""
        return {item: self.classes[k] for item, k in zip(self.items, self.posterior.argmax(axis=1), strict=True)}


def dawid_skene(labels: Iterable[tuple[Hashable, Hashable, Hashable]] | npt.NDArray[np.generic]) -> Consensus:
    """EM from the shares of votes, over (item, rater, label) triples; items and raters keep their first order.

    An array is taken as items by raters (None or NaN: not labelled), with their places as names.

    >>> votes = [(item, rater, item % 2) for item in range(6) for rater in "abc"]
    >>> dawid_skene([*votes, (0, "d", 1)]).labels()[0]
    0
    """
    given = _table(labels) if isinstance(labels, np.ndarray) else [_label(one) for one in labels]
    if not given:
        raise ValueError("there are no labels")
    items, raters, classes = (list(dict.fromkeys(column)) for column in zip(*given, strict=True))
    classes.sort(key=lambda one: (str(type(one)), one))
    counts = _counts(given, items, raters, classes)
    posterior = counts.sum(axis=1)
    posterior /= posterior.sum(axis=1, keepdims=True)
    history: list[float] = []
    for _ in range(ROUNDS):
        shares, confusion = _habits(posterior, counts)
        posterior, found = _beliefs(shares, confusion, counts)
        history.append(found)
        if len(history) > 1 and abs(found - history[-2]) < TOLERANCE:
            break
    return Consensus(tuple(items), tuple(raters), tuple(classes), posterior, shares, confusion, tuple(history))


def _label(one: Iterable[Hashable]) -> Label:
    parts = tuple(one)
    if len(parts) != 3:
        raise ValueError(
            f"labels are (item, rater, label) triples, or an array of items by raters; got {len(parts)} values together"
        )
    return Label(*parts)


def _table(labels: npt.NDArray[np.generic]) -> list[Label]:
    if labels.ndim != 2:
        raise ValueError(f"an array of labels has a row an item and a column a rater, got the shape {labels.shape}")
    rows = enumerate(labels.tolist())
    cells = [Label(item, rater, label) for item, row in rows for rater, label in enumerate(row)]
    # NaN alone differs from itself.
    return [cell for cell in cells if cell.label is not None and cell.label == cell.label]


def _counts(given: list[Label], items: list[Hashable], raters: list[Hashable], classes: list[Hashable]) -> Array:
    """How often each rater gave each class to each item  # (items, raters, classes)."""
    places = [{name: place for place, name in enumerate(names)} for names in (items, raters, classes)]
    counts = np.zeros((len(items), len(raters), len(classes)))
    for one in given:
        counts[places[0][one.item], places[1][one.rater], places[2][one.label]] += 1
    return counts


def _habits(posterior: Array, counts: Array) -> tuple[Array, Array]:
    """The most likely shares of classes and errors of raters, were the posterior true."""
    confusion = np.einsum("it,irg->rtg", posterior, counts)
    total = confusion.sum(axis=2, keepdims=True)
    # Of a class that a rater never met nothing is known: every answer is as likely.
    confusion = np.divide(confusion, total, out=np.full_like(confusion, 1 / counts.shape[2]), where=total > 0)
    return posterior.mean(axis=0), confusion


def _beliefs(shares: Array, confusion: Array, counts: Array) -> tuple[Array, float]:
    """How likely each class of each item is then, and the log-likelihood of all labels."""
    tiny = np.finfo(np.float64).tiny
    logs = np.log(np.maximum(shares, tiny)) + np.einsum("irg,rtg->it", counts, np.log(np.maximum(confusion, tiny)))
    most = logs.max(axis=1, keepdims=True)
    weights = np.exp(logs - most)
    total = weights.sum(axis=1, keepdims=True)
    return weights / total, float(np.sum(most + np.log(total)))
