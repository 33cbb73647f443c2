"""Cases of docs/coverage.md: metrics of sets of images, and their differences between two models.

Every prompt has an effect that its drawings and, where prompts are shared, its real image have in common; features are
rectified mixtures. The first model is like the real images or not; a second one equals the first and a third does not,
all on the same prompts. The truth of fid_infinity is the FID of endless images (of 100,000 prompts); that of kid and
cmmd, where model and real images are equal, is 0, and so is every difference of equal models; other truths are means
over simulations of their own, which for fid, vendi and the like are those of the metric at this n.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from _coverage_case import Case, Drawn

from paragone.core.catalogue import make
from paragone.core.cells import in_doubt
from paragone.core.components import SetMetric
from paragone.core.types import Cohort, Prompt, SetScore
from paragone.stats.caution import of_difference
from paragone.stats.fidelity import frechet_from_features
from paragone.stats.influences import Influenced, difference_of, interval_of

LEVEL = 0.95
DIMENSION = 8
REAL = ("fid", "fid_infinity", "kid", "cmmd", "precision", "recall", "density", "coverage")
METRICS = (*REAL, "inception_score", "vendi")
ZERO_IF_EQUAL = ("kid", "cmmd")
ENDLESS = 100_000
PILOT = 600  # simulations of which truths are the means
EFFORT = 0.3
Array = np.ndarray


@dataclass(frozen=True)
class World:
    """So many prompts and seeds, models that are like the real images or not, prompts that both sides share or not."""

    prompts: int
    seeds: int
    like_real: bool
    shared: bool = True

    @property
    def label(self) -> str:
        """In words."""
        real = "real images of the same prompts" if self.shared else "other real images"
        images = f"{self.seeds} images" if self.seeds > 1 else "1 image"
        return f"{images}, {'like' if self.like_real else 'unlike'} {real}"

    def draw(self, rng: np.random.Generator) -> tuple[list[Cohort], Cohort]:
        """Three models, of which the first two are equal, and the real images."""
        mixing = np.random.default_rng(7).normal(size=(DIMENSION, DIMENSION)) / np.sqrt(DIMENSION)
        effects, others = rng.normal(size=(2, self.prompts, DIMENSION))

        def features(effect: Array, times: int, moved: float) -> Array:
            mixed = 0.8 * np.repeat(effect, times, axis=0) + 0.6 * rng.normal(size=(len(effect) * times, DIMENSION))
            return np.maximum(mixed @ mixing + 0.3 + moved, 0)

        away = 0.0 if self.like_real else 0.25
        ids, side = [f"p{index}" for index in range(self.prompts)], "p" if self.shared else "r"
        models = [
            _cohort(features(effects, self.seeds, moved), [name for name in ids for _ in range(self.seeds)])
            for moved in (away, away, away + 0.15)
        ]
        real = features(effects if self.shared else others, 1, 0.0)
        return models, _cohort(real, [f"{side}{index}" for index in range(self.prompts)])


WORLDS = (
    *(World(20, 4, like) for like in (True, False)),
    *(World(100, seeds, like) for seeds in (1, 4) for like in (True, False)),
    *(World(100, 4, like, shared=False) for like in (True, False)),
)


def cases() -> Iterator[Case]:
    """Values first, then differences."""
    for world in WORLDS:
        draw = functools.partial(values, world)
        yield Case("metrics of sets", world.label, world.prompts, draw, EFFORT)
    for world in WORLDS:
        draw = functools.partial(differences, world)
        yield Case("differences of metrics of sets", world.label, world.prompts, draw, EFFORT)


def values(world: World, rng: np.random.Generator) -> Iterator[Drawn]:
    """The first model by every metric."""
    models, real = world.draw(rng)
    for name, metric in _metrics().items():
        score, truth = metric.judge(models[0], real, rng), _truths(world)[name][0]
        if world.like_real and name in ZERO_IF_EQUAL:
            truth = 0.0
        if name == "fid_infinity":
            truth = _of_endless_images(like_real=world.like_real)
        found = _influenced(score, metric)
        low, high = interval_of(found, level=LEVEL, bounds=metric.bounds) if score.influences else (None, None)
        yield Drawn(truth, score.value, low, high, name, is_warned=in_doubt(score.reason))


def differences(world: World, rng: np.random.Generator) -> Iterator[Drawn]:
    """The first model beside its equal, and beside one that is not."""
    models, real = world.draw(rng)
    for name, metric in _metrics().items():
        scores = [metric.judge(model, real, rng) for model in models]
        if any(not score.influences for score in scores):
            continue
        first, equal, other = (_influenced(score, metric) for score in scores)
        said = of_difference(*(score.reason for score in scores))
        for second, truth, kind in ((equal, 0.0, "equal"), (other, _truths(world)[name][1], "different")):
            found = difference_of(first, second, level=LEVEL)
            yield Drawn(truth, found.value, found.low, found.high, f"{name}, {kind} models", is_warned=in_doubt(said))


@functools.cache
def _truths(world: World) -> dict[str, tuple[float, float]]:
    """By metric: the mean of the first model, and what the third is higher by."""
    rng = np.random.default_rng(world.prompts)
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in METRICS}
    for _ in range(PILOT):
        models, real = world.draw(rng)
        for name, metric in _metrics().items():
            first, third = (metric.judge(models[place], real, rng).value for place in (0, 2))
            if first is not None and third is not None:
                found[name].append((first, third - first))
    return {name: tuple(np.mean(pairs or [(np.nan, np.nan)], axis=0).tolist()) for name, pairs in found.items()}


@functools.cache
def _metrics() -> dict[str, SetMetric]:
    return {name: make("metrics", name, {"features": "space"}) for name in METRICS}


@functools.cache
def _of_endless_images(*, like_real: bool) -> float:
    """The FID of the first model's distribution; how many images a prompt has does not change that of an image."""
    models, real = World(ENDLESS, 1, like_real, shared=False).draw(np.random.default_rng(11))
    if like_real:
        return 0.0
    return frechet_from_features(*(side.columns["space"]["vector"] for side in (models[0], real)))


def _influenced(score: SetScore, metric: SetMetric) -> Influenced:
    assert score.value is not None
    return Influenced(score.value, score.influences, score.degrees, score.n, is_squared=metric.is_squared)


def _cohort(features: Array, ids: list[str]) -> Cohort:
    facts = {"space": {"vector": features, "logits": 2 * features}}
    return Cohort(tuple(Prompt(name, "a cat") for name in ids), facts)
