"""What an executor costs and gains on CPU-bound looking: bare loop, threads, processes and Ray, with 1 and 2 workers.

    OMP_NUM_THREADS=1 python benchmarks/execute.py [seconds of work] [rounds]

Overhead. The default executor with one worker hands out one batch at a time, so a bare loop and the executor take turns
batch by batch, each on the same batch, now one first, now the other; what else the machine does meets both alike. Each
pair gives a ratio, of the clock and of processor time, and the median over all pairs is shown with the range that holds
it in 95 of 100 resamplings. In the overhead: the executor itself (its generator and call), nothing of the work. An
idle batch shows the same without any noise of the work.

Stage. The whole look stage of a run on the cheapest annotator there is, `pixels`: processor time of everything beside
decoding and looking (finding what is missing, keys, batches, waiting rows, Parquet parts of the run and of the cache
of facts, and their syncs), as a share of decoding and looking itself, both counted in the same run. Slower annotators
make the share smaller.

Gain. Seconds a batch with one worker over those with two, once all workers have begun. Run it on a quiet machine; the
last line says how busy it was.
"""

import importlib.util
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from paragone.core.types import Picture
from paragone.execute import Batch, Executor, Job, Row, Worker, executor
from paragone.stages.draw import draw
from paragone.stages.look import look as look_stage
from paragone.stages.loop import Silent
from paragone.stages.manifest import record
from paragone.stages.planning.plan import Plan
from paragone.stages.planning.prepare import prepare
from paragone.store.fact_cache import FactCache
from paragone.store.opening import open_run

IMAGES_PER_BATCH = 8
SIDE = 256
NOISE = """
import numpy as np

def draw(text, seed):
    return np.random.default_rng(int(text.split()[1])).integers(0, 256, (256, 256, 3), dtype=np.uint8)
"""


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


@dataclass(frozen=True)
class IdleJob:
    """Does nothing, so that all the time there is goes to the executor."""

    threads: int | None = None

    def start(self) -> Worker:
        """Nothing to load."""
        return idle


def idle(batch: Batch) -> list[Row]:
    """No rows."""
    return []


def idle_us(kind: str, workers: int, count: int) -> float:
    """Microseconds of the clock that a batch costs beside its work."""
    rows = executor(kind, workers).run(IdleJob(), ([number] for number in range(count)))
    for _ in range(3 * workers):
        next(rows)
    started = time.perf_counter()
    rest = sum(1 for _ in rows)
    return 1e6 * (time.perf_counter() - started) / rest


def overhead(batches: list[list[int]]) -> tuple[list[float], list[float]]:
    """Percent that the executor adds, of the clock and of the processor, for each batch."""
    rows = executor("threads", 1).run(LookingJob(), batches)
    ways = (look, lambda batch: next(rows))
    clock, processor = [], []
    for number, batch in enumerate(batches):
        taken: dict[int, tuple[float, float]] = {}
        for way in (0, 1) if number % 2 else (1, 0):  # neither is always first
            started, worked = time.perf_counter(), time.process_time()
            ways[way](batch)
            taken[way] = time.perf_counter() - started, time.process_time() - worked
        clock.append(100 * (taken[1][0] / taken[0][0] - 1))
        processor.append(100 * (taken[1][1] / taken[0][1] - 1))
    return clock, processor


@dataclass
class Timed:
    """An executor whose workers count the processor time that they take, and a job that does the same."""

    inner: Executor
    job: Job | None = None
    spent: list[float] = field(default_factory=list)

    @property
    def threads(self) -> int | None:
        """One, so that the processor time of the process is that of the worker and of what surrounds it."""
        return 1

    def run(self, job: Job, batches: Iterable[Batch]) -> Iterator[list[Row]]:
        """As the inner executor."""
        self.job = job
        return self.inner.run(self, batches)

    def start(self) -> Worker:
        """The job's worker, timed."""
        assert self.job is not None
        work = self.job.start()

        def timed(batch: Batch) -> list[Row]:
            worked = time.process_time()
            rows = work(batch)
            self.spent.append(time.process_time() - worked)
            return rows

        return timed


def stage_share(images: int) -> float:
    """Percent of processor time that the look stage takes beside decoding and looking."""
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "prompts.txt").write_text("".join(f"noise {number}\n" for number in range(images)))
        (Path(place) / "noise.py").write_text(NOISE)
        written = {"scenarios": [{"use": "file", "path": f"{place}/prompts.txt"}], "metrics": ["blackout"]}
        plan = Plan.model_validate(written | {"models": [{"use": "python", "function": f"{place}/noise.py:draw"}]})
        folder = open_run(f"{place}/run")
        prepared = prepare(plan, folder).ready()
        with folder.writing():
            record(prepared, folder)
            draw(prepared, folder, executor=executor("threads", 1), watch=Silent())
            timed = Timed(executor("threads", 1))
            worked = time.process_time()
            look_stage(prepared, folder, executor=timed, watch=Silent(), cache=FactCache(Path(place) / "facts", 10**9))
            whole = time.process_time() - worked
    return 100 * (whole / sum(timed.spent) - 1)


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


def likely(ratios: list[float]) -> str:
    """The median with its 95 % bootstrap interval."""
    few = np.random.default_rng(0).choice(np.array(ratios), (2000, len(ratios)))
    low, high = np.quantile(np.median(few, axis=1), (0.025, 0.975))
    return f"{statistics.median(ratios):+.2f} % [{low:+.2f}, {high:+.2f}], {len(ratios)} pairs"


def main() -> None:
    """Print one line per claim."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    wanted_s, rounds = (float(text) for text in (*sys.argv[1:3], *("4", "5")[len(sys.argv) - 1 :]))
    first = list(range(IMAGES_PER_BATCH))
    look(first)
    started = time.process_time()
    look(first)
    count = max(40, int(wanted_s / (time.process_time() - started)))
    batches = [list(range(n * IMAGES_PER_BATCH, (n + 1) * IMAGES_PER_BATCH)) for n in range(count)]
    print(f"{count} batches of {IMAGES_PER_BATCH} images {SIDE} x {SIDE}, {rounds:.0f} rounds", flush=True)
    clock, processor = overhead(batches * int(rounds))
    print(f"overhead of the local executor over a bare loop: {likely(clock)} of the clock")
    print(f"                                                 {likely(processor)} of the processor", flush=True)
    shares = [stage_share(400) for _ in range(int(rounds))]
    print(f"the look stage beside decoding and looking: {spread(shares, ' %')} of the processor", flush=True)
    kinds = ["threads", "processes"] + (["ray"] if importlib.util.find_spec("ray") else [])
    alone = [f"{kind} {idle_us(kind, 2, 2000):.0f}" for kind in kinds]
    print(
        f"an idle batch costs: local {idle_us('threads', 1, 100_000):.1f}, with 2 workers {', '.join(alone)} us",
        flush=True,
    )
    for kind in kinds:
        # Two first: a Ray cluster of this machine is as large as its first run asks.
        pairs = [[through(executor(kind, n), batches, n) for n in (2, 1)] for _ in range(int(rounds))]
        print(f"{kind:10} 2 workers are {spread([one / two for two, one in pairs], ' times')} as fast as 1", flush=True)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} (2 is what this benchmark makes itself)")


if __name__ == "__main__":
    main()
