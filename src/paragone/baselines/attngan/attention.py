"""How pixels look at words: AttnGAN's attention, with its mask as published or corrected, and the counter's memory."""

import torch
from torch import Tensor, nn
from torch.nn.functional import relu


class WordAttention(nn.Module):
    """Features (n, ngf, h, w) beside what each pixel saw in the words: (n, 2 ngf, h, w).

    `faithful` keeps the published code's slip: row b Q + q of all pixels' attention (Q pixels an image) gets the
    padding of caption (b Q + q) mod n instead of b, which is wrong for every batch of more than one.
    """

    def __init__(self, words: int, ngf: int, *, context_first: bool, faithful: bool) -> None:
        super().__init__()
        self.conv_context = nn.Conv1d(words, ngf, 1, bias=False)
        self.context_first, self.faithful = context_first, faithful

    def forward(self, features: Tensor, words: Tensor, is_padding: Tensor) -> Tensor:
        """With the context before or behind the features."""
        source = self.conv_context(words)  # (n, ngf, words)
        logits = features.flatten(2).transpose(1, 2) @ source  # (n, pixels, words)
        hidden = self.mask(is_padding, logits.shape[1])
        weights = torch.softmax(logits.masked_fill(hidden, -torch.inf), dim=2)
        context = (source @ weights.transpose(1, 2)).view_as(features)
        return torch.cat([context, features] if self.context_first else [features, context], dim=1)

    def mask(self, is_padding: Tensor, pixels: int) -> Tensor:
        """(n, pixels, words): where a pixel may not look."""
        if self.faithful:
            return is_padding.repeat(pixels, 1).view(len(is_padding), pixels, -1)
        return is_padding[:, None, :].expand(-1, pixels, -1)


class Memory(nn.Module):
    """DM-GAN's memory (Zhu et al., 2019), which TISE's code of the counter model has in place of attention.

    A gate weighs each word against the image so far; pixels read the memory, and a second gate what they take of it.
    """

    def __init__(self, words: int, ngf: int) -> None:
        super().__init__()
        self.word_gate, self.image_gate = nn.Linear(words, 1, bias=False), nn.Linear(ngf, 1, bias=False)
        self.of_words, self.of_image = nn.Conv1d(words, 2 * ngf, 1), nn.Conv1d(ngf, 2 * ngf, 1)
        self.key, self.value = nn.Conv1d(2 * ngf, ngf, 1), nn.Conv1d(2 * ngf, ngf, 1)
        self.response_gate = nn.Conv2d(2 * ngf, 1, 1)

    def forward(self, features: Tensor, words: Tensor, is_padding: Tensor) -> Tensor:
        """The changed features, twice along the channels."""
        image = features.mean(dim=(2, 3))[:, :, None]  # (n, ngf, 1)
        gate = torch.sigmoid(self.word_gate(words.transpose(1, 2)) + self.image_gate(image.transpose(1, 2)))
        gate = gate.transpose(1, 2)  # (n, 1, words)
        memory = gate * relu(self.of_words(words)) + (1 - gate) * relu(self.of_image(image))
        key, value = relu(self.key(memory)), relu(self.value(memory))
        logits = features.flatten(2).transpose(1, 2) @ key
        weights = torch.softmax(logits.masked_fill(is_padding[:, None, :], -torch.inf), dim=2)
        read = (value @ weights.transpose(1, 2)).view_as(features)
        response = torch.sigmoid(self.response_gate(torch.cat([features, read], dim=1)))
        changed = (1 - response) * features + response * read
        return torch.cat([changed, changed], dim=1)
