"""One flow over the whole picture: a U-Net at 16 x 16 places of 4 x 4 pixels, which looks at the words as it goes.

The loss is weighted by where the things are: without that nearly all of it is background.
"""

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn.functional import interpolate, pixel_shuffle, pixel_unshuffle, silu

from paragone.baselines.dual_encoder.words import FILLER, FIRST_WORD, START
from paragone.baselines.flow.flow import LEAST_LEFT, noise_like, on_the_way, times
from paragone.baselines.flow.layout import WORDS
from paragone.baselines.flow.net import APART, TIME_WAVES, Attention, Block, waves
from paragone.baselines.flow.pilots.pictures import SIDE, Pictures, batch_of
from paragone.baselines.flow.sample import guided
from paragone.baselines.training import quick

CELL = 4  # pixels on a side of a place
UNTOLD_PART = 0.1
STEPS, GUIDANCE = 24, 2.5


class WholeNet(nn.Module):
    """Numbers of a text, a picture on its way and the time to the picture at its end."""

    def __init__(self, words: int, fine: int = 64, coarse: int = 128) -> None:
        super().__init__()
        self.words = nn.Embedding(FIRST_WORD + words, coarse)
        self.places = nn.Parameter(0.02 * torch.randn(WORDS, coarse))
        self.reads = nn.ModuleList(Attention(coarse) for _ in range(2))
        self.time = nn.Sequential(nn.Linear(2 * TIME_WAVES, coarse), nn.SiLU(), nn.Linear(coarse, coarse))
        self.enter = nn.Conv2d(3 * CELL**2, fine, 3, padding=1)
        self.grid = nn.Parameter(0.02 * torch.randn(fine, SIDE // CELL, SIDE // CELL))
        self.down = nn.ModuleList(Block(fine, fine, coarse) for _ in range(2))
        self.shrink = nn.Conv2d(fine, coarse, 3, 2, 1)
        self.middle = nn.ModuleList(Block(coarse, coarse, coarse) for _ in range(4))
        self.look = nn.ModuleList(Attention(coarse) for _ in range(4))
        self.grow = nn.Conv2d(coarse, fine, 3, padding=1)
        self.up = nn.ModuleList([Block(2 * fine, fine, coarse), Block(fine, fine, coarse)])
        self.leave = nn.Sequential(nn.GroupNorm(8, fine), nn.SiLU(), nn.Conv2d(fine, 3 * CELL**2, 3, padding=1))

    def forward(self, numbers: Tensor, picture: Tensor, t: Tensor) -> Tensor:
        """(n, WORDS), (n, 3, SIDE, SIDE), (n,) to (n, 3, SIDE, SIDE)."""
        closed = APART * (numbers == FILLER).float()
        said = self.words(numbers) + self.places
        for read in self.reads:
            said = read(said, closed[:, None, None])
        condition = silu(self.time(waves(t)) + said[:, 0])
        x = self.enter(pixel_unshuffle(picture, CELL)) + self.grid
        for block in self.down:
            x = block(x, condition)
        wide = self.shrink(x)
        for block, look in zip(self.middle, self.look, strict=True):
            wide = _beside(look, block(wide, condition), said, closed)
        x = torch.cat([x, interpolate(self.grow(wide), scale_factor=2.0, mode="nearest")], dim=1)
        for block in self.up:
            x = block(x, condition)
        answer: Tensor = pixel_shuffle(self.leave(x), CELL)
        return answer


def _beside(look: Attention, x: Tensor, said: Tensor, closed: Tensor) -> Tensor:
    """Every place looks at every other and at the words."""
    n, width, height, across = x.shape
    places = x.reshape(n, width, height * across).transpose(1, 2)
    bias = torch.cat([torch.zeros_like(places[:, :, 0], dtype=closed.dtype), closed], dim=1)
    seen = look(torch.cat([places, said], dim=1), bias[:, None, None])[:, : height * across]
    return seen.transpose(1, 2).reshape(n, width, height, across)


def loss_of(net: WholeNet, pictures: Pictures, rows: npt.NDArray[np.int64], rng: np.random.Generator) -> Tensor:
    """The weighted velocity loss of a batch at random times; some of it is told no text."""
    truth, weight = batch_of(pictures, rows)
    texts = without_text(torch.from_numpy(pictures.texts[rows]), torch.from_numpy(rng.random(len(rows)) < UNTOLD_PART))
    t = times(len(rows), rng)
    with quick():
        said = net(texts, on_the_way(truth, noise_like(truth, rng), t), t).float()
    left = (1 - t).clamp(min=LEAST_LEFT)[:, None, None, None]
    return (weight * ((said - truth) / left).square()).mean()


def without_text(texts: Tensor, which: Tensor) -> Tensor:
    """The texts, but some of them are only begun."""
    found = texts.clone()
    found[which] = FILLER
    found[which, 0] = START
    return found


def draw(net: WholeNet, texts: Tensor, noise: Tensor) -> Tensor:
    """The pictures of texts, from noise (n, 3, SIDE, SIDE), in equal steps."""
    none = without_text(texts, torch.ones(len(texts), dtype=torch.bool))
    x = noise
    with torch.no_grad():
        for step in range(STEPS):
            t = torch.full((len(texts),), step / STEPS)
            said = guided(net(texts, x, t), net(none, x, t), GUIDANCE)
            x = x + (said - x) / (STEPS - step)
    return x.clamp(-1, 1)
