"""What an executor costs and gains on CPU-bound looking: bare loop, threads, processes and Ray, with 1 and 2 workers.

    python benchmarks/execute.py [seconds of work]

Starting up is told apart from working: the clock starts when every worker has begun. Run it on a quiet machine.
"""

import importlib.util
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from paragone.core.types import Picture
from paragone.execute import Executor, Row, Worker, executor

IMAGES_PER_BATCH = 8
SIDE = 256


@dataclass(frozen=True)
class LookingJob:
    """Looks at images as an annotator does: a spectrum of each, on one core."""

    threads: int | None = None

    def start(self) -> Worker:
        """Nothing to load."""
        return look


def look(batch: Sequence[int]) -> list[Row]:
    """The spectral slope of each image of the batch."""
    return [Row("facts", {"key": str(seed), "slope": slope(picture(seed).pixels)}) for seed in batch]


def picture(seed: int) -> Picture:
    """An image of noise."""
    pixels = np.random.default_rng(seed).integers(0, 256, (SIDE, SIDE, 3), dtype=np.uint8)
    return Picture(pixels, content=str(seed), format="PNG", mode="RGB", byte_count=0)


def slope(pixels: np.ndarray) -> float:
    """How fast the power falls with frequency."""
    power = np.abs(np.fft.fft2(pixels.astype(np.float64), axes=(0, 1))) ** 2
    return float(np.polyfit(np.arange(1, SIDE), np.log(power.mean(axis=(1, 2))[1:] + 1), 1)[0])


def bare(batches: list[list[int]]) -> float:
    """Seconds of the loop that needs no executor."""
    look(batches[0])
    started = time.perf_counter()
    for batch in batches[1:]:
        look(batch)
    return time.perf_counter() - started


def through(runner: Executor, batches: list[list[int]], workers: int) -> tuple[float, float]:
    """Seconds until every worker has surely begun, and seconds per batch after that times their number."""
    began = time.perf_counter()
    rows: Iterator[list[Row]] = runner.run(LookingJob(), batches)
    for _ in range(3 * workers):
        next(rows)
    started = time.perf_counter()
    rest = sum(1 for _ in rows)
    assert rest == len(batches) - 3 * workers
    return started - began, (time.perf_counter() - started) / rest * (len(batches) - 1)


def main() -> None:
    """Print one line per executor."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    wanted_s = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    first = time.perf_counter()
    look(range(IMAGES_PER_BATCH))
    look(range(IMAGES_PER_BATCH))
    per_batch = (time.perf_counter() - first) / 2
    count = max(40, int(wanted_s / per_batch))
    batches = [list(range(n * IMAGES_PER_BATCH, (n + 1) * IMAGES_PER_BATCH)) for n in range(count)]
    alone = bare(batches)
    print(f"{count} batches of {IMAGES_PER_BATCH} images {SIDE} x {SIDE}; a bare loop takes {alone:.2f} s")
    kinds = ["threads", "processes"] + (["ray"] if importlib.util.find_spec("ray") else [])
    for kind in kinds:
        times = {}
        for workers in (1, 2):
            start_s, times[workers] = through(executor(kind, workers), batches, workers)
            note = f"{100 * (times[1] / alone - 1):+.1f} % of the loop" if workers == 1 else ""
            note = note or f"{times[1] / times[2]:.2f} times one worker"
            print(f"{kind:10} {workers} worker(s): {times[workers]:6.2f} s, {note} (ready after {start_s:.1f} s)")


if __name__ == "__main__":
    main()
