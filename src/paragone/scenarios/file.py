"""Prompts from your own file: CSV, TSV, JSONL, Parquet, or TXT with one prompt a line."""

import functools
from dataclasses import dataclass
from pathlib import Path

from paragone.core.keys import content_hash
from paragone.core.types import Prompt
from paragone.inputs.prompts import prompts_in
from paragone.inputs.rows import Table, read_table
from paragone.scenarios._own import OwnFiles


@dataclass(frozen=True)
class File(OwnFiles):
    """The prompts of that file, in its order; its content is the version (inputs/prompts.py tells the columns)."""

    @functools.cached_property
    def _table(self) -> Table:
        return read_table(Path(self.path))

    @functools.cached_property
    def version(self) -> str:
        """A hash of the file."""
        return content_hash(self._table.content)[:16]

    def load(self) -> tuple[Prompt, ...]:
        """A prompt a row."""
        return prompts_in(self._table)


scenario = File
