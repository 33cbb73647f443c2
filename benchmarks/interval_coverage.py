"""How often a 95 % interval holds the truth, by simulation: prints the tables of docs/statistics.md.

python benchmarks/interval_coverage.py [--simulations 2000]
"""

import argparse
import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np

from paragone.stats.bootstrap import Array, draw_counts
from paragone.stats.correlate import kendall, spearman
from paragone.stats.estimate import estimate_mean
from paragone.stats.paired import paired_difference
from paragone.stats.rank_intervals import Column, win_rate_estimates
from paragone.stats.wilson import wilson

LEVEL = 0.95
TAILS = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)
RESAMPLES = 1000
Ends = tuple[float, float]
Draw = Callable[[np.random.Generator, int], Array]  # (prompts, images)


def clustered(share: float, weight: float) -> Draw:
    """0/1 scores of four images a prompt; each prompt has its own Beta-distributed share around the given one."""

    def draw(rng: np.random.Generator, n: int) -> Array:
        shares = rng.beta(share * weight, (1 - share) * weight, size=(n, 1))
        return (rng.random((n, 4)) < shares).astype(np.float64)

    return draw


DATA: dict[str, tuple[Draw, float, bool]] = {
    "normal": (lambda rng, n: rng.normal(size=(n, 1)), 0.0, False),
    "lognormal": (lambda rng, n: rng.lognormal(size=(n, 1)), math.exp(0.5), False),
    "0/1, 4 images, share 0.5": (clustered(0.5, 2.0), 0.5, True),
    "0/1, 4 images, share 0.1": (clustered(0.1, 3.0), 0.1, True),
}


def percentile(means: Array) -> Ends:
    """The plain percentile interval."""
    low, high = np.quantile(means, TAILS)
    return float(low), float(high)


def bca(units: Array, means: Array) -> Ends:
    """The bias-corrected and accelerated interval (Efron 1987)."""
    gauss = NormalDist()
    centred = units - units.mean()
    below = float(np.mean(means < units.mean()) + np.mean(means == units.mean()) / 2)
    bias = gauss.inv_cdf(min(max(below, 1e-3), 1 - 1e-3))
    skew = float(np.sum(centred**3) / (6 * np.sum(centred**2) ** 1.5))
    reaches = [bias + gauss.inv_cdf(tail) for tail in TAILS]
    low, high = np.quantile(means, [gauss.cdf(bias + reach / (1 - skew * reach)) for reach in reaches])
    return float(low), float(high)


def intervals(scores: Array, *, binary: bool, rng: np.random.Generator) -> tuple[Ends, Ends, Ends]:
    """The percentile interval, BCa's and ours for one drawn data set."""
    units = scores.mean(axis=1)
    chunks = draw_counts(len(units), rng=rng, resamples=RESAMPLES)
    means = np.concatenate([counts @ units for counts in chunks]) / len(units)
    ours = estimate_mean(scores.tolist(), rng=rng, binary=binary, level=LEVEL, resamples=RESAMPLES)
    is_constant = bool(np.all(units == units[0]))
    return percentile(means), percentile(means) if is_constant else bca(units, means), _ends(ours.low, ours.high)


def print_means(simulations: int) -> None:
    """Coverage and mean width of three intervals for means over prompts."""
    print("\n| scores | prompts | percentile | BCa | ours | width: percentile | BCa | ours |")
    print("|---|---|---|---|---|---|---|---|")
    for name, (draw, truth, binary) in DATA.items():
        for n in (3, 5, 10, 30, 100, 300):
            rng = np.random.default_rng(n)
            drawn = [intervals(draw(rng, n), binary=binary, rng=rng) for _ in range(simulations)]
            low, high = np.moveaxis(np.array(drawn), 2, 0)  # each (simulations, 3)
            held = np.mean((low <= truth + 1e-12) & (truth - 1e-12 <= high), axis=0)
            cells = [f"{share:.3f}" for share in held] + [f"{width:.3g}" for width in np.mean(high - low, axis=0)]
            print(f"| {name} | {n} | {' | '.join(cells)} |", flush=True)


