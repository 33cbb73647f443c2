"""Pieces of a sentencepiece unigram model: of all ways to cut a text into known pieces, the likeliest."""

import struct
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

UNKNOWN, START, END = 0, 1, 2
SPACE = "\u2581"
PENALTY = 10.0  # an unknown letter costs this much more than the least likely piece


@dataclass(frozen=True)
class Pieces:
    """Pieces by text, with number and log-likelihood."""

    numbers: dict[str, int]
    scores: list[float]
    longest: int
    least: float  # the lowest of the scores

    def encode(self, text: str) -> list[int]:
        """The numbers of a text's pieces, with start and end."""
        return [START, *self._best(normalise(text)), END]

    def _best(self, text: str) -> list[int]:
        if not text:
            return [UNKNOWN]
        unknown = self.least - PENALTY
        best = [0.0] + [-float("inf")] * len(text)  # of all ways to cut text[:end]
        cut = [(0, UNKNOWN)] * (len(text) + 1)  # where the last piece begins, and its number
        for start in range(len(text)):
            for end in range(start + 1, min(start + self.longest, len(text)) + 1):
                number = self.numbers.get(text[start:end])
                if number is None and end > start + 1:
                    continue
                score = best[start] + (unknown if number is None else self.scores[number])
                if score > best[end]:
                    best[end], cut[end] = score, (start, UNKNOWN if number is None else number)
        found, end = [], len(text)
        while end:
            end, number = cut[end]
            found.append(number)
        return found[::-1]


def normalise(text: str) -> str:
    """Compatibility forms made one, runs of white space made one mark, and a mark in front.

    >>> normalise("  ﬁne   day ")
    '▁fine▁day'
    """
    words = unicodedata.normalize("NFKC", text).split()
    return "".join(SPACE + word for word in words)


def read_pieces(path: Path) -> Pieces:
    """The pieces in a model file (protobuf: field 1 repeats, each with text in field 1 and score in field 2)."""
    numbers: dict[str, int] = {}
    scores: list[float] = []
    for field, content in _fields(path.read_bytes()):
        if field == 1:
            entry = dict(_fields(content))
            numbers.setdefault(entry[1].decode(), len(scores))
            scores.append(struct.unpack("<f", entry[2])[0] if 2 in entry else 0.0)
    return Pieces(numbers, scores, max(map(len, numbers)), min(scores))


def _fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Fields of a protobuf message that hold bytes or a 32-bit number; others are passed over."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        match tag & 7:
            case 0:
                _, at = _varint(data, at)
            case 1:
                at += 8
            case 2:
                length, at = _varint(data, at)
                yield tag >> 3, data[at : at + length]
                at += length
            case _:
                yield tag >> 3, data[at : at + 4]
                at += 4


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
