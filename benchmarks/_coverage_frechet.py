"""FID of normal features, whose true distance is known: of this n it is too large, and fid_infinity is not."""

import functools
from collections.abc import Iterable, Iterator

import numpy as np
from _coverage_case import Case, Drawn

from paragone.core.catalogue import make
from paragone.core.cells import in_doubt
from paragone.core.types import Cohort, Prompt
from paragone.metrics.fidelity.fid import OF_THIS_N
from paragone.stats.influences import Influenced, interval_of

PLACES = ((70, 64), (140, 64), (200, 16), (200, 64), (500, 64), (1000, 16), (1000, 64))  # images a side, dimensions
SHIFT = 0.3  # of every mean, where the two are unlike


def deviations(dimension: int) -> np.ndarray:
    """A decaying spectrum."""
    return np.arange(1, dimension + 1) ** -0.5


def draw(rng: np.random.Generator, n: int, *, dimension: int, like: bool) -> Iterator[Drawn]:
    """One image a prompt; both distances against the true one."""
    scale = deviations(dimension)
    moved = 0.0 if like else SHIFT
    stretched = scale if like else 1.2 * scale
    sides = [rng.normal(size=(n, dimension)) * one + way for one, way in ((stretched, moved), (scale, 0.0))]
    drawn, real = (
        Cohort(tuple(Prompt(f"{name}{place}", "") for place in range(n)), {"space": {"vector": rows}})
        for name, rows in zip("pr", sides, strict=True)
    )
    truth = dimension * moved**2 + float(((stretched - scale) ** 2).sum())
    for name in ("fid", "fid_infinity"):
        metric = make("metrics", name, {"features": "space"})
        found = metric.judge(drawn, real, rng)
        if found.value is None or not found.influences:
            yield Drawn(truth, found.value, None, None, name)
            continue
        whole = Influenced(found.value, found.influences, found.degrees, found.n, is_squared=metric.is_squared)
        ends = interval_of(whole, level=0.95, bounds=metric.bounds)
        is_warned = in_doubt(found.reason) or OF_THIS_N in found.reason
        yield Drawn(truth, found.value, *ends, position=name, is_warned=is_warned)


def cases() -> Iterable[Case]:
    """All cases of this family."""
    for n, dimension in PLACES:
        for like in (True, False):
            name = f"{dimension} dimensions, {'equal' if like else 'unlike'} distributions"
            one = functools.partial(draw, n=n, dimension=dimension, like=like)
            yield Case("FID against the FID of endless images", name, n, one)
