"""Read facts back by key, a few parts at a time, so that memory stays level however many images there are."""

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from paragone.core.types import Column, Facts, Missing
from paragone.store.table import Table

_PARTS_AT_ONCE = 4


class FactReader:
    """The facts of one annotator. Facts lie in the order of their samples, so a few parts serve a long stretch."""

    def __init__(self, table: Table, columns: Mapping[str, Column]) -> None:
        self._columns = columns
        self._parts = table.parts()
        keys = [pl.read_parquet(part, columns=["key"])["key"].to_numpy().astype("S32") for part in self._parts]
        flat = np.concatenate(keys) if keys else np.zeros(0, dtype="S32")
        order = np.argsort(flat, kind="stable")
        self._keys = flat[order]
        self._part = np.repeat(np.arange(len(keys), dtype=np.int32), [len(part) for part in keys])[order]
        self._row = (
            np.concatenate([np.arange(len(part), dtype=np.int32) for part in keys])[order] if keys else self._part
        )
        self._open: OrderedDict[int, dict[str, Sequence[Any]]] = OrderedDict()

    def get(self, key: str) -> Facts | Missing:
        """The facts under a key, or why there are none."""
        place = int(np.searchsorted(self._keys, np.bytes_(key)))
        if place >= len(self._keys) or self._keys[place] != np.bytes_(key):
            return Missing("nothing was stated")
        content = self._load(int(self._part[place]))
        row = int(self._row[place])
        if content["error"][row] is not None:
            return Missing(content["error"][row])
        return {name: _told(content[name][row], kind) for name, kind in self._columns.items()}

    def _load(self, part: int) -> dict[str, Sequence[Any]]:
        if part in self._open:
            self._open.move_to_end(part)
            return self._open[part]
        frame = pl.read_parquet(self._parts[part], columns=["error", *self._columns])
        content: dict[str, Sequence[Any]] = {"error": frame["error"].to_list()}
        for name, kind in self._columns.items():
            content[name] = _vectors(frame[name]) if kind == "vector" else frame[name].to_list()
        self._open[part] = content
        if len(self._open) > _PARTS_AT_ONCE:
            self._open.popitem(last=False)
        return content


def _vectors(column: pl.Series) -> list[Any]:
    # Slices of one flat array: a list of Python floats would take ten times the memory.
    lengths = column.list.len().fill_null(0).to_numpy()
    flat = column.explode(empty_as_null=False, keep_nulls=False).to_numpy()
    ends = np.cumsum(lengths)
    return [
        None if missing else flat[end - length : end]
        for missing, end, length in zip(column.is_null(), ends, lengths, strict=True)
    ]


def _told(value: Any, kind: Column) -> Any:
    return json.loads(value) if kind == "json" and value is not None else value
