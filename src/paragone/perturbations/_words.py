"""Words of a text replaced by others, in the case that they had."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np


def with_case_of(source: str, word: str) -> str:
    """A word in the case of the one that it replaces.

    >>> with_case_of("MAN", "woman"), with_case_of("Man", "woman"), with_case_of("man", "woman")
    ('WOMAN', 'Woman', 'woman')
    """
    if source.islower():
        return word.lower()
    if source.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if source[:1].isupper() else word


def swapped(
    text: str, table: Mapping[str, Sequence[str]], rng: np.random.Generator, *, prob: float, joiners: str = ""
) -> str:
    """Every word of the table, wherever it stands by itself, replaced with that probability by one of its alternatives.

    A word does not stand by itself beside a letter, a digit or one of the `joiners`.

    >>> swapped("Man and man.", {"man": ["woman"]}, np.random.default_rng(0), prob=1.0)
    'Woman and woman.'
    """
    beside = rf"[\w{re.escape(joiners)}]"
    pattern = rf"(?<!{beside})({_either(table)})(?!{beside})"
    return re.sub(pattern, _replacement(table, rng, prob), text, flags=re.IGNORECASE)


def swapped_as_helm(
    text: str, table: Mapping[str, Sequence[str]], rng: np.random.Generator, *, prob: float, joiners: str = ""
) -> str:
    """The same as HELM does it: only between two characters, so that the first and the last word always stay.

    Two words that share the space between them are not both replaced.

    >>> swapped_as_helm("man, man or man man", {"man": ["woman"]}, np.random.default_rng(0), prob=1.0)
    'man, woman or woman man'
    """
    apart = rf"[^\w{re.escape(joiners)}]"
    pattern = rf"(?P<before>{apart})({_either(table)})(?P<after>{apart})"
    replace = _replacement(table, rng, prob, place=2)
    return re.sub(pattern, lambda found: found["before"] + replace(found) + found["after"], text, flags=re.IGNORECASE)


def _replacement(
    table: Mapping[str, Sequence[str]], rng: np.random.Generator, prob: float, place: int = 1
) -> Callable[[re.Match[str]], str]:
    by_word = {word.lower(): alternatives for word, alternatives in table.items()}

    def replace(found: re.Match[str]) -> str:
        word = found[place]
        if rng.random() >= prob:
            return word
        alternatives = by_word[word.lower()]
        return with_case_of(word, alternatives[int(rng.integers(len(alternatives)))])

    return replace


def _either(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
