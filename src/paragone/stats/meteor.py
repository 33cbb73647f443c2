"""METEOR on exact words: matches, and how few unbroken runs they form."""

from collections.abc import Sequence
from typing import NamedTuple

from paragone.stats.captions import Words, check_captions

# METEOR 1.5's English parameters.
ALPHA, BETA, GAMMA = 0.85, 0.2, 0.6
BEAM = 40


def meteor_exact(captions: Sequence[Words], references: Sequence[Sequence[Words]]) -> list[float]:
    """The best over references of F (1 - penalty).

    F = P R / (alpha P + (1 - alpha) R) and penalty = gamma (runs / matches)^beta, P and R being precision and recall of
    words; a run is an unbroken sequence of matches. Denkowski and Lavie (2014). Without stems, synonyms, paraphrases or
    word weights, so values are below those of full METEOR: they equal its jar with
    `-m exact -w 1.0 -p "0.85 0.2 0.6 0.5"`.

    >>> [round(value, 4) for value in meteor_exact([["a", "cat"]], [[["a", "cat"], ["the", "dog"]]])]
    [1.0]
    """
    check_captions(captions, references)
    pairs = zip(captions, references, strict=True)
    return [max(_score(caption, truth) for truth in truths) for caption, truths in pairs]


class _Partial(NamedTuple):
    """An alignment of the first words of a caption, in the order in which better ones sort first."""

    unmatched: int
    runs: int
    distance: int
    last: tuple[int, int]  # caption and reference places of the last match
    used: frozenset[int]


def _score(caption: Words, truth: Words) -> float:
    best = _align(caption, truth)
    matches = len(best.used)
    if not matches:
        return 0.0
    precision, recall = matches / len(caption), matches / len(truth)
    mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall)
    is_whole = matches == len(caption) == len(truth) and best.runs == 1
    return mean * (1 - (0.0 if is_whole else GAMMA * (best.runs / matches) ** BETA))


def _align(caption: Words, truth: Words) -> _Partial:
    """As many matches as can be, then as few runs, by a beam as wide as METEOR's."""
    beam = [_Partial(0, 0, 0, (-2, -2), frozenset())]
    for here, word in enumerate(caption):
        grown = [partial._replace(unmatched=partial.unmatched + 1) for partial in beam]
        for partial in beam:
            for there, other in enumerate(truth):
                if other == word and there not in partial.used:
                    goes_on = partial.last == (here - 1, there - 1)
                    distance = partial.distance + abs(here - there)
                    used = partial.used | {there}
                    runs = partial.runs + (not goes_on)
                    grown.append(_Partial(partial.unmatched, runs, distance, (here, there), used))
        beam = sorted(grown, key=lambda partial: partial[:3])[:BEAM]
    return beam[0]
