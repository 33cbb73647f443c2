"""How often the interval of a group's average holds the truth: `python benchmarks/averages.py [RUNS]`."""

import sys

import numpy as np

from paragone.stats.averages import Part, average
from paragone.stats.estimate import estimate_mean

GROUPS = ((10, 10, 10), (5, 20, 100), (100,) * 9)  # prompts of each scenario


def scores(kind: str, count: int, mean: float, spread: float, rng: np.random.Generator) -> list[float]:
    """One score a prompt."""
    if kind == "shares":
        return [float(score) for score in rng.random(count) < mean]
    return [float(score) for score in rng.normal(mean, spread, count)]


def is_held(sizes: tuple[int, ...], kind: str, rng: np.random.Generator, *, by_prompts: bool) -> bool:
    """Whether one simulated group's interval holds the average of the true means."""
    means = np.linspace(0.2, 0.8, len(sizes))
    parts = []
    for place, (count, mean) in enumerate(zip(sizes, means, strict=True)):
        found = estimate_mean(
            [[score] for score in scores(kind, count, mean, 0.3 * (place + 1), rng)],
            rng=rng,
            binary=kind == "shares",
            resamples=200,
        )
        assert found.value is not None
        parts.append(Part(str(place), found.value, found.low, found.high, count, count))
    weights = np.array(sizes, dtype=float) if by_prompts else np.ones(len(sizes))
    truth = float((weights * means).sum() / weights.sum())
    made = average(parts, by_prompts=by_prompts)
    return made.low is not None and made.high is not None and made.low <= truth <= made.high


def main(runs: int) -> None:
    rng = np.random.default_rng(0)
    for sizes in GROUPS:
        for kind in ("shares", "means"):
            for by_prompts in (False, True):
                held = sum(is_held(sizes, kind, rng, by_prompts=by_prompts) for _ in range(runs))
                how = "strict" if by_prompts else "heim"
                print(f"{len(sizes)} scenarios of {sizes[:3]} prompts, {kind}, {how}: {held / runs:.3f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
