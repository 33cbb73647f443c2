"""Which pairs of models are compared for which prompt: every pair as often as every other, all models connected."""

import itertools
from collections.abc import Sequence

import numpy as np


def pairs_of(models: Sequence[str], prompts: int, per_prompt: int | None = None) -> list[list[tuple[str, str]]]:
    """For each prompt the pairs that are shown; None: every pair for every prompt.

    Pairs are taken in turn from a cyclic order (neighbours first, then next but one ...), so that after any number of
    prompts two pairs differ by one in how often they came, and one round of neighbours connects all models.

    >>> pairs_of(["a", "b", "c"], 2, 1)
    [[('a', 'b')], [('b', 'c')]]
    """
    order = cyclic(models)
    if per_prompt is None or per_prompt >= len(order):
        return [list(order) for _ in range(prompts)]
    endless = itertools.cycle(order)
    return [list(itertools.islice(endless, per_prompt)) for _ in range(prompts)]


def cyclic(models: Sequence[str]) -> list[tuple[str, str]]:
    """All pairs, neighbours on a ring first."""
    n, found = len(models), dict[frozenset[str], tuple[str, str]]()
    for step in range(1, n // 2 + 1):
        for place in range(n):
            pair = models[place], models[(place + step) % n]
            found.setdefault(frozenset(pair), pair)
    return [pair for pair in found.values() if pair[0] != pair[1]]


def sides(count: int, rng: np.random.Generator) -> list[bool]:
    """For each of a person's pairs whether to swap it: half of them, in random order."""
    swapped = np.arange(count) % 2 == 1
    if count % 2 and rng.random() < 0.5:
        swapped = ~swapped
    return [bool(one) for one in rng.permutation(swapped)]
