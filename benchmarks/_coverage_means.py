"""Means, shares and paired differences: prompts x seeds with a prompt effect."""

import functools
import math
from collections.abc import Callable, Iterable, Iterator

import numpy as np
from _coverage_case import Case, Drawn
from scipy.special import betaincinv

from paragone.core.cells import in_doubt
from paragone.stats.bounded import Scale
from paragone.stats.estimate import estimate_mean
from paragone.stats.paired import paired_difference

Rng = np.random.Generator
Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Scores = Callable[[Rng, int], Array]  # (prompts, images); NaN is missing
RESAMPLES = 1000
SIZES = (5, 10, 20, 50, 100)
ZERO_ONE = Scale(0.0, 1.0, is_binary=True)


def normal(rng: Rng, n: int) -> Array:
    return rng.normal(size=(n, 1)) + rng.normal(size=(n, 4))


def lognormal(rng: Rng, n: int) -> Array:
    return rng.lognormal(size=(n, 1))


def heavy(rng: Rng, n: int) -> Array:
    return rng.standard_t(3, size=(n, 1))


def mostly_zero(rng: Rng, n: int) -> Array:
    return rng.beta(2, 2, size=(n, 1)) * (rng.random((n, 1)) < 0.1)


def mostly_zero_skewed(rng: Rng, n: int) -> Array:
    return rng.exponential(size=(n, 1)) * (rng.random((n, 1)) < 0.1)


def missing_at_random(rng: Rng, n: int) -> Array:
    return np.where(rng.random((n, 4)) < 0.3, np.nan, normal(rng, n))


def missing_by_score(rng: Rng, n: int) -> Array:
    """Images of hard prompts are refused: what is left is too good."""
    scores = normal(rng, n)
    return np.where(rng.random((n, 4)) < 1 / (1 + np.exp(1 + scores)), np.nan, scores)


MEANS: dict[str, tuple[Scores, float, tuple[float, float]]] = {
    "normal, 4 images": (normal, 0.0, (-math.inf, math.inf)),
    "lognormal (skewness 6)": (lognormal, math.exp(0.5), (0.0, math.inf)),
    "heavy tails (t with 3 degrees)": (heavy, 0.0, (-math.inf, math.inf)),
    "nine of ten are 0, on a scale 0 to 1": (mostly_zero, 0.05, (0.0, 1.0)),
    "nine of ten are 0, no upper end": (mostly_zero_skewed, 0.1, (0.0, math.inf)),
    "normal, 30 % of images missing at random": (missing_at_random, 0.0, (-math.inf, math.inf)),
    "normal, low scores go missing": (missing_by_score, 0.0, (-math.inf, math.inf)),
}


def draw_mean(rng: Rng, n: int, scores: Scores, truth: float, bounds: tuple[float, float]) -> Iterator[Drawn]:
    found = estimate_mean(scores(rng, n).tolist(), rng=rng, binary=False, bounds=bounds, resamples=RESAMPLES)
    yield Drawn(truth, found.value, found.low, found.high, is_warned=in_doubt(found.reason))


def shares_of(rng: Rng, share: float, alike: float, size: tuple[int, int]) -> Array:
    """Each prompt's own share: Beta-distributed around `share`, the same for all where `alike` is infinite."""
    if math.isinf(alike):
        return np.full(size, share)
    return rng.beta(share * alike, (1 - share) * alike, size=size)


def draw_share(rng: Rng, n: int, share: float, images: int, alike: float) -> Iterator[Drawn]:
    scores = rng.random((n, images)) < shares_of(rng, share, alike, (n, 1))
    found = estimate_mean(scores.astype(np.float64).tolist(), rng=rng, binary=True)
    yield Drawn(share, found.value, found.low, found.high, is_warned=in_doubt(found.reason))


SHARES = {
    "0.02, 1 image": (0.02, 1, math.inf),
    "0.1, 1 image": (0.1, 1, math.inf),
    "0.5, 1 image": (0.5, 1, math.inf),
    "0.02, 4 images that go together": (0.02, 4, 3.0),
    "0.1, 4 images that go together": (0.1, 4, 3.0),
    "0.95, 8 images that go together": (0.95, 8, 1.0),
    "0.5, 4 images that go together": (0.5, 4, 2.0),
    "0.02, 4 independent images": (0.02, 4, math.inf),
    "0.1, 4 independent images": (0.1, 4, math.inf),
}


