"""The image half of DAMSM: regions and one vector an image, on Inception-v3 or on a small network for a CPU."""

from typing import Protocol

import torch
from torch import Tensor, nn
from torch.nn.functional import interpolate

from paragone.baselines.damsm.inception import InceptionTrunk


class Trunk(Protocol):
    """Features of images (n, 3, height, width) in -1..1: (n, local, h, w), and pooled (n, pooled)."""

    local: int
    pooled: int

    def __call__(self, images: Tensor) -> tuple[Tensor, Tensor]:
        """Both."""
        ...


class ImageEncoder(nn.Module):
    """A trunk with two heads: regions (n, features, h, w) and one vector an image (n, features)."""

    def __init__(self, trunk: Trunk, *, features: int = 256) -> None:
        super().__init__()
        self.trunk = trunk
        self.emb_features = nn.Conv2d(trunk.local, features, 1, bias=False)
        self.emb_cnn_code = nn.Linear(trunk.pooled, features)
        for head in (self.emb_features, self.emb_cnn_code):
            nn.init.uniform_(head.weight, -0.1, 0.1)

    def forward(self, images: Tensor) -> tuple[Tensor, Tensor]:
        """Regions and vectors."""
        local, pooled = self.trunk(images)
        return self.emb_features(local), self.emb_cnn_code(pooled)


class FullTrunk(nn.Module):
    """Inception-v3, frozen: 768 features at 17 x 17 places and 2,048 pooled. Images are resized to 299 pixels."""

    local, pooled = 768, 2048

    def __init__(self) -> None:
        super().__init__()
        self.inception = InceptionTrunk()
        self.inception.requires_grad_(requires_grad=False)

    def forward(self, images: Tensor) -> tuple[Tensor, Tensor]:
        """Local and pooled features."""
        local, pooled = self.inception(interpolate(images, (299, 299), mode="bilinear", align_corners=False))
        return local, pooled


class SmallTrunk(nn.Module):
    """Four convolutions: 64 pixels become 8 x 8 places. It learns with the heads."""

    local, pooled = 128, 128

    def __init__(self) -> None:
        super().__init__()
        sizes = ((3, 32, 1), (32, 64, 2), (64, 128, 2), (128, 128, 2))
        self.layers = nn.Sequential(*(_block(into, out, stride) for into, out, stride in sizes))

    def forward(self, images: Tensor) -> tuple[Tensor, Tensor]:
        """Local and pooled features."""
        is_sized = images.shape[-2:] == (64, 64)
        local = self.layers(images if is_sized else interpolate(images, (64, 64), mode="bilinear", antialias=True))
        return local, local.mean(dim=(2, 3))


def _block(into: int, out: int, stride: int) -> nn.Module:
    return nn.Sequential(nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU())


def to_input(pixels: Tensor) -> Tensor:
    """Bytes (n, height, width, 3) as the networks want them: (n, 3, height, width) in -1..1."""
    return pixels.permute(0, 3, 1, 2).to(torch.float32) / 127.5 - 1
