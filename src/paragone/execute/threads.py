"""Work in threads of this process: no copying, and the heavy parts (decoding, inference, the network) run at once."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from paragone.execute import Batch, Job, Row
from paragone.execute.window import closing, run_windowed


@dataclass(frozen=True)
class Threads:
    """As many threads as the job allows, or as there are workers."""

    workers: int

    def run(self, job: Job, batches: Iterable[Batch]) -> Iterator[list[Row]]:
        """The rows of each batch as it is done."""
        threads = job.threads or self.workers
        work = job.start()
        if threads == 1:  # no pool: the same thread, in order
            yield from map(work, batches)
            return
        pool = ThreadPoolExecutor(threads)
        with closing(pool):
            yield from run_windowed(pool, work, batches, window=threads + 1)
