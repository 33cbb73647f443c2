"""Texts that are asked several times under other ids: the text is the unit of chance, however often it was asked."""

import functools
from collections.abc import Iterable, Iterator

import numpy as np
from _coverage_case import Case, Drawn

from paragone.core.cells import in_doubt
from paragone.stats.bounded import Scale
from paragone.stats.estimate import estimate_mean
from paragone.stats.paired import paired_difference

Rng = np.random.Generator
SIZES = (10, 20, 50, 100)
MOST = 6  # times that a text is asked


def asked(rng: Rng, n: int, *, is_even: bool) -> np.ndarray:
    """The text of each prompt: each thrice, or once to six times."""
    return np.repeat(np.arange(n), 3 if is_even else rng.integers(1, MOST + 1, n))


def draw_mean(rng: Rng, n: int, *, is_even: bool, are_copies: bool) -> Iterator[Drawn]:
    """Lognormal scores: those of a text are one image's, or vary about the text's own."""
    texts = asked(rng, n, is_even=is_even)
    effects = rng.lognormal(size=n)[texts]
    scores = effects if are_copies else effects + rng.normal(size=len(texts))
    units = [str(text) for text in texts]
    found = estimate_mean(scores[:, None].tolist(), rng=rng, binary=False, resamples=1000, units=units)
    yield Drawn(np.exp(0.5), found.value, found.low, found.high, is_warned=in_doubt(found.reason))


def draw_share(rng: Rng, n: int, *, share: float, is_even: bool, are_copies: bool) -> Iterator[Drawn]:
    """0/1 scores: one image a text and its copies, or images that go together by text."""
    texts = asked(rng, n, is_even=is_even)
    own = rng.beta(2 * share, 2 * (1 - share), size=n)[texts]
    scores = (rng.random(n) < share)[texts] if are_copies else rng.random(len(texts)) < own
    units, images = [str(text) for text in texts], n if are_copies else len(texts)
    found = estimate_mean(scores.astype(float)[:, None].tolist(), rng=rng, binary=True, units=units, images=images)
    yield Drawn(share, found.value, found.low, found.high, is_warned=in_doubt(found.reason))


def draw_difference(rng: Rng, n: int, *, is_even: bool) -> Iterator[Drawn]:
    """Copies of two models' 0/1 scores of each text, 0.98 and 0.90."""
    texts = asked(rng, n, is_even=is_even)
    sides = [(rng.random(n) < share)[texts].astype(float).tolist() for share in (0.98, 0.9)]
    a, b = ({str(place): score for place, score in enumerate(side)} for side in sides)
    units = {str(place): str(np.searchsorted(texts, text)) for place, text in enumerate(texts)}
    found = paired_difference(a, b, rng=rng, scale=Scale(0.0, 1.0, is_binary=True), units=units)
    yield Drawn(-0.08, found.value, found.low, found.high, is_warned=in_doubt(found.reason))


def cases() -> Iterable[Case]:
    """All cases of this family."""
    for n in SIZES:
        for is_even in (True, False):
            times = "each three times" if is_even else "once to six times"
            for are_copies in (True, False):
                what = f"{times}, {'copies' if are_copies else 'other images'}"
                mean = functools.partial(draw_mean, n=n, is_even=is_even, are_copies=are_copies)
                yield Case("texts asked several times", f"lognormal, {what}", n, mean)
                for share in (0.1, 0.5):
                    one = functools.partial(draw_share, n=n, share=share, is_even=is_even, are_copies=are_copies)
                    yield Case("texts asked several times", f"share {share}, {what}", n, one)
            two = functools.partial(draw_difference, n=n, is_even=is_even)
            yield Case("texts asked several times", f"0/1, 0.98 and 0.90, {times}, copies", n, two)
