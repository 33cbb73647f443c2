"""Paired differences between two models on the same prompts: interval, permutation p-value, correction for many."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paragone.stats.bootstrap import CELLS, OVER_PROMPTS, Array, Interval, mean_interval

EXACT = 12  # up to this many differing prompts all 2**n sign patterns are counted
PERMUTATIONS = 9999  # beyond it, this many are drawn; with the +1 below p has four digits


@dataclass(frozen=True, slots=True)
class Difference:
    """How much higher b scored than a on the prompts that both have."""

    value: float | None
    low: float | None
    high: float | None
    p_value: float | None  # two-sided, of "which model made which score does not matter"
    n: int  # prompts that both have
    unmatched: int  # prompts that only one of them has a score for
    method: str = ""
    reason: str = ""


def paired_difference(
    a: Mapping[str, float | None],
    b: Mapping[str, float | None],
    *,
    rng: np.random.Generator,
    level: float = 0.95,
    resamples: int = 2000,
) -> Difference:
    """The mean of b - a over shared prompts, given each model's mean score by prompt id (None or NaN: missing).

    >>> rng = np.random.default_rng(1)
    >>> paired_difference({"p": 1.0, "q": 2.0}, {"p": 2.0, "q": 4.0, "r": 9.0}, rng=rng).value
    1.5
    """
    scored_a, scored_b = _scored(a), _scored(b)
    shared = sorted(scored_a.keys() & scored_b.keys())
    unmatched = len(scored_a.keys() | scored_b.keys()) - len(shared)
    differences = np.array([scored_b[prompt] - scored_a[prompt] for prompt in shared], dtype=np.float64)
    n = len(shared)
    if n == 0:
        return Difference(None, None, None, None, 0, unmatched, reason="the two have no scored prompt in common")
    value = math.fsum(differences) / n
    p_value = sign_flip_p(differences, rng=rng)
    if n == 1:
        reason = "one shared prompt gives no interval: chance between prompts cannot be seen"
        return Difference(value, None, None, p_value, n, unmatched, reason=reason)
    if np.all(differences == differences[0]):
        interval, reason = Interval(value, value, OVER_PROMPTS), "every prompt differs by the same amount"
    else:
        interval, reason = mean_interval(differences, rng=rng, level=level, resamples=resamples), ""
    return Difference(value, interval.low, interval.high, p_value, n, unmatched, interval.method, reason)


def sign_flip_p(differences: Array, *, rng: np.random.Generator) -> float:
    """The two-sided p-value of a mean difference, by swapping the two models on each prompt.

    Were the models alike, each difference could as well have had the other sign. p is the share of sign patterns whose
    sum is at least as far from zero: of all patterns where few prompts differ, else of a drawn sample and the observed
    one itself, (1 + hits) / (1 + drawn), which never gives 0 (Phipson and Smyth 2010).

    >>> sign_flip_p(np.array([1.0, 2.0, 4.0]), rng=np.random.default_rng(1))
    0.25
    """
    differing = differences[differences != 0]  # zeros have no sign to flip
    if len(differing) == 0:
        return 1.0
    if len(differing) <= EXACT:
        every = np.arange(2 ** len(differing))[:, None] >> np.arange(len(differing)) & 1
        return float(np.mean(_is_as_far(every, differing)))
    rows = max(1, CELLS // len(differing))
    hits = 0
    for start in range(0, PERMUTATIONS, rows):
        size = min(rows, PERMUTATIONS - start)
        eights = rng.integers(0, 256, size=(size, -(-len(differing) // 8)), dtype=np.uint8)  # eight coins in each draw
        patterns = np.unpackbits(eights, axis=1, count=len(differing))
        hits += int(np.sum(_is_as_far(patterns, differing)))
    return (1 + hits) / (1 + PERMUTATIONS)


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm's adjusted p-values, in the order given; a None stays None and is not counted as a test.

    The k-th smallest of m is multiplied by m - k + 1, and none may fall below one before it (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    tests = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    highest = 0.0
    for done, (p, place) in enumerate(tests):
        highest = max(highest, min(1.0, p * (len(tests) - done)))
        adjusted[place] = highest
    return adjusted


def _scored(scores: Mapping[str, float | None]) -> dict[str, float]:
    """The prompts that have a number."""
    return {prompt: score for prompt, score in scores.items() if score is not None and math.isfinite(score)}


def _is_as_far(flipped: npt.NDArray[np.integer], differing: Array) -> npt.NDArray[np.bool_]:
    """Which sign patterns give a sum as far from zero as the observed one; ties in spite of rounding count."""
    total = float(differing.sum())
    sums = total - 2 * (flipped.astype(np.float64) @ differing)
    slack = 1e-12 * float(np.abs(differing).sum())
    return np.asarray(np.abs(sums) >= abs(total) - slack)
