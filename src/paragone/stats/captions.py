"""How well captions of drawn images agree with reference captions: BLEU-1 to BLEU-4 and ROUGE-L, on words.

Captions are lists of words, which `words_of` makes. Each function takes one caption and its references per image. The
values are those of the COCO caption evaluation on the same words.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from paragone.core.errors import BadInput

Words: TypeAlias = Sequence[str]
Ngrams: TypeAlias = Counter[tuple[str, ...]]
LONGEST = 4
# COCO adds these to counts so that nothing divides by zero; without them its numbers differ in the ninth digit.
TINY, SMALL = 1e-15, 1e-9


def bleu(captions: Sequence[Words], references: Sequence[Sequence[Words]]) -> list[float]:
    """BLEU-1 to BLEU-4 of all captions together, with the reference length nearest to each caption's.

    BLEU-k = min(1, exp(1 - r / c)) times the geometric mean of the clipped n-gram precisions up to k. Papineni et al.
    (2002). As in COCO's code, a length without any n-gram gives a small number, not zero.

    >>> [round(value, 4) for value in bleu([["a", "cat", "sat"]], [[["a", "cat", "sat", "down"]]])][:3]  # exp(1 - 4/3)
    [0.7165, 0.7165, 0.7165]
    """
    check_captions(captions, references)
    right, tried = [0] * LONGEST, [0] * LONGEST
    length = nearest = 0
    for caption, truths in zip(captions, references, strict=True):
        length += len(caption)
        nearest += min((abs(len(truth) - len(caption)), len(truth)) for truth in truths)[1]
        for n in range(1, LONGEST + 1):
            most: Ngrams = Counter()
            for truth in truths:
                most |= ngrams(truth, n)
            right[n - 1] += (ngrams(caption, n) & most).total()
            tried[n - 1] += max(0, len(caption) - n + 1)
    ratio = (length + TINY) / (nearest + SMALL)
    brevity = math.exp(1 - 1 / ratio) if ratio < 1 else 1.0
    product, scores = 1.0, []
    for n in range(LONGEST):
        product *= (right[n] + TINY) / (tried[n] + SMALL)
        scores.append(brevity * product ** (1 / (n + 1)))
    return scores


def rouge_l(captions: Sequence[Words], references: Sequence[Sequence[Words]]) -> list[float]:
    """ROUGE-L of each caption: F with beta 1.2 of the best recall and best precision of common subsequences.

    Lin (2004). COCO takes the best precision and the best recall even where they come from different references.

    >>> [round(value, 4) for value in rouge_l([["a", "cat"]], [[["a", "black", "cat"]]])]  # P 1, R 2/3
    [0.7722]
    """
    check_captions(captions, references)
    scores, beta2 = [], 1.2**2
    for caption, truths in zip(captions, references, strict=True):
        common = [_common(caption, truth) for truth in truths]
        precision = max(common) / max(len(caption), 1)
        recall = max(found / max(len(truth), 1) for found, truth in zip(common, truths, strict=True))
        both = precision > 0 and recall > 0
        scores.append((1 + beta2) * precision * recall / (recall + beta2 * precision) if both else 0.0)
    return scores


def ngrams(words: Words, n: int) -> Ngrams:
    """Runs of n words, counted."""
    return Counter(tuple(words[start : start + n]) for start in range(len(words) - n + 1))


def _common(a: Words, b: Words) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(b) + 1)
    for word in a:
        above = row
        row = [0]
        for place, other in enumerate(b):
            row.append(above[place] + 1 if word == other else max(above[place + 1], row[place]))
    return row[-1]


def check_captions(captions: Sequence[Words], references: Sequence[Sequence[Words]]) -> None:
    """Refuse captions without references."""
    if len(captions) != len(references) or not captions:
        raise BadInput(
            f"there are {len(captions)} captions and {len(references)} lists of references; give one a caption"
        )
    if not all(references):
        raise BadInput("a caption has no reference; leave it out and count it as missing")
