"""A copy of a study's database while it goes on."""

import json
import sqlite3
from pathlib import Path

import sqlalchemy as sa

from paragone.core.errors import StoreError
from paragone.rating.store.database import FILE
from paragone.rating.store.study import Study
from paragone.rating.store.tables import metadata


def write_backup(study: Study, out: Path) -> str:
    """SQLite's own copy, or all tables of PostgreSQL as JSON, of one moment; says what was written."""
    if out.exists():
        raise StoreError(f"{out} is there already; choose another file")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.touch(mode=0o600)
    if study.engine.dialect.name == "sqlite":
        with sqlite3.connect(study.folder / FILE) as source, sqlite3.connect(out) as copy:
            source.backup(copy)
        source.close()
        copy.close()
        return "a SQLite database; put it into the study's folder as study.db to go back to it"
    with study.engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        found = {
            table.name: [dict(row) for row in connection.execute(sa.select(table)).mappings()]
            for table in metadata.sorted_tables
        }
    out.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    return f"{sum(map(len, found.values()))} rows of {len(found)} tables"
