"""Facts that any run of this machine has seen, by content: the same image is never looked at twice.

One table per annotator and version. Parts are whole or absent, so several runs may write at once. A bound keeps the
folder small: the parts that were used longest ago go first, and what is gone is looked at again when it is needed.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from paragone.core.errors import BadOption
from paragone.core.types import Column
from paragone.core.user_cache import user_cache
from paragone.store.lookup import Lookup
from paragone.store.schema import facts_schema
from paragone.store.table import Table

LIMIT_GB = 10.0
VARIABLE = "PARAGONE_CACHE_GB"


class Part(NamedTuple):
    """One file of the cache."""

    path: Path
    bytes: int
    used: float  # seconds since the epoch


@dataclass(frozen=True)
class FactCache:
    """The facts below `root`, at most so many bytes of them."""

    root: Path
    limit_bytes: int

    def table(self, name: str, columns: Mapping[str, Column]) -> Table:
        """The table of an annotator and version, `pixels-0123abcd`."""
        return Table(self.root / name, facts_schema(columns), root=self.root)

    def rows(self, name: str, columns: Mapping[str, Column], keys: Iterable[str]) -> Iterator[Mapping[str, Any]]:
        """The rows under those of the keys that are here."""
        table = self.table(name, columns)
        table.remove(table.damaged())  # what was in them is looked at again
        if not table.parts():
            return
        known = Lookup(table, list(table.schema))
        used: set[Path] = set()
        for key in keys:
            found = known.find(key)
            if found is not None:
                used.add(found.part)
                yield {column: values[found.place] for column, values in found.columns.items()}
        for part in used:
            with suppress(OSError):  # another run may have pruned it, or the folder is not ours to touch
                os.utime(part)

    def parts(self) -> list[Part]:
        """Every file, the one used longest ago first."""
        found = []
        for path in self.root.glob("*/*.parquet"):
            with suppress(OSError):  # gone since it was listed
                status = path.stat()
                found.append(Part(path, status.st_size, status.st_mtime))
        return sorted(found, key=lambda part: part.used)

    def prune(self, limit_bytes: int | None = None) -> int:
        """Remove the parts used longest ago until the rest fits, and give the bytes that were freed."""
        limit = self.limit_bytes if limit_bytes is None else limit_bytes
        parts = self.parts()
        excess = sum(part.bytes for part in parts) - limit
        freed = 0
        for part in parts:
            if freed >= excess:
                break
            with suppress(OSError):
                part.path.unlink()
                freed += part.bytes
        return freed


def cache_folder() -> Path:
    """Where this user's caches are: PARAGONE_CACHE, or a folder in the system's own place for caches."""
    return user_cache("PARAGONE_CACHE")


def fact_cache() -> FactCache:
    """The cache of this user; PARAGONE_CACHE_GB bounds it, and 0 turns it off."""
    written = os.environ.get(VARIABLE, "")
    try:
        limit = float(written) if written else LIMIT_GB
    except ValueError as error:
        raise BadOption(f"{VARIABLE} is {written!r}; write a number of gigabytes, such as 10") from error
    return FactCache(cache_folder() / "facts", int(limit * 1e9))