def by_id(scores: Array) -> dict[str, float | None]:
    """Scores by made-up prompt ids."""
    return {str(place): score for place, score in enumerate(scores.tolist())}


def draw_difference(rng: Rng, n: int, pair: Callable[[Rng, int], tuple[Array, Array]], truth: float) -> Iterator[Drawn]:
    a, b = (by_id(scores) for scores in pair(rng, n))
    found = paired_difference(a, b, rng=rng, resamples=RESAMPLES)
    yield Drawn(truth, found.value, found.low, found.high, is_warned=in_doubt(found.reason))


def shared_prompts(rng: Rng, n: int) -> tuple[Array, Array]:
    prompts = rng.normal(0, 3, size=n)
    return prompts + rng.normal(size=n), prompts + 0.3 + rng.normal(size=n)


def skewed_gain(rng: Rng, n: int) -> tuple[Array, Array]:
    prompts = rng.normal(0, 3, size=n)
    return prompts, prompts + rng.exponential(size=n) - 1


def lognormal_gain(rng: Rng, n: int) -> tuple[Array, Array]:
    prompts = rng.normal(0, 3, size=n)
    return prompts, prompts + rng.lognormal(size=n) - math.exp(0.5)


def not_all_shared(rng: Rng, n: int) -> tuple[Array, Array]:
    a, b = shared_prompts(rng, n)
    return np.where(rng.random(n) < 0.2, np.nan, a), np.where(rng.random(n) < 0.2, np.nan, b)


DIFFERENCES = {
    "normal, shared prompts, 0.3 apart": (shared_prompts, 0.3),
    "skewed (exponential), no difference": (skewed_gain, 0.0),
    "skewed (lognormal), no difference": (lognormal_gain, 0.0),
    "normal, 20 % of each model missing at random": (not_all_shared, 0.3),
}


def draw_zero_one(rng: Rng, n: int, shares: tuple[float, float], images: int, alike: float) -> Iterator[Drawn]:
    """Two models whose prompts are hard and easy together: one draw decides both models' shares of a prompt."""
    ease = rng.random((n, 1))
    sides = [share if math.isinf(alike) else betaincinv(share * alike, (1 - share) * alike, ease) for share in shares]
    a, b = ((rng.random((n, images)) < side).mean(axis=1) for side in sides)
    found = paired_difference(by_id(a), by_id(b), rng=rng, scale=ZERO_ONE)
    yield Drawn(shares[1] - shares[0], found.value, found.low, found.high, is_warned=in_doubt(found.reason))


ZERO_ONE_DIFFERENCES = {
    "0/1, 0.98 and 0.90, 1 image": ((0.98, 0.9), 1, math.inf),
    "0/1, 0.90 and 0.90, 1 image": ((0.9, 0.9), 1, math.inf),
    "0/1, 0.5 and 0.3, 1 image": ((0.5, 0.3), 1, math.inf),
    "0/1, 0.98 and 0.90, 4 images that go together": ((0.98, 0.9), 4, 1.0),
    "0/1, 0.5 and 0.3, 4 images that go together": ((0.5, 0.3), 4, 1.0),
    "0/1, 0.98 and 0.90, 8 independent images": ((0.98, 0.9), 8, math.inf),
}


def cases() -> Iterable[Case]:
    """All cases of this family."""
    for n in SIZES:
        for name, (scores, truth, bounds) in MEANS.items():
            draw = functools.partial(draw_mean, n=n, scores=scores, truth=truth, bounds=bounds)
            yield Case("means", name, n, draw)
        for name, (share, images, alike) in SHARES.items():
            draw_one = functools.partial(draw_share, n=n, share=share, images=images, alike=alike)
            yield Case("shares of 0/1 scores", name, n, draw_one)
        for name, (pair, truth) in DIFFERENCES.items():
            yield Case("paired differences", name, n, functools.partial(draw_difference, n=n, pair=pair, truth=truth))
        for name, (shares, images, alike) in ZERO_ONE_DIFFERENCES.items():
            draw_two = functools.partial(draw_zero_one, n=n, shares=shares, images=images, alike=alike)
            yield Case("paired differences", name, n, draw_two)
