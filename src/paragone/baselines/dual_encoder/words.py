"""Texts as numbers: a word-level vocabulary with one number for every word that is not in it."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

FILLER, START, UNKNOWN = 0, 1, 2  # what fills short rows of a batch, what begins a text, a word that is not known
FIRST_WORD = 3
LONGEST = 20  # numbers of a text, the start included
# Words that alone say nothing of an image.
EMPTY = frozenset(("a", "an", "and", "image", "is", "of", "photo", "picture", "rendering", "the", "to"))


class Numbers(NamedTuple):
    """A text as numbers, how many of its words are known and say something, are unknown, and were cut off."""

    numbers: list[int]
    known: int
    unknown: int
    cut: int


def split(text: str) -> list[str]:
    """The words and whole numbers of a text, in lower case.

    >>> split("A photo of 3 dogs; left!")
    ['a', 'photo', 'of', '3', 'dogs', 'left']
    """
    return re.findall(r"[^\W\d_]+|\d+", text.lower())


def numbering(words: Sequence[str]) -> dict[str, int]:
    """The number of each word of a vocabulary."""
    return {word: FIRST_WORD + place for place, word in enumerate(words)}


def read(text: str, numbers: Mapping[str, int]) -> Numbers:
    """The text as numbers; words beyond the longest text are cut off and counted.

    >>> read("a blue dog", {"a": 3, "dog": 4})
    Numbers(numbers=[1, 3, 2, 4], known=1, unknown=1, cut=0)
    """
    words = split(text)
    kept = words[: LONGEST - 1]
    found = [numbers.get(word, UNKNOWN) for word in kept]
    known = sum(word in numbers and word not in EMPTY for word in kept)
    return Numbers([START, *found], known, found.count(UNKNOWN), len(words) - len(kept))
