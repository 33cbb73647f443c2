"""Rank correlations and agreement, of prompts with one and with several pairs."""

import functools
import math
from collections.abc import Callable, Iterable, Iterator

import numpy as np
from _coverage_case import Case, Drawn

from paragone.core.types import Estimate
from paragone.stats.alpha import alpha_estimate
from paragone.stats.correlate import kendall, spearman
from paragone.stats.verdicts import Verdicts, agreement

Rng = np.random.Generator
SIZES = (10, 20, 50)


def correlated(rng: Rng, r: float, size: tuple[int, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    first, noise = rng.normal(size=(2, *size))
    return np.stack([first, r * first + math.sqrt(1 - r * r) * noise], axis=-1)


def draw_correlation(
    rng: Rng, n: int, function: Callable[..., Estimate], between: float, within: float | None
) -> Iterator[Drawn]:
    """Normal pairs; where `within` is given, four a prompt, with 0.7 of the variance between prompts."""
    prompts, r, each = correlated(rng, between, (n,)), between, 1
    if within is not None:
        r, each = 0.7 * between + 0.3 * within, 4
        prompts = math.sqrt(0.7) * prompts[:, None] + math.sqrt(0.3) * correlated(rng, within, (n, each))
    first, second = prompts.reshape(-1, 2).T.tolist()
    found = function(first, second, units=[f"p{k // each}" for k in range(n * each)])
    truth = 6 / math.pi * math.asin(r / 2) if function is spearman else 2 / math.pi * math.asin(r)
    yield Drawn(truth, found.value, found.low, found.high)


def draw_agreement(rng: Rng, n: int, share: float, wrong: float, images: int) -> Iterator[Drawn]:
    """People say yes to a share of images (more of some prompts, fewer of others); the judge errs at random."""
    people = rng.random((n, images)) < rng.beta(2 * share, 2 * (1 - share), size=(n, 1))
    judge = people ^ (rng.random((n, images)) < wrong)
    rows = zip(np.repeat(np.arange(n), images).tolist(), people.ravel().tolist(), judge.ravel().tolist(), strict=True)
    found = agreement([Verdicts(*row) for row in rows])
    says_yes = share * (1 - wrong) + (1 - share) * wrong
    by_chance = share * (1 - says_yes) + says_yes * (1 - share)
    phi = (share * (1 - wrong) - share * says_yes) / math.sqrt(share * (1 - share) * says_yes * (1 - says_yes))
    yield Drawn(1 - wrong / by_chance, found.kappa.value, found.kappa.low, found.kappa.high, "kappa")
    yield Drawn(phi, found.phi.value, found.phi.low, found.phi.high, "phi")


def draw_alpha(rng: Rng, n: int, scale: str, wrong: tuple[float, float]) -> Iterator[Drawn]:
    """Three raters of two images a prompt give its worth of 1 to 5, or now and then any; some prompts are harder."""
    errors = np.repeat(np.where(rng.random(n) < 0.5, *wrong), 2)
    worth, guesses = rng.integers(1, 6, size=2 * n), rng.integers(1, 6, size=(3, 2 * n))
    ratings = np.where(rng.random((3, 2 * n)) < errors, guesses, worth).astype(float).tolist()
    found = alpha_estimate(ratings, scale, units=[f"p{k // 2}" for k in range(2 * n)])  # type: ignore[arg-type]
    # Two ratings of one image differ only where one of them is a guess, and then as any two ratings do.
    yield Drawn(sum((1 - error) ** 2 for error in wrong) / 2, found.value, found.low, found.high)


def cases() -> Iterable[Case]:
    """All cases of this family."""
    for n in SIZES:
        for name, function in (("Spearman", spearman), ("Kendall", kendall)):
            for between, within in ((0.0, None), (0.6, None), (0.9, None), (0.6, 0.6), (0.9, 0.3)):
                words = f"r = {between:g}" + ("" if within is None else f", 4 pairs a prompt, {within:g} within")
                draw = functools.partial(draw_correlation, n=n, function=function, between=between, within=within)
                yield Case("rank correlations", f"{name}, {words}", n, draw)
        for share, wrong, images in ((0.5, 0.2, 1), (0.5, 0.05, 1), (0.2, 0.1, 1), (0.5, 0.2, 4), (0.9, 0.02, 4)):
            words = f"{images} image{'s' if images > 1 else ''}, {share:g} yes, judge wrong in {wrong:g}"
            draw_one = functools.partial(draw_agreement, n=n, share=share, wrong=wrong, images=images)
            yield Case("agreement of a judge with people", words, n, draw_one)
        for scale in ("nominal", "interval"):
            for wrong in ((0.1, 0.5), (0.0, 0.05)):
                words = f"{scale}, 3 raters, guesses in {wrong[0]:g} or {wrong[1]:g}"
                draw_two = functools.partial(draw_alpha, n=n, scale=scale, wrong=wrong)
                yield Case("Krippendorff's alpha", words, n, draw_two, effort=0.4)
