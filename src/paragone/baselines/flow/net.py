"""The two networks. Both are given something between noise (t = 0) and the truth (t = 1) and say what the truth is.

`LayoutNet` is a transformer over the words of a text and the slots of its layout. `LayerNet` is a U-Net that paints
one thing of a given kind at a given place, 32 x 32 pixels with how much of it is there.
"""

import math

import torch
from torch import Tensor, nn
from torch.nn.functional import interpolate, pixel_shuffle, pixel_unshuffle, silu

from paragone.baselines.dual_encoder.words import FILLER, FIRST_WORD
from paragone.baselines.flow.layout import SLOTS, UNTOLD, WIDTH, WORDS

TIME_WAVES = 16
APART = -1e4


class Attention(nn.Module):
    """Every place looks at every other; `bias` (n, 1, 1, places) closes some."""

    def __init__(self, width: int, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.ask = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x: Tensor, bias: Tensor | None = None) -> Tensor:
        """(n, places, width) to the same, with a shortcut."""
        n, places, width = x.shape
        asked = self.ask(self.norm(x)).reshape(n, places, 3, self.heads, width // self.heads)
        query, key, value = asked.permute(2, 0, 3, 1, 4).unbind(0)
        weight = query @ key.transpose(-1, -2) / math.sqrt(width // self.heads)
        weight = weight if bias is None else weight + bias
        mixed = (weight.softmax(-1) @ value).transpose(1, 2).reshape(n, places, width)
        return x + self.out(mixed)


class LayoutNet(nn.Module):
    """Numbers of a text, slots on their way and the time to the slots at their end."""

    def __init__(self, words: int, width: int = 96, depth: int = 4) -> None:
        super().__init__()
        self.words = nn.Embedding(FIRST_WORD + words, width)
        self.places = nn.Parameter(0.02 * torch.randn(WORDS + SLOTS, width))
        self.enter = nn.Linear(WIDTH, width)
        self.time = nn.Linear(2 * TIME_WAVES, width)
        self.look = nn.ModuleList(Attention(width) for _ in range(depth))
        self.think = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 3 * width), nn.SiLU(), nn.Linear(3 * width, width))
            for _ in range(depth)
        )
        self.leave = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, WIDTH))

    def forward(self, numbers: Tensor, slots: Tensor, t: Tensor) -> Tensor:
        """(n, WORDS), (n, SLOTS, WIDTH), (n,) to (n, SLOTS, WIDTH)."""
        at = self.time(waves(t))[:, None]
        x = torch.cat([self.words(numbers), self.enter(slots) + at], dim=1) + self.places
        closed = APART * torch.cat([(numbers == FILLER).float(), torch.zeros_like(slots[:, :, 0])], dim=1)
        for look, think in zip(self.look, self.think, strict=True):
            x = look(x, closed[:, None, None])
            x = x + think(x)
        answer: Tensor = self.leave(x[:, WORDS:])
        return answer


class Block(nn.Module):
    """Two convolutions with a shortcut, told what is painted by scales and shifts."""

    def __init__(self, before: int, after: int, told: int) -> None:
        super().__init__()
        self.first = nn.Sequential(nn.GroupNorm(8, before), nn.SiLU(), nn.Conv2d(before, after, 3, padding=1))
        self.told = nn.Linear(told, 2 * after)
        self.norm = nn.GroupNorm(8, after)
        self.second = nn.Conv2d(after, after, 3, padding=1)
        self.shortcut = nn.Conv2d(before, after, 1) if before != after else nn.Identity()

    def forward(self, x: Tensor, told: Tensor) -> Tensor:
        """(n, before, h, w) to (n, after, h, w)."""
        scale, shift = self.told(told)[:, :, None, None].chunk(2, dim=1)
        inner = self.norm(self.first(x)) * (1 + scale) + shift
        answer: Tensor = self.shortcut(x) + self.second(silu(inner))
        return answer


class LayerNet(nn.Module):
    """A layer on its way, the time, the kind and box of the thing to the layer at its end."""

    def __init__(self, fine: int = 64, coarse: int = 128) -> None:
        super().__init__()
        told = coarse
        self.kind = nn.Embedding(UNTOLD + 1, told)
        self.box = nn.Sequential(nn.Linear(4, told), nn.SiLU(), nn.Linear(told, told))
        self.time = nn.Sequential(nn.Linear(2 * TIME_WAVES, told), nn.SiLU(), nn.Linear(told, told))
        self.enter = nn.Conv2d(16, fine, 3, padding=1)
        self.down = nn.ModuleList(Block(fine, fine, told) for _ in range(2))
        self.shrink = nn.Conv2d(fine, coarse, 3, 2, 1)
        self.middle = nn.ModuleList(Block(coarse, coarse, told) for _ in range(3))
        self.look = nn.ModuleList(Attention(coarse) for _ in range(2))
        self.grow = nn.Conv2d(coarse, fine, 3, padding=1)
        self.up = nn.ModuleList([Block(2 * fine, fine, told), Block(fine, fine, told)])
        self.leave = nn.Sequential(nn.GroupNorm(8, fine), nn.SiLU(), nn.Conv2d(fine, 16, 3, padding=1))

    def forward(self, layer: Tensor, t: Tensor, kind: Tensor, box: Tensor) -> Tensor:
        """(n, 4, SIDE, SIDE), (n,), (n,), (n, 4) to (n, 4, SIDE, SIDE)."""
        told = silu(self.kind(kind) + self.box(box) + self.time(waves(t)))
        x = self.enter(pixel_unshuffle(layer, 2))
        for block in self.down:
            x = block(x, told)
        wide = self.shrink(x)
        for place, block in enumerate(self.middle):
            wide = block(wide, told)
            if place < len(self.look):
                wide = _everywhere(self.look[place], wide)
        x = torch.cat([x, interpolate(self.grow(wide), scale_factor=2.0, mode="nearest")], dim=1)
        for block in self.up:
            x = block(x, told)
        answer: Tensor = pixel_shuffle(self.leave(x), 2)
        return answer


class Painter(nn.Module):
    """Both networks, trained side by side."""

    def __init__(self, words: int, *, layout: tuple[int, int] = (96, 4), layer: tuple[int, int] = (64, 128)) -> None:
        super().__init__()
        self.layout = LayoutNet(words, *layout)
        self.layer = LayerNet(*layer)


def waves(t: Tensor) -> Tensor:
    """The time as sines and cosines (n, 2 TIME_WAVES)."""
    rate = torch.exp(torch.arange(TIME_WAVES, dtype=torch.float32) * (math.log(200.0) / (TIME_WAVES - 1)))
    turned = t[:, None] * rate
    return torch.cat([turned.sin(), turned.cos()], dim=1)


def _everywhere(look: Attention, x: Tensor) -> Tensor:
    n, width, height, across = x.shape
    flat = look(x.reshape(n, width, height * across).transpose(1, 2))
    return flat.transpose(1, 2).reshape(n, width, height, across)
