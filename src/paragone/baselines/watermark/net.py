"""The network: 256 x 256 pixels to one logit a cell of 8 x 8, and from the surest cells to one logit an image."""

from typing import Any

import torch
from torch import Tensor, nn

SIDE = 256
CELLS = 32  # a side
FEW, SOME = 4, 24  # of the surest cells whose means are read
CHANNELS = (16, 24, 32, 40, 48, 48)


def _layer(inputs: int, outputs: int, *, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    settings: dict[str, Any] = {"stride": stride, "padding": dilation, "dilation": dilation, "bias": False}
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, **settings), nn.BatchNorm2d(outputs), nn.ReLU())


class Net(nn.Module):
    """60,000 parameters. A cell sees about 150 pixels around it."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e, f = CHANNELS
        self.body = nn.Sequential(
            _layer(3, a, stride=2),
            _layer(a, b, stride=2),
            _layer(b, c),
            _layer(c, d, stride=2),
            _layer(d, e, dilation=2),
            _layer(e, f, dilation=4),
        )
        self.cells = nn.Conv2d(f, 1, 1)
        self.image = nn.Linear(3, 1)

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of images (N,) and of cells (N, 32, 32), given values from 0 to 255."""
        cells = self.cells(self.body(pixels / 64 - 2))[:, 0]
        surest = cells.flatten(1).topk(SOME, dim=1).values
        seen = torch.stack([surest[:, :FEW].mean(1), surest.mean(1), cells.sigmoid().mean((1, 2)) * 10], dim=1)
        return self.image(seen)[:, 0], cells
