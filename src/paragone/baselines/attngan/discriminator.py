"""Discriminators: is an image real, and does it fit its caption? One for each size, or one for all (counter model)."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import avg_pool2d, leaky_relu
from torch.nn.utils.parametrizations import spectral_norm

from paragone.baselines.attngan.shape import Shape

SLOPE = 0.2


class Answer(NamedTuple):
    """Logits: of being real at all, and of being real and fitting the caption."""

    plain: Tensor
    fitting: Tensor


class Layer(nn.Module):
    """A convolution and LeakyReLU: with batch norm (AttnGAN) or with spectral norm and bias (AttnGAN++)."""

    def __init__(self, conv: nn.Conv2d, *, spectral: bool, norm: bool = True) -> None:
        super().__init__()
        self.conv = spectral_norm(conv) if spectral else conv
        self.norm = nn.BatchNorm2d(conv.out_channels) if norm and not spectral else None

    def forward(self, x: Tensor) -> Tensor:
        """The features."""
        x = self.conv(x)
        return leaky_relu(x if self.norm is None else self.norm(x), SLOPE)


class Heads(nn.Module):
    """From features (n, width, 4, 4) and sentences to both logits."""

    def __init__(self, width: int, features: int, *, spectral: bool) -> None:
        super().__init__()
        joint = nn.Conv2d(width + features, width, 3, 1, 1, bias=spectral)
        self.joint = Layer(joint, spectral=spectral)
        self.plain, self.fitting = nn.Conv2d(width, 1, 4, 4), nn.Conv2d(width, 1, 4, 4)

    def forward(self, x: Tensor, sentences: Tensor) -> Answer:
        """The logit convolutions have no spectral norm."""
        tiled = sentences[:, :, None, None].expand(-1, -1, 4, 4)
        together = self.joint(torch.cat([x, tiled], dim=1))
        return Answer(self.plain(x).flatten(), self.fitting(together).flatten())


class Discriminator(nn.Module):
    """Of one size of image: halved until 4 x 4, then narrowed to the width of the heads."""

    def __init__(self, widths: Sequence[int], narrow: Sequence[int], features: int, *, spectral: bool) -> None:
        super().__init__()
        halvings = [
            Layer(nn.Conv2d(into, out, 4, 2, 1, bias=spectral), spectral=spectral, norm=into != 3)
            for into, out in pairwise([3, *widths])
        ]
        narrowings = [
            Layer(nn.Conv2d(into, out, 3, 1, 1, bias=spectral), spectral=spectral)
            for into, out in pairwise([widths[-1], *narrow])
        ]
        self.layers = nn.Sequential(*halvings, *narrowings)
        self.heads = Heads(([widths[-1], *narrow])[-1], features, spectral=spectral)

    def features(self, images: Tensor) -> Tensor:
        """What it sees in images, whatever their captions."""
        seen: Tensor = self.layers(images)
        return seen

    def forward(self, images: Tensor, sentences: Tensor) -> Answer:
        """Both logits of each image."""
        answer: Answer = self.heads(self.features(images), sentences)
        return answer


def discriminators(shape: Shape, *, spectral: bool) -> nn.ModuleList:
    """One for each of the three sizes."""
    of = _small_widths if shape.start == 4 else _full_widths
    return nn.ModuleList(Discriminator(*of(side, shape.ndf), shape.features, spectral=spectral) for side in shape.sides)


def _full_widths(side: int, ndf: int) -> tuple[list[int], list[int]]:
    """64 pixels: ndf to 8 ndf; each doubling adds one halving, and one convolution that narrows again."""
    more = [ndf * 16 * 2**step for step in range((side // 64).bit_length() - 1)]
    return [ndf, 2 * ndf, 4 * ndf, 8 * ndf, *more], [ndf * 8, *more][-2::-1] if more else []


def _small_widths(side: int, ndf: int) -> tuple[list[int], list[int]]:
    """16 pixels: ndf, 8 ndf; 32: ndf, 2 ndf, 8 ndf; 64: ndf, 2 ndf, 4 ndf, 8 ndf."""
    halvings = (side // 4).bit_length() - 1
    return [ndf * 2**step for step in range(halvings - 1)] + [8 * ndf], []


class Stage(nn.Module):
    """A block of the counter model's discriminator: deviation over the batch, two convolutions, half the side."""

    def __init__(self, into: int, extra: int, out: int) -> None:
        super().__init__()
        self.first = Layer(nn.Conv2d(into + extra, into, 3, 1, 1), spectral=True)
        self.second = Layer(nn.Conv2d(into, out, 3, 1, 1), spectral=True)

    def forward(self, x: Tensor) -> Tensor:
        """Minibatch deviation is a map here: for each pixel, over the batch, meant over channels."""
        # A norm has a gradient where all images agree, and takes a fifth of the time of `std`.
        deviation = torch.linalg.vector_norm(x - x.mean(dim=0), dim=0) / math.sqrt(len(x))
        spread = deviation.mean(dim=0)[None, None].expand(len(x), 1, -1, -1)
        return avg_pool2d(self.second(self.first(torch.cat([x, spread], dim=1))), 2)


class CounterDiscriminator(nn.Module):
    """One for all sizes: each further image joins where its size is reached. That of 4 x 4 never does."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        ndf, stages = shape.ndf, (shape.sides[-1] // 4).bit_length() - 1
        widths = [ndf * min(2**step, 8) for step in range(stages + 1)]
        self.begin = nn.Conv2d(3, ndf, 1)
        self.stages = nn.ModuleList(
            Stage(into, 4 if place else 1, out) for place, (into, out) in enumerate(pairwise(widths))
        )
        self.heads = Heads(widths[-1], shape.features, spectral=True)

    def features(self, images: Sequence[Tensor]) -> Tensor:
        """What it sees in images of every side, smallest (4 pixels) first."""
        largest_first = list(images)[:0:-1]
        x: Tensor = self.begin(largest_first[0])
        for place, stage in enumerate(self.stages):
            x = stage(torch.cat([largest_first[place], x], dim=1) if place else x)
        return x

    def forward(self, images: Sequence[Tensor], sentences: Tensor) -> Answer:
        """Both logits of each set of images."""
        answer: Answer = self.heads(self.features(images), sentences)
        return answer
