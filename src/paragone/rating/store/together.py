"""Group commit: what waits while a transaction is synced to disk shares the next one, and is told when that is done."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from paragone.rating.store.database import writing

MOST = 64  # in one transaction of SQLite: so many take less time than people notice
WRITERS = 8  # of PostgreSQL, which commits what comes at the same time together by itself
Result = TypeVar("Result")
Job = tuple[Callable[[sa.Connection], Any], Future[Any]]


class Together:
    """One thread that writes SQLite: a sync costs the same for one vote and for fifty, so votes that wait share it.

    PostgreSQL has several writers, each with one act a transaction.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        is_alone = engine.dialect.name == "sqlite"
        self._most = MOST if is_alone else 1
        self._thread = ThreadPoolExecutor(1 if is_alone else WRITERS, "study-writing")
        self._waiting: deque[Job] = deque()

    def submit(self, act: Callable[[sa.Connection], Result]) -> "Future[Result]":
        """What `act` gives, once what it wrote is committed. It may be called again where its transaction failed."""
        future: Future[Result] = Future()
        self._waiting.append((act, future))
        self._thread.submit(self._drain)
        return future

    def alone(self, act: Callable[[], Result]) -> "Future[Result]":
        """What `act` gives, called between two transactions: for what begins its own."""
        return self._thread.submit(act)

    def _drain(self) -> None:
        taken: list[Job] = []
        with suppress(IndexError):  # another writer was faster
            while len(taken) < self._most:
                taken.append(self._waiting.popleft())
        self._commit([job for job in taken if job[1].set_running_or_notify_cancel()])

    def _commit(self, jobs: list[Job], *, is_again: bool = False) -> None:
        if not jobs:
            return
        try:
            with writing(self._engine) as connection:
                found = [act(connection) for act, _ in jobs]
        except BaseException as error:
            if len(jobs) == 1 and _is_lost(error) and not is_again:  # the database was started anew
                self._commit(jobs, is_again=True)
                return
            if len(jobs) == 1:
                jobs[0][1].set_exception(error)
                return
            for job in jobs:  # nothing of it was stored: whoever failed fails alone, the others are done
                self._commit([job])
        else:
            for (_, future), one in zip(jobs, found, strict=True):
                future.set_result(one)


def _is_lost(error: BaseException) -> bool:
    """Whether the connection was cut; an act whose commit was cut finds out by itself whether it was stored."""
    return isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated
