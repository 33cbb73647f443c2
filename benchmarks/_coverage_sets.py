"""How often intervals of set metrics, and of their differences between two models, hold the truth: by simulation.

    python benchmarks/_coverage_sets.py [--simulations 400] [--prompts 20 100] [--seeds 1 4]

Every prompt has an effect that its drawings and, where prompts are shared, its real image have in common; features are
rectified mixtures. The first model is like the real images or not; a second one equals the first and a third does not,
all on the same prompts. The truth of kid, cmmd and fid_infinity, where model and real images are equal, is 0; every
other truth is the mean over all simulations, which for fid, vendi and the like is that of the metric at this n.
"""

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from paragone.core.catalogue import make
from paragone.core.components import SetMetric
from paragone.core.types import Cohort, Prompt, SetScore
from paragone.stats.influences import Influenced, difference_of, interval_of

LEVEL = 0.95
DIMENSION = 8
METRICS = (
    "fid",
    "fid_infinity",
    "kid",
    "cmmd",
    "precision",
    "recall",
    "density",
    "coverage",
    "inception_score",
    "vendi",
)
ZERO_IF_EQUAL = ("kid", "cmmd", "fid_infinity")
Array = np.ndarray


@dataclass(frozen=True)
class World:
    """So many prompts and seeds, models that are like the real images or not, prompts that both sides share or not."""

    prompts: int
    seeds: int
    like_real: bool
    shared: bool

    @property
    def label(self) -> str:
        """In words."""
        real = "shared prompts" if self.shared else "other real images"
        return f"{self.prompts} prompts x {self.seeds}, {real}, {'like' if self.like_real else 'unlike'} the real ones"

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


@dataclass(frozen=True)
class Row:
    """One line of the page."""

    metric: str
    world: str
    kind: str  # value, difference of equal models, difference of different models
    covered: float
    ratio: float  # the mean standard error, over the deviation seen: 1 is right, 2 is twice too wide
    alarms: float | None = None  # share of p <= 0.05 where there is no difference


def rows(world: World, *, simulations: int, rng: np.random.Generator) -> Iterator[Row]:
    """Coverage of every set metric in a world; a metric that refuses or gives no interval has no row."""
    metrics: dict[str, SetMetric] = {name: make("metrics", name, {"features": "space"}) for name in METRICS}
    found: dict[str, list[list[SetScore]]] = {name: [] for name in METRICS}
    for _ in range(simulations):
        models, real = world.draw(rng)
        for name, metric in metrics.items():
            found[name].append([metric.judge(model, real, rng) for model in models])
    for name, scored in found.items():
        if any(not score.influences for scores in scored for score in scores):
            continue
        yield _value(name, world, [scores[0] for scores in scored], metrics[name].bounds)
        yield _difference(name, world, [(scores[0], scores[1]) for scores in scored], equal=True)
        yield _difference(name, world, [(scores[0], scores[2]) for scores in scored], equal=False)


def _value(name: str, world: World, scored: list[SetScore], bounds: tuple[float, float]) -> Row:
    values = np.array([score.value for score in scored], dtype=np.float64)
    truth = 0.0 if world.like_real and name in ZERO_IF_EQUAL else float(values.mean())
    ends = [interval_of(_influenced(score), level=LEVEL, bounds=bounds) for score in scored]
    held = float(np.mean([low <= truth <= high for low, high in ends]))
    squares = np.mean([sum(value**2 for value in score.influences.values()) for score in scored])
    return Row(name, world.label, "value", held, _ratio(math.sqrt(squares), float(values.std())))


def _difference(name: str, world: World, pairs: list[tuple[SetScore, SetScore]], *, equal: bool) -> Row:
    found = [difference_of(_influenced(one), _influenced(other), level=LEVEL) for one, other in pairs]
    low, high, value, p_value = (
        np.array([getattr(one, part) for one in found], dtype=np.float64)
        for part in ("low", "high", "value", "p_value")
    )
    truth = 0.0 if equal else float(value.mean())
    held = float(np.mean((low <= truth) & (truth <= high)))
    ratio = _ratio(float(np.sqrt(np.mean((high - low) ** 2))) / 2 / 1.96, float(value.std()))
    alarms = float(np.mean(p_value <= 1 - LEVEL)) if equal else None
    return Row(name, world.label, f"difference of {'equal' if equal else 'different'} models", held, ratio, alarms)


def _ratio(error: float, deviation: float) -> float:
    """Infinite where nothing varied."""
    return error / deviation if deviation > 0 else math.inf


def _influenced(score: SetScore) -> Influenced:
    assert score.value is not None
    return Influenced(score.value, score.influences, score.degrees, score.n)


def _cohort(features: Array, ids: list[str]) -> Cohort:
    facts = {"space": {"vector": features, "logits": 2 * features}}
    return Cohort(tuple(Prompt(name, "a cat") for name in ids), facts)


def worlds(prompts: list[int], seeds: list[int]) -> list[World]:
    """What is simulated: everything at these numbers of prompts and seeds."""
    return [
        World(count, times, like, shared)
        for count in prompts
        for times in seeds
        for like in (True, False)
        for shared in (True, False)
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--prompts", type=int, nargs="+", default=[20, 100])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 4])
    given = parser.parse_args()
    print(f"{given.simulations} simulations a row: +- {2 * math.sqrt(LEVEL * (1 - LEVEL) / given.simulations):.3f}")
    print("\n| metric | world | of | held | standard error / deviation | p <= 0.05 |\n|---|---|---|---|---|---|")
    for world in worlds(given.prompts, given.seeds):
        for row in rows(world, simulations=given.simulations, rng=np.random.default_rng(world.prompts)):
            alarms = "" if row.alarms is None else f"{row.alarms:.3f}"
            cells = (row.metric, row.world, row.kind, f"{row.covered:.3f}", f"{row.ratio:.2f}", alarms)
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