def print_wilson() -> None:
    """Coverage of the Wilson interval, summed over the binomial distribution: no simulation needed."""
    print("\n| 0/1 scores, 1 image | share 0.02 | 0.1 | 0.3 | 0.5 |\n|---|---|---|---|---|")
    for n in (10, 30, 100, 300):
        ends = [wilson(k, n, LEVEL) for k in range(n + 1)]
        cells = []
        for share in (0.02, 0.1, 0.3, 0.5):
            chances = [math.comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1)]
            held = sum(chance for chance, (low, high) in zip(chances, ends, strict=True) if low <= share <= high)
            cells.append(f"{held:.3f}")
        print(f"| {n} prompts | {' | '.join(cells)} |")


def print_paired(simulations: int) -> None:
    """Coverage of paired differences, and how often p <= 0.05 where there is no difference."""
    print("\n| paired differences | a difference of 0.3 is held | p <= 0.05 with no difference |\n|---|---|---|")
    for n in (10, 30, 100):
        rng = np.random.default_rng(n)
        held = alarms = 0
        for _ in range(simulations):
            shared = rng.normal(0, 3, size=n)
            a, b = shared + rng.normal(size=n), shared + rng.normal(size=n)
            moved = paired_difference(_by_id(a), _by_id(b + 0.3), rng=rng, resamples=RESAMPLES)
            low, high = _ends(moved.low, moved.high)
            held += low <= 0.3 <= high
            alarms += (paired_difference(_by_id(a), _by_id(b), rng=rng, resamples=10).p_value or 0) <= 0.05
        print(f"| {n} prompts | {held / simulations:.3f} | {alarms / simulations:.3f} |", flush=True)


def print_win_rates(simulations: int) -> None:
    """Coverage of the mean win rates of five models over three metrics of the same prompts, averaged over models."""
    print("\n| win rates, 5 models, 3 metrics | models 0.1 apart | 0.3 apart | 1 apart |\n|---|---|---|---|")
    for n in (30, 100):
        cells = []
        for step in (0.1, 0.3, 1.0):
            rng = np.random.default_rng(n)
            held = 0
            for _ in range(simulations):
                scores = rng.normal(size=(3, 5, n)) + step * np.arange(5)[:, None] + rng.normal(size=n)
                columns = [Column("higher", {str(model): row for model, row in enumerate(metric)}) for metric in scores]
                for model, estimate in win_rate_estimates(columns, rng=rng, resamples=RESAMPLES).items():
                    low, high = _ends(estimate.low, estimate.high)
                    held += low - 1e-9 <= int(model) / 4 <= high + 1e-9
            cells.append(f"{held / 5 / simulations:.3f}")
        print(f"| {n} prompts | {' | '.join(cells)} |", flush=True)


def print_correlations(simulations: int) -> None:
    """Coverage of rank correlations of normal pairs, whose true values follow from Pearson's r."""
    print("\n| normal pairs | Spearman, r = 0 | r = 0.6 | r = 0.9 | Kendall, r = 0 | r = 0.6 | r = 0.9 |")
    print("|---|---|---|---|---|---|---|")
    for n in (10, 30, 100):
        cells = []
        for function in (spearman, kendall):
            for r in (0.0, 0.6, 0.9):
                truth = 6 / math.pi * math.asin(r / 2) if function is spearman else 2 / math.pi * math.asin(r)
                rng = np.random.default_rng(n)
                held = 0
                for _ in range(simulations):
                    first = rng.normal(size=n)
                    second = r * first + math.sqrt(1 - r * r) * rng.normal(size=n)
                    estimate = function(first.tolist(), second.tolist(), rng=rng, resamples=RESAMPLES)
                    low, high = _ends(estimate.low, estimate.high)
                    held += low <= truth <= high
                cells.append(f"{held / simulations:.3f}")
        print(f"| {n} | {' | '.join(cells)} |", flush=True)


def _ends(low: float | None, high: float | None) -> Ends:
    """The two ends, which a simulation always has."""
    assert low is not None
    assert high is not None
    return low, high


def _by_id(scores: Array) -> dict[str, float | None]:
    """Scores by made-up prompt ids."""
    return {str(place): score for place, score in enumerate(scores.tolist())}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=2000)
    count = parser.parse_args().simulations
    print(f"{count} simulations a row, {RESAMPLES} resamples each: +- {2 * math.sqrt(0.95 * 0.05 / count):.3f}")
    print_wilson()
    print_means(count)
    print_paired(count)
    print_win_rates(max(1, count // 4))
    print_correlations(max(1, count // 4))
