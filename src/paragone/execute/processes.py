"""Work in processes of this machine: for work that holds Python's lock, or one process per device."""

import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paragone.core.errors import StoreError
from paragone.core.patience import ask_to_stop
from paragone.execute import USUAL, Batch, Job, Resources, Row, Worker
from paragone.execute.devices import device_for, use_device, visible_gpus
from paragone.execute.parent import end_with_parent
from paragone.execute.window import closing, run_windowed

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

_worker: Worker | None = None  # of this worker process, set once by _start


@dataclass(frozen=True)
class Processes:
    """One batch at a time in each of `workers` processes; with no GPUs asked for, they see none."""

    workers: int
    resources: Resources = USUAL

    def run(self, job: Job, batches: Iterable[Batch]) -> Iterator[list[Row]]:
        """The rows of each batch as it is done."""
        # Spawn, not fork: polars, onnxruntime and torch hold threads that do not survive a fork.
        context = multiprocessing.get_context("spawn")
        numbers = context.Value("i", 0)
        start = (job, os.getpid(), numbers, [""] if self.resources.gpus == 0 else visible_gpus())
        pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_start, initargs=start)
        with closing(pool):
            try:
                yield from run_windowed(pool, _work, batches, window=self.workers + 1)
            except BrokenProcessPool as error:
                raise StoreError(
                    "a worker process ended suddenly (killed, or out of memory); what was finished is stored: "
                    "run the same command again, with fewer workers if memory is short"
                ) from error


def _start(job: Job, parent: int, numbers: "Synchronized[int]", gpus: list[str]) -> None:
    global _worker
    end_with_parent(parent)
    with numbers.get_lock():
        number, numbers.value = numbers.value, numbers.value + 1
    use_device(device_for(number, gpus))
    # Ctrl-C reaches the whole process group; the main process decides when workers stop, but none waits any longer.
    signal.signal(signal.SIGINT, lambda number, frame: ask_to_stop())
    _worker = job.start()


def _work(batch: Batch) -> list[Row]:
    assert _worker is not None
    return _worker(batch)
