"""Inception-v3 (Szegedy et al., 2016) up to its pooled features, with the parameter names of the usual weight files."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn.functional import avg_pool2d, max_pool2d, relu

Size = int | tuple[int, int]


class Conv(nn.Module):
    """A convolution without bias, batch norm, ReLU."""

    def __init__(self, into: int, out: int, size: Size, stride: int = 1, pad: Size = 0) -> None:
        super().__init__()
        self.conv = nn.Conv2d(into, out, size, stride, pad, bias=False)
        self.bn = nn.BatchNorm2d(out, eps=0.001)

    def forward(self, x: Tensor) -> Tensor:
        """The features."""
        return relu(self.bn(self.conv(x)))


class Branches(nn.Module):
    """Chains of convolutions side by side; what they give, and sometimes a pooled input, is put in one row.

    A chain names its convolutions; `pool` says what becomes of the input: "mean" (then convolved) or "max" (as it is).
    """

    def __init__(self, convs: dict[str, Conv], chains: Sequence[Sequence[str]], pool: str) -> None:
        super().__init__()
        for name, conv in convs.items():
            self.add_module(name, conv)
        self.chains, self.pool = chains, pool

    def forward(self, x: Tensor) -> Tensor:
        """All branches."""
        found = [self._follow(chain, x) for chain in self.chains]
        if self.pool == "max":
            return torch.cat([*found, max_pool2d(x, 3, 2)], dim=1)
        return torch.cat([*found, self._follow(["branch_pool"], avg_pool2d(x, 3, 1, 1))], dim=1)

    def _follow(self, chain: Sequence[str], x: Tensor) -> Tensor:
        for name in chain:
            if "|" in name:  # two convolutions of the same input, side by side
                return torch.cat([self.get_submodule(part)(x) for part in name.split("|")], dim=1)
            x = self.get_submodule(name)(x)
        return x


def block_a(into: int, pooled: int) -> Branches:
    """35 x 35."""
    convs = {
        "branch1x1": Conv(into, 64, 1),
        "branch5x5_1": Conv(into, 48, 1),
        "branch5x5_2": Conv(48, 64, 5, pad=2),
        "branch3x3dbl_1": Conv(into, 64, 1),
        "branch3x3dbl_2": Conv(64, 96, 3, pad=1),
        "branch3x3dbl_3": Conv(96, 96, 3, pad=1),
        "branch_pool": Conv(into, pooled, 1),
    }
    triple = ["branch3x3dbl_1", "branch3x3dbl_2", "branch3x3dbl_3"]
    return Branches(convs, [["branch1x1"], ["branch5x5_1", "branch5x5_2"], triple], "mean")


def block_b(into: int) -> Branches:
    """From 35 x 35 to 17 x 17."""
    convs = {
        "branch3x3": Conv(into, 384, 3, 2),
        "branch3x3dbl_1": Conv(into, 64, 1),
        "branch3x3dbl_2": Conv(64, 96, 3, pad=1),
        "branch3x3dbl_3": Conv(96, 96, 3, 2),
    }
    return Branches(convs, [["branch3x3"], ["branch3x3dbl_1", "branch3x3dbl_2", "branch3x3dbl_3"]], "max")


def block_c(into: int, inner: int) -> Branches:
    """17 x 17, by rows and columns of seven."""
    row: tuple[Size, Size] = ((1, 7), (0, 3))
    column: tuple[Size, Size] = ((7, 1), (3, 0))

    def conv(a: int, b: int, shape: tuple[Size, Size]) -> Conv:
        return Conv(a, b, shape[0], pad=shape[1])

    double = {
        f"branch7x7dbl_{place}": conv(inner, inner, shape) for place, shape in ((2, column), (3, row), (4, column))
    }
    convs = {
        "branch1x1": Conv(into, 192, 1),
        "branch7x7_1": Conv(into, inner, 1),
        "branch7x7_2": conv(inner, inner, row),
        "branch7x7_3": conv(inner, 192, column),
        "branch7x7dbl_1": Conv(into, inner, 1),
        **double,
        "branch7x7dbl_5": conv(inner, 192, row),
        "branch_pool": Conv(into, 192, 1),
    }
    single = [f"branch7x7_{place}" for place in (1, 2, 3)]
    return Branches(convs, [["branch1x1"], single, [f"branch7x7dbl_{place}" for place in range(1, 6)]], "mean")


def block_d(into: int) -> Branches:
    """From 17 x 17 to 8 x 8."""
    convs = {
        "branch3x3_1": Conv(into, 192, 1),
        "branch3x3_2": Conv(192, 320, 3, 2),
        "branch7x7x3_1": Conv(into, 192, 1),
        "branch7x7x3_2": Conv(192, 192, (1, 7), pad=(0, 3)),
        "branch7x7x3_3": Conv(192, 192, (7, 1), pad=(3, 0)),
        "branch7x7x3_4": Conv(192, 192, 3, 2),
    }
    return Branches(convs, [["branch3x3_1", "branch3x3_2"], [f"branch7x7x3_{place}" for place in range(1, 5)]], "max")


def block_e(into: int) -> Branches:
    """8 x 8."""
    convs = {
        "branch1x1": Conv(into, 320, 1),
        "branch3x3_1": Conv(into, 384, 1),
        "branch3x3_2a": Conv(384, 384, (1, 3), pad=(0, 1)),
        "branch3x3_2b": Conv(384, 384, (3, 1), pad=(1, 0)),
        "branch3x3dbl_1": Conv(into, 448, 1),
        "branch3x3dbl_2": Conv(448, 384, 3, pad=1),
        "branch3x3dbl_3a": Conv(384, 384, (1, 3), pad=(0, 1)),
        "branch3x3dbl_3b": Conv(384, 384, (3, 1), pad=(1, 0)),
        "branch_pool": Conv(into, 192, 1),
    }
    single = ["branch3x3_1", "branch3x3_2a|branch3x3_2b"]
    double = ["branch3x3dbl_1", "branch3x3dbl_2", "branch3x3dbl_3a|branch3x3dbl_3b"]
    return Branches(convs, [["branch1x1"], single, double], "mean")


class InceptionTrunk(nn.Module):
    """Images (n, 3, 299, 299) to Mixed_6e's features (n, 768, 17, 17) and the mean of Mixed_7c's (n, 2048)."""

    def __init__(self) -> None:
        super().__init__()
        self.Conv2d_1a_3x3, self.Conv2d_2a_3x3 = Conv(3, 32, 3, 2), Conv(32, 32, 3)
        self.Conv2d_2b_3x3, self.Conv2d_3b_1x1 = Conv(32, 64, 3, pad=1), Conv(64, 80, 1)
        self.Conv2d_4a_3x3 = Conv(80, 192, 3)
        self.Mixed_5b, self.Mixed_5c, self.Mixed_5d = block_a(192, 32), block_a(256, 64), block_a(288, 64)
        self.Mixed_6a = block_b(288)
        self.Mixed_6b, self.Mixed_6c = block_c(768, 128), block_c(768, 160)
        self.Mixed_6d, self.Mixed_6e = block_c(768, 160), block_c(768, 192)
        self.Mixed_7a = block_d(768)
        self.Mixed_7b, self.Mixed_7c = block_e(1280), block_e(2048)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Local and pooled features."""
        x = self.Conv2d_2b_3x3(self.Conv2d_2a_3x3(self.Conv2d_1a_3x3(x)))
        x = self.Conv2d_4a_3x3(self.Conv2d_3b_1x1(max_pool2d(x, 3, 2)))
        x = self.Mixed_5d(self.Mixed_5c(self.Mixed_5b(max_pool2d(x, 3, 2))))
        local = self.Mixed_6e(self.Mixed_6d(self.Mixed_6c(self.Mixed_6b(self.Mixed_6a(x)))))
        return local, self.Mixed_7c(self.Mixed_7b(self.Mixed_7a(local))).mean(dim=(2, 3))
