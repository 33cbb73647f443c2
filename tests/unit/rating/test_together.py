"""Votes that wait share a transaction; one that fails fails alone; nothing is told before it is committed."""

import threading
from concurrent.futures import wait
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from paragone.rating.store.database import open_database, writing
from paragone.rating.store.tables import settings
from paragone.rating.store.together import Together


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return open_database(tmp_path)


def _put(connection: sa.Connection, name: str) -> str:
    connection.execute(settings.insert().values(name=name, value=""))
    return name


def _stored(engine: Engine) -> set[str]:
    with engine.connect() as connection:
        return {name for name in connection.execute(sa.select(settings.c.name)).scalars() if name.isdecimal()}


def _commits(engine: Engine) -> list[int]:
    counted: list[int] = []
    sa.event.listen(engine, "commit", lambda _: counted.append(1))
    return counted


def test_what_waits_is_committed_together(engine: Engine) -> None:
    writer, gate, counted = Together(engine), threading.Event(), _commits(engine)
    writer.alone(gate.wait)
    told = [writer.submit(lambda connection, name=str(k): _put(connection, name)) for k in range(50)]  # type: ignore[misc]
    gate.set()
    assert [one.result(10) for one in told] == [str(k) for k in range(50)]
    assert _stored(engine) == {str(k) for k in range(50)}
    assert len(counted) == 1


def test_one_that_fails_fails_alone(engine: Engine) -> None:
    with writing(engine) as connection:
        _put(connection, "3")
    writer, gate = Together(engine), threading.Event()
    writer.alone(gate.wait)
    told = [writer.submit(lambda connection, name=str(k): _put(connection, name)) for k in range(6)]  # type: ignore[misc]
    gate.set()
    wait(told, 10)
    assert [one.exception() is None for one in told] == [True, True, True, False, True, True]
    assert isinstance(told[3].exception(), sa.exc.IntegrityError)
    assert _stored(engine) == {str(k) for k in range(6)}


def test_nothing_is_told_before_it_is_committed(engine: Engine) -> None:
    writer, seen = Together(engine), []
    told = writer.submit(lambda connection: _put(connection, "1"))
    told.add_done_callback(lambda _: seen.append(_stored(engine)))
    told.result(10)
    writer.alone(lambda: None).result(10)
    assert seen == [{"1"}]


def test_who_gave_up_before_their_turn_is_not_stored(engine: Engine) -> None:
    writer, gate = Together(engine), threading.Event()
    writer.alone(gate.wait)
    gone, here = (writer.submit(lambda connection, name=name: _put(connection, name)) for name in "12")  # type: ignore[misc]
    assert gone.cancel()
    gate.set()
    here.result(10)
    assert _stored(engine) == {"2"}
