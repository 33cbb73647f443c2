"""Changes under a perturbation: the paired change, and the worst of original and perturbed."""

import functools
from collections.abc import Callable, Iterable, Iterator

import numpy as np
import numpy.typing as npt
from _coverage_case import Case, Drawn

from paragone.analysis.perturbed import worst_of
from paragone.core.cells import in_doubt
from paragone.stats.bounded import Scale
from paragone.stats.estimate import estimate_mean
from paragone.stats.paired import paired_difference

Rng = np.random.Generator
Array = npt.NDArray[np.float64]
SIZES = (10, 20, 50, 100)
IMAGES = 4
ZERO_ONE = Scale(0.0, 1.0, is_binary=True)


def shares(rng: Rng, n: int, loss: float) -> tuple[Array, Array]:
    """Means of four yes-or-no images a prompt; the perturbed prompt is right less often by `loss`."""
    ease = rng.uniform(0.3, 0.9, size=(n, 1))
    original, perturbed = (rng.random((n, IMAGES)) < ease - less for less in (0.0, loss))
    return original.mean(axis=1), perturbed.mean(axis=1)


def cosines(rng: Rng, n: int, loss: float) -> tuple[Array, Array]:
    """Scores of an encoder: prompts differ, and a few lose much where most lose nothing."""
    prompts = rng.normal(0.25, 0.05, size=n)
    lost = rng.exponential(2 * loss, size=n) * (rng.random(n) < 0.5) if loss else np.zeros(n)
    noise = rng.normal(0, 0.01, size=(2, n))
    return prompts + noise[0], prompts - lost + noise[1]


WORLDS: dict[str, tuple[Callable[[Rng, int, float], tuple[Array, Array]], float, Scale]] = {
    "0/1, 4 images, no change": (shares, 0.0, ZERO_ONE),
    "0/1, 4 images, 0.2 lost": (shares, 0.2, ZERO_ONE),
    "cosines, no change": (cosines, 0.0, Scale()),
    "cosines, half of the prompts lose 0.04": (cosines, 0.02, Scale()),
}


@functools.cache
def true_worst(name: str) -> float:
    """The mean of the worse of the two, over very many prompts."""
    world, loss, _ = WORLDS[name]
    original, perturbed = world(np.random.default_rng(0), 2_000_000, loss)
    return float(np.minimum(original, perturbed).mean())


def draw(rng: Rng, name: str, n: int) -> Iterator[Drawn]:
    """One run's change and its worst of the two."""
    world, loss, scale = WORLDS[name]
    sides = [dict(enumerate(side.tolist())) for side in world(rng, n, loss)]
    originals, changed = ({str(key): value for key, value in side.items()} for side in sides)
    found = paired_difference(originals, changed, rng=rng, resamples=500, scale=scale)
    yield Drawn(-loss, found.value, found.low, found.high, "change", is_warned=in_doubt(found.reason))
    worse = [[value] for value in worst_of(originals, changed, "higher", "strict")]
    ends = (scale.least, scale.most)
    worst = estimate_mean(worse, rng=rng, binary=False, resamples=500, bounds=ends)
    yield Drawn(
        true_worst(name), worst.value, worst.low, worst.high, "worst of the two", is_warned=in_doubt(worst.reason)
    )


def cases() -> Iterable[Case]:
    """All cases of this family."""
    for n in SIZES:
        for name in WORLDS:
            yield Case("changes under a perturbation", name, n, functools.partial(draw, name=name, n=n), effort=0.3)
