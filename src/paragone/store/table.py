"""A table is a folder of Parquet parts: rows are added in whole parts, and only a retry ever takes some out."""

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from paragone.core.errors import StoreError
from paragone.core.keys import key_of
from paragone.store.atomic import ASIDE, write_whole
from paragone.store.parts import checked, is_readable, part_name, parts_in, stem_of
from paragone.store.remote import Remote

WHOLE = "all"  # the one part of a table that is made anew each time
AT_ONCE = 65_536  # keys that are texts at a time
TRIES = 3  # of a reader, while a writer replaces parts


class Table:
    """Rows in `folder`, each with a `key`; `pl.scan_parquet(folder / "*.parquet")` reads them without our code."""

    def __init__(
        self, folder: Path, schema: Mapping[str, pl.DataType], *, root: Path, remote: Remote | None = None
    ) -> None:
        self.folder = folder
        self.schema = dict(schema)
        self._root = root
        self._remote = remote  # where the original of the root is, if that is a copy

    def append(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Store rows as one part. The part is named by their keys, so storing them twice changes nothing."""
        if rows:
            self._write(f"part-{key_of([row['key'] for row in rows])}", rows)

    def replace(self, rows: Sequence[Mapping[str, Any]], *, part: str = WHOLE) -> None:
        """Make these the only rows of a derived table, or of one named part of it, at once."""
        self._write(part, rows)

    def drop(self, where: pl.Expr) -> None:
        """Take rows out: each part that holds some is replaced by a shorter one, whole at every moment, or removed."""
        for part in self.checked_parts():
            with polars_reads(part):
                frame = pl.read_parquet(part)
            kept = frame.filter(where.fill_null(value=False).not_())
            if len(kept) == len(frame):
                continue
            if len(kept):
                self._put(stem_of(part), kept)
            else:
                self.remove([part])

    def parts(self) -> list[Path]:
        """The files of the table, in order of name."""
        return parts_in(self.folder)

    def checked_parts(self) -> list[Path]:
        """The same, each checked against the hash in its name."""
        return checked(self.parts(), run=self._place)

    def damaged(self) -> list[Path]:
        """The files whose bytes are not those that were stored."""
        return [part for part in sorted(self.folder.glob("*.parquet")) if not is_readable(part)]

    def remove(self, parts: Iterable[Path]) -> None:
        """Take whole parts away."""
        for part in parts:
            if self._remote is not None:
                self._remote.remove([part.relative_to(self._root).as_posix()])
            part.unlink(missing_ok=True)

    def read(self, columns: Sequence[str] | None = None, *, where: pl.Expr | None = None) -> pl.DataFrame:
        """All rows, or some columns of those that `where` holds for."""
        wanted = list(columns) if columns else list(self.schema)
        for attempt in range(TRIES):
            parts = self.parts()
            try:
                return self._read(parts, wanted, where)
            except StoreError:
                # A writer may have put a new part into the place of one that was listed: then look again.
                if attempt + 1 == TRIES or all(part.exists() for part in parts):
                    raise
        raise AssertionError("unreachable")

    def batches(self, columns: Sequence[str | pl.Expr], *, where: pl.Expr) -> Iterator[pl.DataFrame]:
        """Some columns of the rows that `where` holds for, part by part, so that memory stays level."""
        for part in self.checked_parts():
            with polars_reads(part):
                yield pl.scan_parquet(part).filter(where).select(columns).collect()

    def _read(self, parts: list[Path], columns: list[str], where: pl.Expr | None) -> pl.DataFrame:
        if not parts:
            return pl.DataFrame(schema={name: self.schema[name] for name in columns})
        checked(parts, run=self._place)
        with polars_reads(self.folder):
            rows = pl.scan_parquet(parts)
            return (rows if where is None else rows.filter(where)).select(columns).collect()

    @property
    def _place(self) -> object:
        return self._remote or self._root

    def keys(self) -> "KeySet":
        """The keys that are stored."""
        return KeySet(self.read(["key"])["key"])

    def _write(self, stem: str, rows: Sequence[Mapping[str, Any]]) -> None:
        frame = pl.DataFrame(
            [_column(name, [row.get(name) for row in rows], kind) for name, kind in self.schema.items()]
        )
        self._put(stem, frame)

    def _put(self, stem: str, frame: pl.DataFrame) -> None:
        buffer = io.BytesIO()
        frame.write_parquet(buffer, compression="zstd")
        path = self.folder / part_name(stem, buffer.getvalue())
        before = [other for other in self.folder.glob(f"{stem}-*.parquet") if other != path and stem_of(other) == stem]
        if self._remote is not None:  # first: what is here must be there, whatever happens in between
            self._remote.put(path.relative_to(self._root).as_posix(), buffer.getvalue())
        write_whole(path, buffer.getvalue(), aside=self._root / ASIDE)
        self.remove(before)


@contextmanager
def polars_reads(path: Path) -> Iterator[None]:
    """Whatever polars meets in a file becomes one line; it panics on some, and a panic passes `except Exception`."""
    try:
        yield
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        said = str(error).partition("\n")[0][:200]
        raise StoreError(f"cannot read the table {path}: {said}; it was changed by other software") from error


def _column(name: str, values: list[Any], kind: pl.DataType) -> pl.Series:
    if kind != pl.List(pl.Float32()):
        return pl.Series(name, values, dtype=kind)
    arrays = [None if value is None else np.asarray(value, dtype=np.float32) for value in values]
    lengths = {-1 if array is None else len(array) for array in arrays}
    if len(lengths) == 1 and min(lengths) > 0:  # one block, thirty times faster than row by row
        return pl.Series(name, np.stack([array for array in arrays if array is not None])).cast(kind)
    return pl.Series(name, [None if array is None else pl.Series(array) for array in arrays], dtype=kind)


class KeySet:
    """A set of keys in 32 bytes a key: a run may have millions, and a Python set takes four times that."""

    def __init__(self, keys: Sequence[str] | pl.Series) -> None:
        # A stretch at a time: as Python's texts all of them would take three times what is kept.
        starts = range(0, len(keys), AT_ONCE)
        self._sorted = np.concatenate(
            [np.array(list(keys[start : start + AT_ONCE]), dtype="S32") for start in starts] or [np.empty(0, "S32")]
        )
        self._sorted.sort()

    def __len__(self) -> int:
        return len(self._sorted)

    def __contains__(self, key: str) -> bool:
        return bool(self.holds([key])[0])

    def holds(self, keys: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """For each key, whether it is in the set."""
        asked = np.array(keys, dtype="S32")
        if not len(self._sorted):
            return np.zeros(len(asked), dtype=np.bool_)
        place = np.minimum(np.searchsorted(self._sorted, asked), len(self._sorted) - 1)
        return np.asarray(self._sorted[place] == asked)
