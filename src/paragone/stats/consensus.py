"""CIDEr-D: how far a caption uses the words that many people used for this image and few for others."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from paragone.stats.captions import LONGEST, Ngrams, Words, check_captions, ngrams

SPREAD = 6.0
Weights = dict[tuple[str, ...], float]


def cider(captions: Sequence[Words], references: Sequence[Sequence[Words]]) -> list[float]:
    """CIDEr-D of each caption: 10 times the mean over n = 1..4 and references of a clipped cosine of tf-idf weights.

    Vedantam et al. (2015). Document frequencies are those of the references given, so a score depends on the whole
    set. Lengths, whose difference d costs exp(-d^2 / 72), are counted in pairs of words, as the COCO code does.

    >>> captions = [["a", "cat"], ["two", "dogs"]]
    >>> cider(captions, [[["a", "cat"]], [["some", "birds"]]])  # n = 1 and 2 agree fully, 3 and 4 do not exist
    [5.0, 0.0]
    """
    check_captions(captions, references)
    frequency: Counter[tuple[str, ...]] = Counter()
    for truths in references:
        frequency.update({ngram for truth in truths for n in range(1, LONGEST + 1) for ngram in ngrams(truth, n)})
    documents = math.log(len(references))
    scores = []
    for caption, truths in zip(captions, references, strict=True):
        own = _weights(caption, frequency, documents)
        parts = [_similarity(own, _weights(truth, frequency, documents), len(caption), len(truth)) for truth in truths]
        scores.append(10 * sum(parts) / len(parts))
    return scores


def _weights(words: Words, frequency: Mapping[tuple[str, ...], int], documents: float) -> list[Weights]:
    found: list[Weights] = []
    for n in range(1, LONGEST + 1):
        counts: Ngrams = ngrams(words, n)
        rare = {ngram: documents - math.log(max(1, frequency.get(ngram, 0))) for ngram in counts}
        found.append({ngram: count * rare[ngram] for ngram, count in counts.items()})
    return found


def _similarity(a: list[Weights], b: list[Weights], length_a: int, length_b: int) -> float:
    """The mean over n of the clipped cosine, less for captions of another length."""
    total = 0.0
    for own, other in zip(a, b, strict=True):
        shared = sum(min(weight, other[ngram]) * other[ngram] for ngram, weight in own.items() if ngram in other)
        size = math.sqrt(sum(w * w for w in own.values())) * math.sqrt(sum(w * w for w in other.values()))
        total += shared / size if size else shared
    gap = max(length_a - 1, 0) - max(length_b - 1, 0)
    return total / len(a) * math.exp(-(gap**2) / (2 * SPREAD**2))
