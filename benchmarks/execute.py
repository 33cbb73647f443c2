"""What an executor costs and gains on CPU-bound looking: bare loop, threads, processes and Ray, with 1 and 2 workers.

    python benchmarks/execute.py [seconds of work]

For threads, which share this process, processor seconds are compared too: other programs hardly change those.
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


def bare(batches: list[list[int]]) -> tuple[float, float]:
    """Seconds, of the clock and of the processor, of the loop that needs no executor."""
    look(batches[0])
    started, worked = time.perf_counter(), time.process_time()
    for batch in batches[1:]:
        look(batch)
    return time.perf_counter() - started, time.process_time() - worked


def processor_overhead(batches: list[list[int]]) -> float:
    """How much more of the processor the default executor takes than the loop; the best of three of each."""
    loops, threads = [], []
    for _ in range(3):
        loops.append(bare(batches)[1])
        worked = time.process_time()
        for _rows in executor("threads", 1).run(LookingJob(), batches[1:]):
            pass
        threads.append(time.process_time() - worked)
    return min(threads) / min(loops) - 1


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
    alone, _ = bare(batches)
    print(f"{count} batches of {IMAGES_PER_BATCH} images {SIDE} x {SIDE}; a bare loop takes {alone:.2f} s")
    print(f"threads, 1 worker: {100 * processor_overhead(batches[:200]):+.1f} % of the loop's processor seconds")
    kinds = ["threads", "processes"] + (["ray"] if importlib.util.find_spec("ray") else [])
    for kind in kinds:
        # Two first: a Ray cluster of this machine is as large as its first run asks.
        (ready_s, two), (_, one) = (through(executor(kind, workers), batches, workers) for workers in (2, 1))
        print(f"{kind:10} 1 worker {one:6.2f} s ({100 * (one / alone - 1):+.1f} % of the loop)", end=", ")
        print(f"2 workers {two:6.2f} s ({one / two:.2f} times as fast), ready after {ready_s:.1f} s")


if __name__ == "__main__":
    main()
