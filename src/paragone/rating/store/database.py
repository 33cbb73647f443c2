"""Open a study's database: SQLite in its folder (WAL, every commit synced), or PostgreSQL at a URL."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Engine, make_url

from paragone.core.errors import NotReady, StoreError
from paragone.rating.store.migrations import bring_up_to_date

FILE = "study.db"
WAIT_S = 15  # for another process that writes


def open_database(place: Path, url: str | None = None) -> Engine:
    """The database of the study in a folder, its tables made or brought up to date."""
    engine = _postgres(url) if url else sqlite_at(place / FILE)
    try:
        with writing(engine) as connection:
            bring_up_to_date(connection)
    except sa.exc.DBAPIError as error:
        said = str(error.orig).splitlines()[0] if str(error.orig) else type(error.orig).__name__
        raise StoreError(f"cannot open the database of {place}: {said[:200]}") from error
    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[sa.Connection]:
    """A transaction that writes; it is committed whole, or not at all."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


def sqlite_at(path: Path) -> Engine:
    """A SQLite database: one writer at a time, every commit synced, what is deleted is overwritten."""
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(URL.create("sqlite", database=str(path)), connect_args={"timeout": WAIT_S})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we begin transactions ourselves: the driver would begin late
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "secure_delete=ON",
            f"busy_timeout={WAIT_S * 1000}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        # Two that read first and then write would wait for each other: who writes says so at once.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")

    path.touch(mode=0o600, exist_ok=True)
    return engine


def _postgres(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except sa.exc.ArgumentError as error:
        raise StoreError("the database is no URL; write postgresql://USER:PASSWORD@HOST/NAME") from error
    if parsed.get_backend_name() != "postgresql":
        raise StoreError(f"the database is {parsed.get_backend_name()}; use postgresql://, or none for SQLite")
    try:
        # Those who write, those who read; whether a connection is still there shows when it is used.
        return sa.create_engine(parsed.set(drivername="postgresql+pg8000"), pool_size=11, max_overflow=0)
    except ImportError as error:
        raise NotReady("PostgreSQL needs a driver: pip install 'paragone[postgresql]'") from error
