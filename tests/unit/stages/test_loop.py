"""The one loop of all stages: rows are stored soon, in parts, and a stop keeps what was finished."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from paragone.core.errors import Interrupted, StoreError
from paragone.execute import Row
from paragone.stages.loop import Both, Silent, Sink, batched, work_through


class Kept:
    """A table that keeps parts in memory."""

    def __init__(self) -> None:
        self.parts: list[list[Mapping[str, Any]]] = []

    def append(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self.parts.append(list(rows))


class Broken(Kept):
    def append(self, rows: Sequence[Mapping[str, Any]]) -> None:
        raise StoreError("the cache is full")


def rows(*numbers: int, table: str = "scores") -> list[Row]:
    return [Row(table, {"key": number}) for number in numbers]


def test_rows_wait_for_each_other_and_are_stored_when_they_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sink, "most_rows", 3)
    monkeypatch.setattr("paragone.stages.loop.time.monotonic", lambda: 0.0)
    scores, samples = Kept(), Kept()
    sink = Sink({"scores": scores, "samples": samples})
    sink.add(rows(1, 2))
    assert scores.parts == []
    sink.add(rows(3) + rows(7, table="samples"))
    assert scores.parts == [[{"key": 1}, {"key": 2}, {"key": 3}]]
    assert samples.parts == [[{"key": 7}]]
    sink.flush()
    assert len(scores.parts) == 1


def test_rows_are_stored_after_two_seconds_however_few(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("paragone.stages.loop.time.monotonic", lambda: now)
    kept = Kept()
    sink = Sink({"scores": kept})
    now = 102.0
    sink.add(rows(1))
    assert kept.parts == []
    now = 102.1
    sink.add(rows(2))
    assert kept.parts == [[{"key": 1}, {"key": 2}]]
    now = 104.0  # two seconds after it was stored, not after it began
    sink.add(rows(3))
    assert len(kept.parts) == 1
    sink.add([])
    assert len(kept.parts) == 1


def test_a_cache_that_cannot_be_written_is_done_without() -> None:
    table, cache = Kept(), Kept()
    Both(table, cache).append([{"key": 1}])
    assert table.parts == cache.parts == [[{"key": 1}]]
    Both(table, Broken()).append([{"key": 2}])
    assert table.parts[-1] == [{"key": 2}]
    with pytest.raises(StoreError, match="the cache is full"):
        Both(Broken(), cache).append([{"key": 3}])


class Stopping(Silent):
    """Stops after so many rows."""

    def __init__(self, after: int) -> None:
        self.after, self.seen = after, 0

    def advance(self, rows: int) -> None:
        self.seen += rows

    def stopped(self) -> bool:
        return self.seen >= self.after


class InOrder:
    """An executor that works at once."""

    def run(self, job: Any, batches: Iterable[Any]) -> Iterator[list[Row]]:
        for batch in batches:
            yield job(batch)


def work(watch: Any, job: Any = lambda batch: rows(*batch)) -> Kept:
    kept = Kept()
    executor: Any = InOrder()
    try:
        work_through(batched(range(6), 2), job, executor=executor, sink=Sink({"scores": kept}), watch=watch)
    except Interrupted:
        kept.parts.append([{"interrupted": True}])
    except ValueError:
        kept.parts.append([{"failed": True}])
    return kept


def test_everything_is_worked_through_and_counted() -> None:
    watch = Stopping(99)
    assert work(watch).parts == [[{"key": number} for number in range(6)]]
    assert watch.seen == 6


def test_a_stop_keeps_what_was_finished_and_says_so() -> None:
    assert work(Stopping(2)).parts == [[{"key": 0}, {"key": 1}], [{"interrupted": True}]]
    assert work(Stopping(6)).parts[-1] == [{"interrupted": True}]
    assert not Silent().stopped()


def test_a_failure_keeps_what_was_finished() -> None:
    def fail(batch: list[int]) -> list[Row]:
        if 2 in batch:
            raise ValueError("a bug")
        return rows(*batch)

    assert work(Silent(), fail).parts == [[{"key": 0}, {"key": 1}], [{"failed": True}]]
