"""The network: an image and a text to a vector each, of unit length; their dot product says how well they fit."""

import torch
from torch import Tensor, nn
from torch.nn.functional import max_pool2d, normalize

from paragone.baselines.detector.decode import CHANNELS, CLASS_COUNT, COLOUR_NAMES, SIZE
from paragone.baselines.detector.net import NECK, Net
from paragone.baselines.dual_encoder.words import FILLER, FIRST_WORD, LONGEST

CELL_FEATURES = NECK + CLASS_COUNT + len(COLOUR_NAMES)
GATHERED = 64
SUMMARY = 4 * CLASS_COUNT + len(COLOUR_NAMES)
DOUBT = 0.1  # peaks of heat below it are noise, of which many would add up
WIDTH = 128  # of a token
POOLED, CELL = 16, 32  # pixels on a side that become one place of the grid, and one token
GRID = CELL_FEATURES * (SIZE // POOLED) ** 2
LENGTH = 192  # of a vector
HEADS = 4
FAR = -1e4  # what a head adds where it may not look


class Attention(nn.Module):
    """Tokens look at each other, then each thinks for itself: one half of a thought weighs the other."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.after = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.mix, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.think, self.conclude = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(2 * WIDTH, WIDTH)

    def forward(self, tokens: Tensor, hide: Tensor) -> Tensor:
        """(n, tokens, width) -> the same; `hide` (n, heads, tokens, tokens) is hugely negative where none may look."""
        shape = (tokens.shape[0], tokens.shape[1], 3, HEADS, WIDTH // HEADS)
        asks, offers, gives = self.mix(self.before(tokens)).view(shape).permute(2, 0, 3, 1, 4).unbind(0)
        weights = torch.softmax(asks @ offers.transpose(2, 3) * (WIDTH // HEADS) ** -0.5 + hide, dim=-1)
        tokens = tokens + self.out((weights @ gives).transpose(1, 2).reshape(tokens.shape))
        thought, weight = self.think(self.after(tokens)).chunk(2, dim=-1)
        concluded: Tensor = tokens + self.conclude(thought * torch.tanh(weight))
        return concluded


def summary(heat: Tensor, colour: Tensor) -> Tensor:
    """Of each class the surest, how many, and where in the middle (-1 to 1); then the colours of it all."""
    peaks = torch.relu(heat - DOUBT) * (heat == max_pool2d(heat, 3, 1, 1))
    total = peaks.sum(dim=(2, 3))
    steps = torch.linspace(-1, 1, heat.shape[-1])  # images are square
    across = (peaks.sum(dim=2) * steps).sum(dim=2) / (total + DOUBT)
    down = (peaks.sum(dim=3) * steps).sum(dim=2) / (total + DOUBT)
    weight = peaks.sum(dim=1, keepdim=True)
    paint = (weight * colour).sum(dim=(2, 3)) / (weight.sum(dim=(2, 3)) + DOUBT)
    return torch.cat([heat.amax(dim=(2, 3)), total, across, down, paint], dim=1)


class ImageEncoder(nn.Module):
    """(n, 3, 256, 256) floats 0..255 to vectors: the detector's CNN says what is where, and one vector is made of it.

    A summary (how many of what, where, in what colour) makes learning quick; attention over the grid adds the rest. The
    CNN stays as the detector has it, so that training looks at each image once.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sight = Net()
        self.gather = nn.Sequential(  # from stride 16 to 32
            nn.Conv2d(CELL_FEATURES, GATHERED, 1), nn.ReLU(), nn.Conv2d(GATHERED, WIDTH, 3, 2, 1)
        )
        self.places = nn.Parameter(torch.randn((SIZE // CELL) ** 2, WIDTH) * 0.1)
        self.layer = Attention()
        self.norm = nn.LayerNorm(2 * WIDTH)
        self.project = nn.Sequential(nn.Linear(2 * WIDTH + SUMMARY, 256), nn.ReLU(), nn.Linear(256, LENGTH))

    def forward(self, image: Tensor) -> Tensor:
        """A vector each."""
        return self.vector(self.features(image))

    def features(self, image: Tensor) -> Tensor:
        """What the detector's CNN says, in (n, SUMMARY + GRID) numbers: the summary, then the grid at half its size."""
        fine = self.sight.fine(image)
        answer = self.sight.head(fine)
        heat, colour = torch.sigmoid(answer[:, CHANNELS.heat]), torch.softmax(answer[:, CHANNELS.colour], dim=1)
        grid = max_pool2d(torch.cat([fine, heat, colour], dim=1), 2)
        return torch.cat([summary(heat, colour), grid.flatten(1)], dim=1)

    def vector(self, features: Tensor) -> Tensor:
        """The vector of what the CNN says."""
        brief, grid = features.split([SUMMARY, GRID], dim=1)
        seen = self.gather(grid.view(-1, CELL_FEATURES, SIZE // POOLED, SIZE // POOLED))
        tokens = seen.flatten(2).transpose(1, 2) + self.places
        tokens = self.layer(tokens, tokens.new_zeros(()))
        pooled = self.norm(torch.cat([tokens.mean(dim=1), tokens.amax(dim=1)], dim=1))
        return normalize(self.project(torch.cat([pooled, brief], dim=1)))


class TextEncoder(nn.Module):
    """(n, words) numbers to vectors.

    Half of the heads look only back and half only ahead, so that a word knows whether "left of" stands before or behind
    it: without that the two sides of a relation are not told apart.
    """

    def __init__(self, vocabulary: int) -> None:
        super().__init__()
        self.hidden: Tensor
        self.words = nn.Embedding(FIRST_WORD + vocabulary, WIDTH)
        self.places = nn.Parameter(torch.randn(LONGEST, WIDTH) * 0.1)
        self.layers = nn.ModuleList(Attention() for _ in range(2))
        self.norm, self.project = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, LENGTH)
        nn.init.normal_(self.words.weight, std=0.3)
        ahead = torch.ones(LONGEST, LONGEST).triu(1)
        self.register_buffer("hidden", torch.stack([ahead, ahead.T]).repeat_interleave(HEADS // 2, 0), persistent=False)

    def forward(self, numbers: Tensor) -> Tensor:
        """A vector each; what fills short rows is not looked at."""
        is_word = (numbers != FILLER).float()
        length = numbers.shape[1]
        hide = ((1 - is_word)[:, None, None, :] + self.hidden[:, :length, :length]) * FAR
        tokens = self.words(numbers) + self.places[:length]
        for layer in self.layers:
            tokens = layer(tokens, hide)
        pooled = (tokens * is_word[:, :, None]).sum(dim=1) / is_word.sum(dim=1, keepdim=True)
        return normalize(self.project(self.norm(pooled)))


class DualEncoder(nn.Module):
    """Both halves, and how sharply a dot product is read."""

    def __init__(self, vocabulary: int) -> None:
        super().__init__()
        self.image, self.text = ImageEncoder(), TextEncoder(vocabulary)
        self.sharpness = nn.Parameter(torch.tensor(2.5))  # of which exp is taken
