"""A bounded window of work in flight over any pool of the standard library."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from itertools import islice

from paragone.core.errors import Interrupted
from paragone.execute import Batch, Row


def run_windowed(
    pool: Executor, work: Callable[[Batch], list[Row]], batches: Iterable[Batch], *, window: int
) -> Iterator[list[Row]]:
    """The rows of each batch as it is done; at most `window` batches exist at a time, so memory stays level."""
    source = iter(batches)
    running: set[Future[list[Row]]] = {pool.submit(work, batch) for batch in islice(source, window)}
    stopped: Interrupted | None = None
    try:
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            # All of `done` is handed over before an error in one of them is raised: finished work is never dropped.
            for future in sorted(done, key=lambda future: future.exception() is not None):
                try:
                    rows = future.result()
                except Interrupted as error:  # one gave up waiting; what the others have in hand is still wanted
                    stopped = error
                    continue
                yield rows
                if stopped is None:
                    running.update(pool.submit(work, batch) for batch in islice(source, 1))
        if stopped is not None:
            raise stopped
    finally:
        for future in running:
            future.cancel()


@contextmanager
def closing(pool: Executor) -> Iterator[None]:
    """End a pool after its work is done; when all is to end at once (Ctrl-C again), nobody is waited for."""
    try:
        yield
    except (KeyboardInterrupt, GeneratorExit):
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    except BaseException:
        pool.shutdown(wait=True)
        raise
    pool.shutdown(wait=True)
