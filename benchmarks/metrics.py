"""Speed and memory of the set metrics, beside scipy's and pytorch-fid's way of doing it, in one run.

    OMP_NUM_THREADS=1 python benchmarks/metrics.py [root together memory growth]

Times are processor seconds of all threads, which other work on the machine disturbs less than wall-clock time; every
ratio is of two things measured one after the other. Features are rectified random mixtures, like Inception's.
"""

import functools
import resource
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from paragone.core.catalogue import make
from paragone.core.types import Cohort, Prompt
from paragone.metrics.fidelity import _pairs
from paragone.stats import fidelity

DIMENSION = 2048
METRICS = ("fid", "kid", "cmmd", "precision", "recall", "density", "coverage", "vendi")


def features(count: int, dimension: int, seed: int) -> np.ndarray:
    """Rectified mixtures with a decaying spectrum, float32."""
    rng = np.random.default_rng(seed)
    mixing = np.random.default_rng(1).normal(size=(dimension, dimension)).astype(np.float32)
    mixing *= (np.arange(1, dimension + 1, dtype=np.float32) ** -0.5)[:, None]
    rows = np.zeros((count, dimension), dtype=np.float32)
    for start in range(0, count, 4096):
        part = rng.standard_normal(size=(min(4096, count - start), dimension), dtype=np.float32)
        rows[start : start + len(part)] = np.maximum(part @ mixing + np.float32(0.1 * seed), 0)
    return rows


def seconds(work: Callable[[], object]) -> tuple[float, object]:
    """Processor seconds of a call, and what it gave."""
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def root() -> None:
    """The Fréchet distance at d = 2048 beside scipy's matrix root."""
    from scipy.linalg import sqrtm

    parts = [fidelity.Moments.of(features(5000, DIMENSION, seed)) for seed in (0, 1)]
    (mean_a, cov_a), (mean_b, cov_b) = ((part.mean, part.covariance) for part in parts)
    ours, value = seconds(lambda: fidelity.frechet_distance(mean_a, cov_a, mean_b, cov_b))
    theirs, covmean = seconds(lambda: sqrtm(cov_a @ cov_b))
    gap = mean_a - mean_b
    reference = gap @ gap + np.trace(cov_a) + np.trace(cov_b) - 2 * np.trace(covmean).real
    print(f"Fréchet distance, d {DIMENSION}: ours {ours:.1f} s, scipy sqrtm {theirs:.1f} s, ratio {theirs / ours:.1f};")
    print(f"  values {value:.9g} and {reference:.9g}")


def together(count: int = 10_000) -> None:
    """All set metrics beside FID alone, features given: beside its value, and beside its value with its interval."""
    drawn, real = (cohort(features(count, DIMENSION, seed)) for seed in (0, 1))
    rng = np.random.default_rng(0)
    rows = [one.columns["inception_fid"]["vector"] for one in (drawn, real)]
    usual, _ = seconds(lambda: usual_fid(*(part.astype(np.float64) for part in rows)))
    point, _ = seconds(lambda: fidelity.frechet_from_features(*rows))
    spent = {}
    for name in (*METRICS, "inception_score", "fid_infinity"):
        given = {"features": "logits"} if name == "inception_score" else {}
        spent[name], _ = seconds(functools.partial(make("metrics", name, given).judge, drawn, real, rng))
        print(f"  {name}: {spent[name]:.1f} s")
    extrapolated = spent.pop("fid_infinity")
    whole = sum(spent.values())
    print(f"{len(spent)} set metrics with intervals, n {count:,} a side, d {DIMENSION}: {whole:.1f} s;")
    for beside, one in (
        ("fid with its interval", spent["fid"]),
        ("the value of fid alone", point),
        ("FID by numpy cov and scipy sqrtm, without an interval", usual),
    ):
        print(f"  {whole / one:.2f} times {beside} ({one:.1f} s)")
    print(f"  and {extrapolated:.1f} s more for fid_infinity (15 distances; it takes the interval that fid has found)")
    rate = 2 * 2048**3 / seconds(lambda: rows[0][:2048] @ rows[1][:2048].T)[0] / 1e9
    least = 4 * count**2 * DIMENSION / rate / 1e9
    print(f"  all pairs of distances (two symmetric products, one whole) at {rate:.0f} GFLOP/s: {least:.1f} s at least")


def usual_fid(a: np.ndarray, b: np.ndarray) -> float:
    """FID as most code computes it."""
    from scipy.linalg import sqrtm

    cov_a, cov_b = np.cov(a, rowvar=False), np.cov(b, rowvar=False)
    gap = a.mean(axis=0) - b.mean(axis=0)
    return float(gap @ gap + np.trace(cov_a) + np.trace(cov_b) - 2 * np.trace(sqrtm(cov_a @ cov_b)).real)


def cohort(rows: np.ndarray) -> Cohort:
    """A cohort that holds these features."""
    prompts = tuple(Prompt(f"p{index}", "p") for index in range(len(rows)))  # one image a prompt: independent
    logits = {"logits": rows[:, :1008]}
    return Cohort(prompts, {"inception_fid": {"vector": rows}, "logits": logits})


def memory() -> None:
    """Peak memory at 50,000 images a side, each in its own process."""
    for what, dimension in (("kid", DIMENSION), ("cmmd", DIMENSION), ("prdc", 128), ("prdc", DIMENSION)):
        command = [sys.executable, __file__, "peak", what, str(dimension)]
        line = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        print(f"{what}, 50,000 a side, d {dimension}: {line}")


def peak(what: str, dimension: int) -> None:
    """Do one thing and tell the peak of this process."""
    drawn, real = (features(50_000, dimension, seed) for seed in (0, 1))
    rng = np.random.default_rng(0)
    work = {
        "kid": lambda: make("metrics", "kid", {}).judge(cohort(drawn), cohort(real), rng),
        "cmmd": lambda: make("metrics", "cmmd", {}).judge(cohort(drawn), cohort(real), rng),
        "prdc": lambda: fidelity.precision_recall(drawn, real, 5),
    }
    spent, _ = seconds(work[what])
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{most:.2f} GiB at the peak, {(drawn.nbytes + real.nbytes) / 2**30:.2f} GiB of it features; {spent:.0f} s")


def growth(dimension: int = 512) -> None:
    """Seconds at 1,000, 10,000 and 100,000 images a side."""
    sizes = (1_000, 10_000, 100_000)
    table: dict[str, list[float]] = {name: [] for name in METRICS}
    for size in sizes:
        drawn, real = (cohort(features(size, dimension, seed)) for seed in (0, 1))
        _pairs.forget()
        for name in METRICS:
            work = functools.partial(make("metrics", name, {}).judge, drawn, real, np.random.default_rng(0))
            table[name].append(seconds(work)[0])
    print(f"| d {dimension} | " + " | ".join(f"n {size:,}" for size in sizes) + " |\n|---|---|---|---|")
    for name, spent in table.items():
        print(f"| {name} | " + " | ".join(f"{value:.2f} s" for value in spent) + " |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["peak"]:
        peak(sys.argv[2], int(sys.argv[3]))
    else:
        for part in sys.argv[1:] or ["root", "together", "memory", "growth"]:
            {"root": root, "together": together, "memory": memory, "growth": growth}[part]()
