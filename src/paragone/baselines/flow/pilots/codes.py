"""Pictures as 8 x 8 codes (van den Oord et al., 2017), and a transformer that says one code after the other."""

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, one_hot

from paragone.baselines.dual_encoder.words import FILLER, FIRST_WORD
from paragone.baselines.flow.layout import WORDS
from paragone.baselines.flow.net import APART, Attention
from paragone.baselines.flow.pilots.pictures import Pictures, batch_of
from paragone.baselines.training import quick

CODES, CODE_WIDTH = 512, 32
PLACES = 64  # 8 x 8
KEPT = 0.98  # of the running means of a code, a step
LEAST_USED = 0.02  # images of a batch; a code that is used less is put where an image needs one
COMMIT = 0.25
LIKELIEST = 64  # codes that a draw chooses among


class Coder(nn.Module):
    """An encoder to 8 x 8 vectors, a book of codes that they are rounded to, and a decoder."""

    book: Tensor
    used: Tensor

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        self.encoder = nn.Sequential(
            *(nn.Conv2d(3, width, 4, 2, 1), nn.GroupNorm(8, width), nn.SiLU()),
            *(nn.Conv2d(width, 2 * width, 4, 2, 1), nn.GroupNorm(8, 2 * width), nn.SiLU()),
            *(nn.Conv2d(2 * width, 2 * width, 4, 2, 1), nn.GroupNorm(8, 2 * width), nn.SiLU()),
            nn.Conv2d(2 * width, CODE_WIDTH, 3, padding=1),
        )
        self.decoder = nn.Sequential(
            *(nn.Conv2d(CODE_WIDTH, 2 * width, 3, padding=1), nn.GroupNorm(8, 2 * width), nn.SiLU()),
            *(nn.ConvTranspose2d(2 * width, 2 * width, 4, 2, 1), nn.GroupNorm(8, 2 * width), nn.SiLU()),
            *(nn.ConvTranspose2d(2 * width, width, 4, 2, 1), nn.GroupNorm(8, width), nn.SiLU()),
            nn.ConvTranspose2d(width, 3, 4, 2, 1),
        )
        self.register_buffer("book", torch.randn(CODES, CODE_WIDTH))
        self.register_buffer("used", torch.ones(CODES))

    def numbers(self, vectors: Tensor) -> Tensor:
        """The nearest code of each vector (n, width, 8, 8): (n, PLACES)."""
        flat = vectors.flatten(2).transpose(1, 2)
        far: Tensor = (self.book.square().sum(1) - 2 * flat @ self.book.T).argmin(-1)
        return far

    def picture(self, numbers: Tensor) -> Tensor:
        """The pictures that codes (n, PLACES) stand for."""
        found: Tensor = self.decoder(self.book[numbers].transpose(1, 2).reshape(len(numbers), CODE_WIDTH, 8, 8))
        return found

    def follow_codes(self, vectors: Tensor, numbers: Tensor, rng: np.random.Generator) -> None:
        """Move each code to the mean of the vectors that chose it; those that nobody chooses start anew at a vector."""
        flat = vectors.flatten(2).transpose(1, 2).reshape(-1, CODE_WIDTH)
        chosen = one_hot(numbers.flatten(), CODES).to(flat.dtype)
        counts = chosen.sum(0)
        mean = chosen.T @ flat / counts.clamp(min=1)[:, None]
        pull = torch.where(counts > 0, (1 - KEPT) * counts / self.used.clamp(min=1e-3), torch.zeros(())).clamp(max=1)
        self.book.lerp_(mean, pull[:, None])
        self.used.lerp_(counts, 1 - KEPT)
        idle = torch.nonzero(self.used < LEAST_USED).flatten()
        rows = torch.from_numpy(rng.integers(len(flat), size=len(idle)))
        self.book[idle] = flat[rows]
        self.used[idle] = 1.0


def coder_loss(coder: Coder, pictures: Pictures, rows: npt.NDArray[np.int64], rng: np.random.Generator) -> Tensor:
    """What is lost of a batch by coding it, weighted by where its things are."""
    truth, weight = batch_of(pictures, rows)
    with quick():
        vectors = coder.encoder(truth).float()
    with torch.no_grad():
        numbers = coder.numbers(vectors)
        rounded = coder.book[numbers].transpose(1, 2).reshape(vectors.shape)
        coder.follow_codes(vectors, numbers, rng)
    passed = vectors + (rounded - vectors).detach()  # the gradient passes as if nothing were rounded
    with quick():
        again = coder.decoder(passed).float()
    return (weight * (again - truth).square()).mean() + COMMIT * (vectors - rounded).square().mean()


class Speaker(nn.Module):
    """The words of a text and the codes so far to how likely each next code is."""

    def __init__(self, words: int, width: int = 160, depth: int = 5) -> None:
        super().__init__()
        self.words = nn.Embedding(FIRST_WORD + words, width)
        self.codes = nn.Embedding(CODES, width)
        self.places = nn.Parameter(0.02 * torch.randn(WORDS + PLACES, width))
        self.look = nn.ModuleList(Attention(width) for _ in range(depth))
        self.think = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
            for _ in range(depth)
        )
        self.leave = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, CODES))

    def forward(self, numbers: Tensor, codes: Tensor) -> Tensor:
        """(n, WORDS), (n, k) to the logits of codes 0 .. k: (n, k + 1, CODES); a code sees those before it."""
        x = torch.cat([self.words(numbers), self.codes(codes)], dim=1)
        total = x.shape[1]
        x = x + self.places[:total]
        closed = torch.cat([(numbers == FILLER).float(), torch.zeros(codes.shape)], dim=1)[:, None, None]
        # Words see all words; a code sees the words and the codes up to itself.
        later = torch.ones(total, total).triu(1)
        later[:WORDS, :WORDS] = 0
        bias = APART * (closed + later)
        for look, think in zip(self.look, self.think, strict=True):
            x = look(x, bias)
            x = x + think(x)
        answer: Tensor = self.leave(x[:, WORDS - 1 :])
        return answer


def speaker_loss(net: Speaker, texts: Tensor, codes: Tensor) -> Tensor:
    """The cross entropy of each code, given the text and those before it."""
    with quick():
        logits = net(texts, codes[:, :-1]).float()
    return cross_entropy(logits.flatten(0, 1), codes.flatten())


def draw(net: Speaker, coder: Coder, texts: Tensor, chance: Tensor) -> Tensor:
    """The pictures of texts; `chance` (n, PLACES) in 0..1 decides each code among the likeliest."""
    codes = torch.zeros(len(texts), 0, dtype=torch.int64)
    with torch.no_grad():
        for place in range(PLACES):
            likely, which = net(texts, codes)[:, -1].topk(LIKELIEST)
            share = likely.softmax(-1).cumsum(-1)
            taken = (share < chance[:, place, None]).sum(1, keepdim=True).clamp(max=LIKELIEST - 1)
            codes = torch.cat([codes, which.gather(1, taken)], dim=1)
        return coder.picture(codes).clamp(-1, 1)
