"""Prompts from your own file: CSV, TSV, JSONL, Parquet, or TXT with one prompt a line.

Columns (in any case): `text`, `prompt` or `caption`; `id` (else prompts are numbered 0001, 0002 ...); `reference`, the
path of a real image below the file's folder; `origin`, the id of the prompt that this one perturbs. Every other column
becomes a tag; `tags` and `expect` may be JSON objects (core/expect.py says what can be expected).
"""

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from paragone.core.errors import BadInput
from paragone.core.expect import NOTHING, Expect, expect_from
from paragone.core.keys import canonical
from paragone.core.types import Prompt, Reference
from paragone.inputs.confine import file_below
from paragone.inputs.contents import contents_of
from paragone.inputs.rows import Row, Table, as_text, read_table

TEXT = ("text", "prompt", "caption")
KNOWN = (*TEXT, "id", "reference", "origin", "tags", "expect")


def read_prompts(path: Path) -> tuple[Prompt, ...]:
    """The prompts of that file, in its order."""
    return prompts_in(read_table(path))


def prompts_in(table: Table) -> tuple[Prompt, ...]:
    """A prompt a row."""
    if not set(TEXT) & set(table.columns):
        found = ", ".join(table.columns)
        raise BadInput(
            f"{table.path} has no column called text or prompt, only {found}; rename the one with the prompts"
        )
    ids = _ids_of(table.rows)
    references = _references_of(table.rows, table.path.parent)
    return tuple(
        Prompt(id, _text_of(row), _tags_of(row), _expect_of(row), _origin_of(row, ids), reference)
        for row, id, reference in zip(table.rows, ids, references, strict=True)
    )


def _origin_of(row: Row, ids: Collection[str]) -> str | None:
    origin = row.text("origin")
    if origin is not None and origin not in ids:
        raise BadInput(f"{row.where} perturbs the prompt {origin!r}, which the file has not; mend `origin`")
    return origin


def _expect_of(row: Row) -> Expect:
    return expect_from(_object_in(row, "expect"), where=row.where)


def _text_of(row: Row) -> str:
    text = row.text(*TEXT)
    if text is None:
        raise BadInput(f"{row.where} has no prompt; write one or remove the line")
    return text


def _ids_of(rows: Sequence[Row]) -> list[str]:
    places: dict[str, Row] = {}
    for number, row in enumerate(rows, start=1):
        id = (row.text("id") or f"{number:04d}").strip()
        if id in places:
            raise BadInput(f"{places[id].where} and {row.where} have the same id {id!r}; give each prompt its own")
        places[id] = row
    return list(places)


def _tags_of(row: Row) -> Mapping[str, str]:
    loose = {name: value for name, value in row.values.items() if name not in KNOWN}
    tags = _object_in(row, "tags")
    return {name: as_text(value) for name, value in {**loose, **tags}.items() if value is not None} or NOTHING


def _object_in(row: Row, column: str) -> Mapping[str, Any]:
    """The JSON object in that column; in CSV it is written as text."""
    value = row.values.get(column)
    if value is None:
        return NOTHING
    try:
        found = json.loads(value) if isinstance(value, str) else value
        canonical(found)  # numbers that are none, dates and the like cannot be part of a prompt's key
    except (ValueError, TypeError):
        found = None
    if not isinstance(found, dict):
        raise BadInput(f"{row.where}: {column} is {as_text(value)[:80]!r}; write a JSON object or rename the column")
    return found


def _references_of(rows: Sequence[Row], folder: Path) -> list[Reference | None]:
    paths = [
        file_below(folder, written, where=row.where) if (written := row.text("reference")) else None for row in rows
    ]
    try:
        contents = contents_of(paths)
    except OSError as error:
        raise BadInput(f"the reference {error.filename} cannot be read: {error.strerror}; mend it") from error
    for row, path, content in zip(rows, paths, contents, strict=True):
        if path and content is None:
            raise BadInput(
                f"{row.where}: the reference {row.text('reference')!r} is not there; mend it or leave it blank"
            )
    pairs = zip(paths, contents, strict=True)
    return [Reference(path, content=content) if path and content else None for path, content in pairs]
