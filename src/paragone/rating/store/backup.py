"""A copy of a study's database while it goes on: a SQLite file, whichever database it comes from."""

import sqlite3
from pathlib import Path

import sqlalchemy as sa

from paragone.core.errors import StoreError
from paragone.rating.store.database import FILE, sqlite_at, writing
from paragone.rating.store.study import DATABASE, Study
from paragone.rating.store.tables import metadata

ROWS = 2000  # at a time


def write_backup(study: Study, out: Path) -> str:
    """All tables as they are at one moment; says how to go back to them."""
    if out.exists():
        raise StoreError(f"{out} is there already; choose another file")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.touch(mode=0o600)
    if study.engine.dialect.name == "sqlite":
        with sqlite3.connect(study.folder / FILE) as source, sqlite3.connect(out) as copy:
            source.backup(copy)
        source.close()
        copy.close()
        return f"a SQLite database; put it into the study's folder as {FILE} to go back to it"
    _copy(study, out)
    return f"a SQLite database; put it into the study's folder as {FILE} in place of {DATABASE} to go on from it"


def _copy(study: Study, out: Path) -> None:
    copy = sqlite_at(out)
    with (
        study.engine.connect().execution_options(isolation_level="REPEATABLE READ") as source,
        writing(copy) as target,
    ):
        metadata.create_all(target)
        for table in metadata.sorted_tables:
            for rows in source.execute(sa.select(table)).mappings().partitions(ROWS):
                target.execute(table.insert(), [dict(row) for row in rows])
    copy.dispose()  # the last who closes it leaves one file
