"""DAMSM's two losses: images to captions and captions to images, by words that look at regions, and by sentences.

Sharpness of the three softmaxes: gamma 4 (over regions), 5 (over words), 10 (over the batch).
"""

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import cosine_similarity, cross_entropy

OVER_REGIONS, OVER_WORDS, OVER_BATCH = 4.0, 5.0, 10.0


class Matching(NamedTuple):
    """Cross entropy of each image's own caption among the batch's, and of each caption's own image."""

    rows: Tensor
    columns: Tensor

    @property
    def total(self) -> Tensor:
        """Both directions."""
        return self.rows + self.columns


def word_loss(regions: Tensor, words: Tensor, lengths: Tensor, classes: Tensor | None = None) -> Matching:
    """Of regions (n, features, height, width) and words (n, features, words); padding never enters."""
    return _match(OVER_BATCH * word_similarity(regions, words, lengths), classes)


def sentence_loss(images: Tensor, sentences: Tensor, classes: Tensor | None = None) -> Matching:
    """Of one vector an image and one a caption."""
    return _match(OVER_BATCH * cosine_similarity(images[:, None], sentences[None], dim=2), classes)


def word_similarity(regions: Tensor, words: Tensor, lengths: Tensor) -> Tensor:
    """(images, captions): ln of the sum over words of exp(5 cos(word, what the word looked at))."""
    flat = regions.flatten(2)  # (images, features, regions)
    columns = [
        _similarity(flat, words[place, :, :length]) for place, length in enumerate(int(length) for length in lengths)
    ]
    return torch.stack(columns, dim=1)


def _similarity(regions: Tensor, words: Tensor) -> Tensor:
    # A region shares itself out among the words first; then each word shares its attention out among regions.
    shares = torch.softmax(regions.transpose(1, 2) @ words, dim=2)  # (images, regions, words)
    attention = torch.softmax(OVER_REGIONS * shares, dim=1)
    looked_at = regions @ attention  # (images, features, words)
    likeness = cosine_similarity(looked_at, words[None], dim=1)
    return torch.logsumexp(OVER_WORDS * likeness, dim=1)


def _match(logits: Tensor, classes: Tensor | None) -> Matching:
    own = torch.arange(len(logits))
    if classes is not None:  # another image of the same class is no wrong answer
        same = (classes[:, None] == classes[None, :]) & (own[:, None] != own[None, :])
        logits = logits.masked_fill(same, -torch.inf)
    return Matching(cross_entropy(logits, own), cross_entropy(logits.T, own))
