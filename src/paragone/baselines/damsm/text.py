"""The text half of DAMSM: word vectors and a sentence vector by a bidirectional LSTM, and its words as numbers."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

END = 0  # the number that ends a caption and fills short ones


class Captions(NamedTuple):
    """Captions as numbers, the longest first: (n, words), and how many words each has."""

    numbers: Tensor
    lengths: Tensor

    @property
    def is_padding(self) -> Tensor:
        """(n, words): where a caption is already over."""
        return torch.arange(self.numbers.shape[1])[None, :] >= self.lengths[:, None]


def split(text: str) -> list[str]:
    r"""The source's tokens: runs of \w in lower case, without what is not ASCII.

    >>> split("A bird's café, 2 eggs")
    ['a', 'bird', 's', 'caf', '2', 'eggs']
    """
    tokens = (token.encode("ascii", "ignore").decode("ascii") for token in re.findall(r"\w+", text.lower()))
    return [token for token in tokens if token]


def vocabulary_of(texts: Sequence[str]) -> dict[str, int]:
    """Every word of the texts with its number, from 1 on."""
    words = sorted({word for text in texts for word in split(text)})
    return {word: number for number, word in enumerate(words, 1)}


def read(text: str, numbers: Mapping[str, int], *, longest: int) -> list[int]:
    """The known words of a text as numbers, cut at the longest.

    >>> read("a blue dog", {"a": 1, "dog": 2}, longest=18)
    [1, 2]
    """
    return [numbers[word] for word in split(text) if word in numbers][:longest]


def captions_of(rows: Sequence[Sequence[int]]) -> Captions:
    """Rows of numbers filled up to one length; an empty row is a lone end."""
    lengths = torch.tensor([max(len(row), 1) for row in rows])
    numbers = torch.full((len(rows), int(lengths.max())), END)
    for place, row in enumerate(rows):
        numbers[place, : len(row)] = torch.tensor(row, dtype=torch.long)
    return Captions(numbers, lengths)


class TextEncoder(nn.Module):
    """Captions to words (n, features, words) and sentences (n, features): half of each from either direction."""

    def __init__(self, words: int, *, embedding: int = 300, features: int = 256, dropout: float = 0.5) -> None:
        super().__init__()
        self.encoder = nn.Embedding(words, embedding)
        self.drop = nn.Dropout(dropout)
        self.rnn = nn.LSTM(embedding, features // 2, batch_first=True, bidirectional=True)
        nn.init.uniform_(self.encoder.weight, -0.1, 0.1)

    def forward(self, captions: Captions) -> tuple[Tensor, Tensor]:
        """Padding gives words of noughts."""
        embedded = self.drop(self.encoder(captions.numbers))
        packed = pack_padded_sequence(embedded, captions.lengths, batch_first=True, enforce_sorted=False)
        outputs, (hidden, _) = self.rnn(packed)
        words, _ = pad_packed_sequence(outputs, batch_first=True, total_length=captions.numbers.shape[1])
        return words.transpose(1, 2), hidden.transpose(0, 1).flatten(1)
