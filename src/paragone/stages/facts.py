"""Read facts back by key."""

import json
from collections.abc import Mapping
from typing import Any

from paragone.core.types import Column, Facts, Missing
from paragone.store.lookup import Lookup
from paragone.store.table import Table


class FactReader:
    """The facts of one annotator."""

    def __init__(self, table: Table, columns: Mapping[str, Column]) -> None:
        self._kinds = columns
        self._rows = Lookup(table, ["error", *columns])

    def get(self, key: str) -> Facts | Missing:
        """The facts under a key, or why there are none."""
        found = self._rows.find(key)
        if found is None:
            return Missing("nothing was stated")
        columns, place, _ = found
        if columns["error"][place] is not None:
            return Missing(columns["error"][place])
        return {name: _decoded(columns[name][place], kind) for name, kind in self._kinds.items()}


def _decoded(value: Any, kind: Column) -> Any:
    return json.loads(value) if kind == "json" and value is not None else value
