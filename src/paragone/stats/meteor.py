"""METEOR: matched words, and how few unbroken runs they form; in full from its program's counts, or on exact words."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from paragone.core.errors import BadInput
from paragone.stats.captions import Words, check_captions
from paragone.stats.fidelity.features import Features

# METEOR 1.5's English parameters.
ALPHA, BETA, GAMMA, DELTA = 0.85, 0.2, 0.6, 0.75
WEIGHTS = np.array([1.0, 0.6, 0.8, 0.6])  # of words matched exactly, by stem, by synonym, by paraphrase
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


def meteor_from_counts(counts: Features) -> float:
    """METEOR 1.5 for English of captions of which its program counted (captions, 23) the matches, all together.

    A row holds the words of caption and reference, the function words among them, then for each of the four ways to
    match the content words of caption and reference and their function words, then runs, and the matched words of
    caption and reference. Rows are summed; P and R are weighted shares of words in which a function word counts 1/4 and
    a content word 3/4, and the score is F (1 - penalty) as in `meteor_exact`.

    >>> row = [2, 2, 0, 0, 2, 2, 0, 0, *[0] * 12, 2, 2, 2]  # both words match exactly, in the wrong order
    >>> round(meteor_from_counts(np.array([row])), 4)  # 1 - 0.6
    0.4
    """
    if counts.ndim != 2 or counts.shape[1] != 23:
        raise BadInput(f"METEOR's counts have the shape {counts.shape}; give 23 for each caption")
    total = counts.sum(axis=0, dtype=np.float64)
    words, function, matched = total[:2], total[2:4], total[21:]
    # A caption that is its reference word for word has one run, which METEOR does not count.
    is_whole = (counts[:, 20] == 1) & (counts[:, 21:] == counts[:, :2]).all(axis=1)
    runs = total[20] - is_whole.sum()
    by_way = total[4:20].reshape(4, 2, 2)  # way, content or function, caption or reference
    hits = WEIGHTS @ (DELTA * by_way[:, 0] + (1 - DELTA) * by_way[:, 1])
    if not hits.all():
        return 0.0
    precision, recall = hits / (DELTA * (words - function) + (1 - DELTA) * function)
    penalty = GAMMA * (2 * runs / matched.sum()) ** BETA
    return float(precision * recall / (ALPHA * precision + (1 - ALPHA) * recall) * (1 - penalty))


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
