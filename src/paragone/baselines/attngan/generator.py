"""The generator: a caption and noise to images of three sizes, each pixel looking at the caption's words on the way."""

from itertools import pairwise
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import glu

from paragone.baselines.attngan.attention import Memory, WordAttention
from paragone.baselines.attngan.shape import Shape


class Given(NamedTuple):
    """What is drawn: a sentence (n, features), its words (n, features, words), where words are padding, and noise."""

    sentence: Tensor
    words: Tensor
    is_padding: Tensor
    noise: Tensor
    chance: Tensor  # (n, condition): standard normal, for the conditioning


class Drawn(NamedTuple):
    """Images in -1..1, smallest first; mean and log-variance of the conditioning, for its loss."""

    images: list[Tensor]
    mean: Tensor
    log_variance: Tensor


class Glu(nn.Module):
    """The first half of the channels, weighed by the sigmoid of the second."""

    def forward(self, x: Tensor) -> Tensor:
        """Half as many channels."""
        return glu(x, dim=1)


def conv3(into: int, out: int) -> nn.Conv2d:
    """3 x 3 without bias."""
    return nn.Conv2d(into, out, 3, 1, 1, bias=False)


def up(into: int, out: int) -> nn.Sequential:
    """Twice the side."""
    return nn.Sequential(nn.Upsample(scale_factor=2), conv3(into, 2 * out), nn.BatchNorm2d(2 * out), Glu())


class Residual(nn.Module):
    """Two convolutions beside the input."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        first = [conv3(channels, 2 * channels), nn.BatchNorm2d(2 * channels), Glu()]
        self.block = nn.Sequential(*first, conv3(channels, channels), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        """No activation after the sum."""
        return x + self.block(x)


class Conditioning(nn.Module):
    """A sentence as a normal distribution, from which a condition is drawn."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.condition = shape.condition
        self.fc = nn.Linear(shape.features, 4 * shape.condition)

    def forward(self, sentence: Tensor) -> tuple[Tensor, Tensor]:
        """Mean and log-variance."""
        mean, log_variance = glu(self.fc(sentence), dim=1).split(self.condition, dim=1)
        return mean, log_variance


class Trunk(nn.Module):
    """Condition and noise to the features of the first image; gives those of every side from 4 pixels on."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.channels = shape.start * shape.ngf
        wide = 2 * 16 * self.channels
        self.fc = nn.Sequential(nn.Linear(shape.condition + shape.noise, wide, bias=False), nn.BatchNorm1d(wide), Glu())
        widths = [self.channels]
        while widths[-1] > shape.ngf:
            widths.append(widths[-1] // 2)
        self.ups = nn.ModuleList(up(into, out) for into, out in pairwise(widths))
        self.widths = widths

    def forward(self, condition: Tensor, noise: Tensor) -> list[Tensor]:
        """Features, smallest first."""
        found = [self.fc(torch.cat([condition, noise], dim=1)).view(-1, self.channels, 4, 4)]
        for step in self.ups:
            found.append(step(found[-1]))
        return found


class Refine(nn.Module):
    """Features of one image to those of the next: pixels look at words, then residual blocks, then twice the side."""

    def __init__(self, shape: Shape, looks: WordAttention | Memory) -> None:
        super().__init__()
        self.looks = looks
        self.residual = nn.Sequential(*(Residual(2 * shape.ngf) for _ in range(shape.residuals)))
        self.upsample = up(2 * shape.ngf, shape.ngf)

    def forward(self, features: Tensor, words: Tensor, is_padding: Tensor) -> Tensor:
        """The next features."""
        found: Tensor = self.upsample(self.residual(self.looks(features, words, is_padding)))
        return found


class Generator(nn.Module):
    """AttnGAN's and AttnGAN++'s (`context_first`); with `is_counter` TISE's counter model.

    The counter model has an image at every side from 4 pixels on, and a memory in place of attention.
    """

    def __init__(
        self, shape: Shape, *, context_first: bool = False, faithful: bool = False, is_counter: bool = False
    ) -> None:
        super().__init__()
        self.ca_net = Conditioning(shape)
        self.h_net1 = Trunk(shape)

        def looks() -> WordAttention | Memory:
            if is_counter:
                return Memory(shape.features, shape.ngf)
            return WordAttention(shape.features, shape.ngf, context_first=context_first, faithful=faithful)

        self.h_net2, self.h_net3 = Refine(shape, looks()), Refine(shape, looks())
        widths = self.h_net1.widths if is_counter else self.h_net1.widths[-1:]
        self.img_nets = nn.ModuleList(nn.Sequential(conv3(w, 3), nn.Tanh()) for w in [*widths, shape.ngf, shape.ngf])

    def forward(self, given: Given) -> Drawn:
        """Images of every side that has one."""
        mean, log_variance = self.ca_net(given.sentence)
        condition = mean + given.chance * torch.exp(0.5 * log_variance)
        features = self.h_net1(condition, given.noise)
        for refine in (self.h_net2, self.h_net3):
            features.append(refine(features[-1], given.words, given.is_padding))
        shown = features[-len(self.img_nets) :]
        return Drawn([net(x) for net, x in zip(self.img_nets, shown, strict=True)], mean, log_variance)
