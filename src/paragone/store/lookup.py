"""Rows of a table by key, a few parts in memory at a time: memory stays level however many rows there are."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from paragone.core.errors import StoreError
from paragone.store.table import Table, polars_reads

PARTS_AT_ONCE = 4
PACKED = "S16"  # a key's 32 hexadecimal digits as bytes: there may be millions in memory


class Found(NamedTuple):
    """A row: the columns of the part it is in, its place there, and the part's file."""

    columns: Mapping[str, Sequence[Any]]
    place: int
    part: Path


class Lookup:
    """Rows are asked for in about the order they were stored in, so a few parts serve a long stretch."""

    def __init__(self, table: Table, columns: Sequence[str]) -> None:
        self._folder, self._columns = table.folder, list(columns)
        self._parts = table.checked_parts()
        keys = []
        for part in self._parts:
            with polars_reads(part):
                keys.append(_packed(pl.read_parquet(part, columns=["key"])["key"]))
        flat = np.concatenate(keys) if keys else np.zeros(0, dtype=PACKED)
        order = np.argsort(flat, kind="stable")
        self._keys = flat[order]
        self._part = np.repeat(np.arange(len(keys), dtype=np.int32), [len(part) for part in keys])[order]
        self._place = (
            np.concatenate([np.arange(len(part), dtype=np.int32) for part in keys])[order] if keys else self._part
        )
        self._open: OrderedDict[int, dict[str, Sequence[Any]]] = OrderedDict()

    def find(self, key: str) -> Found | None:
        """The row under a key, if there is one."""
        packed = np.bytes_(bytes.fromhex(key).rstrip(b"\0"))  # numpy drops zeros at the end as well
        at = int(np.searchsorted(self._keys, packed))
        if at >= len(self._keys) or self._keys[at] != packed:
            return None
        part = int(self._part[at])
        return Found(self._load(part), int(self._place[at]), self._parts[part])

    def value(self, key: str, column: str) -> Any:
        """What that column holds under a key that must be there."""
        found = self.find(key)
        if found is None:
            raise StoreError(f"{self._folder} lacks the row {key}; run the plan again")
        return found.columns[column][found.place]

    def _load(self, part: int) -> dict[str, Sequence[Any]]:
        if part in self._open:
            self._open.move_to_end(part)
            return self._open[part]
        with polars_reads(self._parts[part]):
            frame = pl.read_parquet(self._parts[part], columns=self._columns)
        self._open[part] = {column.name: _values(column) for column in frame}
        if len(self._open) > PARTS_AT_ONCE:
            self._open.popitem(last=False)
        return self._open[part]


def _packed(keys: pl.Series) -> np.ndarray[tuple[int], np.dtype[np.bytes_]]:
    return np.asarray(keys.str.decode("hex").to_numpy().astype(PACKED))


def _values(column: pl.Series) -> Sequence[Any]:
    if column.dtype != pl.List:
        return column.to_list()
    # Slices of one flat array: a list of Python floats would take ten times the memory.
    lengths = column.list.len().fill_null(0).to_numpy()
    flat = column.explode(empty_as_null=False, keep_nulls=False).to_numpy()
    ends = np.cumsum(lengths)
    return [
        None if missing else flat[end - length : end]
        for missing, end, length in zip(column.is_null(), ends, lengths, strict=True)
    ]
