"""A bounded window of work in flight over any pool of the standard library."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import islice

from paragone.execute import Batch, Row


def run_windowed(
    pool: Executor, work: Callable[[Batch], list[Row]], batches: Iterable[Batch], *, window: int
) -> Iterator[list[Row]]:
    """The rows of each batch as it is done; at most `window` batches exist at a time, so memory stays level."""
    source = iter(batches)
    running: set[Future[list[Row]]] = {pool.submit(work, batch) for batch in islice(source, window)}
    try:
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            # All of `done` is handed over before an error in one of them is raised: finished work is never dropped.
            for future in sorted(done, key=lambda future: future.exception() is not None):
                yield future.result()
                running.update(pool.submit(work, batch) for batch in islice(source, 1))
    finally:
        for future in running:
            future.cancel()
