"""Word pieces of BERT: lower case, no accents, punctuation apart, then the longest known pieces from the left."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

LONGEST_WORD = 100
START, END, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"


def read_vocabulary(path: Path) -> dict[str, int]:
    """Piece to number, one piece a line."""
    return {piece: number for number, piece in enumerate(path.read_text(encoding="utf-8").splitlines())}


def pieces(text: str, vocabulary: Mapping[str, int]) -> list[int]:
    """The numbers of a text's pieces, without start and end."""
    return [vocabulary[piece] for word in words(text) for piece in _split(word, vocabulary)]


def words(text: str) -> Iterator[str]:
    """Words and single punctuation marks.

    >>> list(words("Café, 2 dogs!"))
    ['cafe', ',', '2', 'dogs', '!']
    """
    plain = unicodedata.normalize("NFD", text.lower())
    spaced = "".join(_spaced(letter) for letter in plain if unicodedata.category(letter) != "Mn")
    yield from spaced.split()


def _spaced(letter: str) -> str:
    if letter in "\t\n\r" or unicodedata.category(letter) == "Zs":
        return " "
    if letter in "\0\ufffd" or unicodedata.category(letter).startswith("C"):
        return ""
    return f" {letter} " if _stands_alone(letter) else letter


def _stands_alone(letter: str) -> bool:
    code = ord(letter)
    if code < 128:
        return not letter.isalnum() and letter.isprintable() and letter != " "
    # Chinese characters are words of their own; kana and hangul are not in these ranges.
    ideograph = 0x4E00 <= code <= 0x9FFF or 0x3400 <= code <= 0x4DBF or 0xF900 <= code <= 0xFAFF
    return ideograph or 0x20000 <= code <= 0x2FA1F or unicodedata.category(letter).startswith("P")


def _split(word: str, vocabulary: Mapping[str, int]) -> Sequence[str]:
    if len(word) > LONGEST_WORD:
        return (UNKNOWN,)
    found: list[str] = []
    start = 0
    while start < len(word):
        mark = "##" if start else ""
        end = next((end for end in range(len(word), start, -1) if mark + word[start:end] in vocabulary), 0)
        if not end:
            return (UNKNOWN,)
        found.append(mark + word[start:end])
        start = end
    return found
