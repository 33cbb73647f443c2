"""What an executor costs and gains on CPU-bound looking: bare loop, threads, processes and Ray, with 1 and 2 workers.

    python benchmarks/execute.py [seconds of work] [rounds]

Other programs disturb a clock, so each round times the loop and every executor one after the other, ratios are taken
within a round, and their median over the rounds is printed with the extremes. For threads, which share this process,
processor seconds are compared as well: other programs hardly change those. Starting up is told apart from working: the
clock starts when every worker has begun. Run it on a quiet machine; the last line says how busy it was.
"""

import importlib.util
import os
import statistics
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
    started, worked = time.perf_counter(), time.process_time()
    for batch in batches:
        look(batch)
    return time.perf_counter() - started, time.process_time() - worked


def in_threads(batches: list[list[int]]) -> tuple[float, float]:
    """The same of the default executor with one worker."""
    started, worked = time.perf_counter(), time.process_time()
    for _ in executor("threads", 1).run(LookingJob(), batches):
        pass
    return time.perf_counter() - started, time.process_time() - worked


def through(runner: Executor, batches: list[list[int]], workers: int) -> float:
    """Seconds a batch, after every worker has surely begun."""
    rows: Iterator[list[Row]] = runner.run(LookingJob(), batches)
    for _ in range(3 * workers):
        next(rows)
    started = time.perf_counter()
    rest = sum(1 for _ in rows)
    assert rest == len(batches) - 3 * workers
    return (time.perf_counter() - started) / rest


def spread(ratios: list[float], unit: str) -> str:
    """The median with its extremes."""
    return f"{statistics.median(ratios):.2f}{unit} (from {min(ratios):.2f} to {max(ratios):.2f})"


def main() -> None:
    """Print one line per claim."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    wanted_s, rounds = (float(text) for text in (*sys.argv[1:3], *("4", "5")[len(sys.argv) - 1 :]))
    look(range(IMAGES_PER_BATCH))
    per_batch = bare([list(range(IMAGES_PER_BATCH))] * 4)[0] / 4
    count = max(40, int(wanted_s / per_batch))
    batches = [list(range(n * IMAGES_PER_BATCH, (n + 1) * IMAGES_PER_BATCH)) for n in range(count)]
    kinds = ["threads", "processes"] + (["ray"] if importlib.util.find_spec("ray") else [])
    clock, processor, gain = [], [], {kind: [] for kind in kinds}
    for turn in range(int(rounds)):
        order = (bare, in_threads) if turn % 2 else (in_threads, bare)  # neither is always first
        taken = {way: way(batches) for way in order}
        clock.append(100 * (taken[in_threads][0] / taken[bare][0] - 1))
        processor.append(100 * (taken[in_threads][1] / taken[bare][1] - 1))
        for kind in kinds:
            # Two first: a Ray cluster of this machine is as large as its first run asks.
            two, one = (through(executor(kind, workers), batches, workers) for workers in (2, 1))
            gain[kind].append(one / two)
    print(f"{count} batches of {IMAGES_PER_BATCH} images {SIDE} x {SIDE}, {rounds:.0f} rounds")
    print(f"overhead of threads with 1 worker over a bare loop: {spread(clock, ' %')} of the clock")
    print(f"                                                    {spread(processor, ' %')} of the processor")
    for kind in kinds:
        print(f"{kind:10} 2 workers are {spread(gain[kind], ' times')} as fast as 1")
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} (2 is what this benchmark makes itself)")


if __name__ == "__main__":
    main()
