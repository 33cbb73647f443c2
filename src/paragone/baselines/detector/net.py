"""The network: an image to a grid of heat maps (one a class), offsets, sizes and colours; CenterNet's idea, small."""

import torch
from torch import Tensor, nn
from torch.nn.functional import interpolate

from paragone.baselines.detector.decode import CHANNELS

WIDTHS = (48, 96, 160, 160)  # at strides 8, 16, 32, 64
BLOCKS = (1, 1, 2, 1)
NECK = 48


class Block(nn.Module):
    """Two convolutions with a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _convolution(width, width)
        self.second = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(width)

    def forward(self, x: Tensor) -> Tensor:
        """Same shape out as in."""
        return torch.relu(x + self.norm(self.second(self.first(x))))


class Net(nn.Module):
    """(n, 3, h, w) floats 0..255 -> (n, channels, h / 8, w / 8) raw answers; decode.py names the channels."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 32, 6, 4, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU())  # stride 4
        before = (32, *WIDTHS[:-1])
        self.stages = nn.ModuleList(
            nn.Sequential(_convolution(a, b, stride=2), *(Block(b) for _ in range(blocks)))
            for a, b, blocks in zip(before, WIDTHS, BLOCKS, strict=True)
        )
        self.laterals = nn.ModuleList(nn.Conv2d(width, NECK, 1) for width in WIDTHS)
        self.smooth = _convolution(NECK, NECK)
        self.head = nn.Conv2d(NECK, CHANNELS.total, 1)
        with torch.no_grad():  # at the start nearly every cell says "nothing here"
            start = torch.zeros(CHANNELS.total)
            start[CHANNELS.heat] = -4.0
            self.head.bias = nn.Parameter(start)

    def forward(self, image: Tensor) -> Tensor:
        """Answers on a grid of stride 8."""
        answer: Tensor = self.head(self.fine(image))
        return answer

    def fine(self, image: Tensor) -> Tensor:
        """What the answers are read from: (n, 48, h / 8, w / 8)."""
        x = self.stem(image / 128.0 - 1.0)
        features = []
        for stage in self.stages:
            x = stage(x)
            features.append(x)
        top = self.laterals[-1](features[-1])
        for lateral, feature in zip(self.laterals[-2::-1], features[-2::-1], strict=True):
            top = lateral(feature) + interpolate(top, size=feature.shape[-2:], mode="nearest")
        fine: Tensor = self.smooth(top)
        return fine


def _convolution(before: int, after: int, *, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )
