"""The one loop that every stage runs: what is missing goes to workers, and what they finish is stored.

Running the same command again is the resume: each stage asks for what the plan wants, less what is stored.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Protocol, TypeVar

from paragone.core.errors import Interrupted, StoreError
from paragone.execute import Batch, Executor, Job, Row

Item = TypeVar("Item")


class Watch(Protocol):
    """Someone who watches a run and may stop it."""

    def begin(self, stage: str, total: int, done: int = 0) -> None:
        """A stage begins; of its `total` rows `done` are stored already."""
        ...

    def advance(self, rows: int) -> None:
        """So many more rows are done."""
        ...

    def stopped(self) -> bool:
        """Whether to stop after the batches in hand."""
        ...


class Silent:
    """Watches nothing and never stops."""

    def begin(self, stage: str, total: int, done: int = 0) -> None:
        """Nothing is shown."""

    def advance(self, rows: int) -> None:
        """Nothing is shown."""

    def stopped(self) -> bool:
        """Never."""
        return False


class Appends(Protocol):
    """Takes rows to keep."""

    def append(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Store rows as one part."""
        ...


class Both:
    """Two tables that take the same rows; the second is a cache, and a cache that cannot be written is done without."""

    def __init__(self, table: Appends, cache: Appends) -> None:
        self._table, self._cache = table, cache

    def append(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Store rows in both."""
        self._table.append(rows)
        with suppress(StoreError):
            self._cache.append(rows)


class Sink:
    """Stores rows in parts: after two seconds, so that a crash costs no more, or when there are many."""

    patience_s = 2.0
    most_rows = 4096

    def __init__(self, tables: Mapping[str, Appends]) -> None:
        self._tables = tables
        self._waiting: dict[str, list[Row]] = {}
        self._stored_at = time.monotonic()

    def add(self, rows: Iterable[Row]) -> None:
        """Take rows and store them soon."""
        for row in rows:
            self._waiting.setdefault(row.table, []).append(row)
        full = max((len(waiting) for waiting in self._waiting.values()), default=0) >= self.most_rows
        if full or time.monotonic() - self._stored_at > self.patience_s:
            self.flush()

    def flush(self) -> None:
        """Store all rows now."""
        for name in list(self._waiting):
            self._tables[name].append([row.values for row in self._waiting[name]])
            del self._waiting[name]
        self._stored_at = time.monotonic()


def work_through(batches: Iterable[Batch], job: Job, *, executor: Executor, sink: Sink, watch: Watch) -> None:
    """Run the job over the batches, storing as it goes; stop between batches when the watch says so."""

    def until_stopped() -> Iterator[Batch]:
        for batch in batches:
            if watch.stopped():
                return
            yield batch

    try:
        for rows in executor.run(job, until_stopped()):
            sink.add(rows)
            watch.advance(len(rows))
    finally:
        sink.flush()
    if watch.stopped():
        raise Interrupted("stopped as asked; what was finished is stored: run the same command again to go on")


def batched(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Lists of `size` items, the last one shorter.

    >>> list(batched("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    source = iter(items)
    while batch := list(islice(source, size)):
        yield batch
