"""Speed and memory of the set metrics, beside scipy's and pytorch-fid's way of doing it, in one run.

    OMP_NUM_THREADS=1 python benchmarks/metrics.py [root together peers memory growth]

Times are processor seconds of all threads, which other work on the machine disturbs less than wall-clock time; every
ratio is of two things measured one after the other. Features are rectified random mixtures, like Inception's.
"""

import contextlib
import functools
import io
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
from paragone.stats.fidelity.screening import screened

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
    """All set metrics, features given, beside what arithmetic takes at least."""
    drawn, real = (cohort(features(count, DIMENSION, seed), side) for seed, side in ((0, "p"), (1, "r")))
    rows = [one.columns["inception_fid"]["vector"] for one in (drawn, real)]
    spent, before = {}, rates_of(rows)
    for name in (*METRICS, "inception_score", "fid_infinity"):
        given = {"features": "logits"} if name == "inception_score" else {}
        work = functools.partial(make("metrics", name, given).judge, drawn, real, np.random.default_rng(0))
        spent[name], _ = seconds(work)
        print(f"  {name}: {spent[name]:.1f} s", flush=True)
    extrapolated = spent.pop("fid_infinity")
    whole = sum(spent.values())
    print(f"{len(spent)} set metrics with influences, n {count:,} a side, d {DIMENSION}: {whole:.1f} s", flush=True)
    print(f"  and {extrapolated:.1f} s more for fid_infinity (7 distances; it takes the influences that fid has found)")
    alone = seconds(lambda: fidelity.frechet_from_features(*rows))[0], seconds(lambda: fidelity.vendi_score(rows[0]))[0]
    print(f"  the value of fid alone {alone[0]:.1f} s, of vendi {alone[1]:.1f} s")
    # Other work on the machine comes and goes: the speed is that before and after, on average.
    least = floor(rows, count, [(one + other) / 2 for one, other in zip(before, rates_of(rows), strict=True)])
    print(f"  {whole / least:.2f} times the {least:.1f} s that its products and eigenvalues take at least", flush=True)


def rates_of(rows: list[np.ndarray]) -> list[float]:
    """Operations a second of products in float32 and float64 now."""
    found = []
    for kind in (np.float32, np.float64):
        a, b = (part[:2048].astype(kind) for part in rows)
        found.append(5 * 2 * 2048**2 * DIMENSION / seconds(lambda a=a, b=b: [a @ b.T for _ in range(5)])[0])
    return found


def floor(rows: list[np.ndarray], count: int, rates: list[float]) -> float:
    """Seconds of the products that no way round is known for, at these speeds, and of eigenvectors, measured now."""
    from scipy.linalg import eigh

    small = rows[0][:2048].astype(np.float64)
    second = small.T @ small
    vectors, _ = seconds(lambda: eigh(second, driver="evd"))
    moment = count * DIMENSION**2  # half of a symmetric product: multiplications and additions
    parts = {
        "pairs within both sides (half each) and across, float32": 4 * count**2 * DIMENSION / rates[0],
        "fid: two second moments, float64": 2 * moment / rates[1],
        "fid: eigenvectors": vectors,
        "fid: two products for its influences, float32": 4 * moment / rates[0],
        "vendi: a second moment, float64": moment / rates[1],
        "vendi: eigenvectors": vectors,
        "vendi: a product for its influences, float32": 2 * moment / rates[0],
    }
    print(f"  {rates[0] / 1e9:.0f} GFLOP/s in float32, {rates[1] / 1e9:.0f} in float64")
    for name, value in parts.items():
        print(f"    {name}: {value:.1f} s")
    return sum(parts.values())


def peers(count: int = 10_000) -> None:
    """The same numbers by the libraries that others use, one after the other, on the same features."""
    import _peers

    torch = _peers.load("torch")
    a, b = (features(count, DIMENSION, seed) for seed in (0, 1))
    x, y = torch.from_numpy(a), torch.from_numpy(b)
    fid, kid, prc = (_peers.load(f"torch_fidelity.metric_{name}") for name in ("fid", "kid", "prc"))

    def frechet():
        return fid.fid_statistics_to_metric(*(fid.fid_features_to_statistics(part) for part in (x, y)), verbose=False)

    work = {
        "torch-fidelity FID": frechet,
        "torch-fidelity KID, 100 subsets of 1,000": lambda: kid.kid_features_to_metric(x, y, verbose=False),
        "torch-fidelity precision and recall": lambda: prc.prc_features_to_metric(x, y, verbose=False),
        "prdc": lambda: _peers.load("prdc").compute_prdc(b, a, 5),
        "vendi-score, by the dual": lambda: _peers.load("vendi_score.vendi").score_dual(a, normalize=True),
        "CMMD by the published formula": lambda: published_cmmd(a, b),
    }
    spent = {}
    for name, one in work.items():
        with contextlib.redirect_stdout(io.StringIO()):
            spent[name], _ = seconds(one)
        print(f"  {name}: {spent[name]:.1f} s", flush=True)
    print(f"{len(spent)} calls of peers, n {count:,} a side, d {DIMENSION}: {sum(spent.values()):.1f} s")


def published_cmmd(a: np.ndarray, b: np.ndarray) -> float:
    """CMMD as its paper has it: three tables of all pairs, float32."""
    x, y = (rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (a, b))

    def mean(one: np.ndarray, other: np.ndarray) -> float:
        squares = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1) - 2 * one @ other.T
        return float(np.exp(-squares / 200).mean())

    return 1000 * (mean(x, x) + mean(y, y) - 2 * mean(x, y))


def cohort(rows: np.ndarray, side: str = "p") -> Cohort:
    """A cohort that holds these features."""
    prompts = tuple(Prompt(f"{side}{index}", "p") for index in range(len(rows)))  # one image a prompt: independent
    logits = {"logits": rows[:, :1008]}
    return Cohort(prompts, {"inception_fid": {"vector": rows}, "logits": logits})


def memory() -> None:
    """Peak memory at 50,000 images a side, each in its own process."""
    for what, dimension in (("kid and cmmd", DIMENSION), ("prdc", 128), ("prdc", DIMENSION)):
        command = [sys.executable, __file__, "peak", what, str(dimension)]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        print(f"{what}, 50,000 a side, d {dimension}: {told}")


def peak(what: str, dimension: int) -> None:
    """Do one thing and tell the peak of this process."""
    drawn, real = (features(50_000, dimension, seed) for seed in (0, 1))
    origin = real.mean(axis=0, dtype=np.float64)
    work = {
        "kid and cmmd": lambda: screened(drawn, real, k=None, kernels=True, origin=origin),
        "prdc": lambda: fidelity.precision_recall(drawn, real, 5),
    }
    spent, _ = seconds(work[what])
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{most:.2f} GiB at the peak, {(drawn.nbytes + real.nbytes) / 2**30:.2f} GiB of it features; {spent:.0f} s")


def growth(dimension: int = 512) -> None:
    """Seconds at 1,000, 10,000 and 30,000 images a side."""
    sizes = (1_000, 10_000, 30_000)
    table: dict[str, list[float]] = {name: [] for name in METRICS}
    for size in sizes:
        drawn, real = (cohort(features(size, dimension, seed), side) for seed, side in ((0, "p"), (1, "r")))
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
        for part in sys.argv[1:] or ["root", "together", "peers", "memory", "growth"]:
            {"root": root, "together": together, "peers": peers, "memory": memory, "growth": growth}[part]()
