"""Rows of a user's CSV, TSV, JSONL, Parquet or TXT file, each with the place it came from."""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paragone.core.errors import BadInput
from paragone.inputs.parquet_probe import try_parquet


@dataclass(frozen=True, slots=True)
class Row:
    """One row: where it is, and its values by column name in lower case, blank ones left out."""

    file: str
    number: int
    values: Mapping[str, Any]

    @property
    def where(self) -> str:
        """Its place in words: "prompts.csv line 7"."""
        return f"{self.file} {'row' if self.file.lower().endswith('.parquet') else 'line'} {self.number}"

    def text(self, *columns: str) -> str | None:
        """The first of these columns that has a value, as text."""
        return next((as_text(self.values[name]) for name in columns if name in self.values), None)


@dataclass(frozen=True, slots=True)
class Table:
    """All rows of a file, and the file's bytes, read once so that both are of the same moment."""

    path: Path
    content: bytes
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def read_table(path: Path) -> Table:
    """The rows of a table file; BadInput says what is wrong with it and where."""
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise BadInput(f"{path} is no table we read; give a file that ends in {', '.join(READERS)}")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}; check the path") from error
    columns: dict[str, None] = {}
    rows = []
    for number, values in reader(path, content):
        columns.update(dict.fromkeys(values))
        if values:
            rows.append(_row(path.name, number, values))
    if not rows:
        raise BadInput(f"{path} holds no rows; write at least one")
    return Table(path, content, tuple(columns), tuple(rows))


def as_text(value: Any) -> str:
    """A value as text: text stays as it is, anything else as JSON writes it.

    >>> as_text("a cat"), as_text(3), as_text([1, 2])
    ('a cat', '3', '[1, 2]')
    """
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _row(file: str, number: int, values: dict[str, Any]) -> Row:
    for name in [name for name, value in values.items() if _is_blank(value)]:
        del values[name]
    row = Row(file, number, values)
    for name, value in values.items():
        # Neither can be stored: half a surrogate pair has no UTF-8, and NUL ends text in too many programs.
        if isinstance(value, str) and ("\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value)):
            raise BadInput(f"{row.where}: {name} holds a NUL or half a character (a lone surrogate); write it again")
    return row


def _is_blank(value: Any) -> bool:
    # NaN is what Parquet writers put where a number is missing; it alone is not equal to itself.
    return value is None or value != value or (isinstance(value, str) and not value.strip())


def _text_of(path: Path, content: bytes) -> str:
    """The file as text. Files by Windows programs may begin with a byte-order mark, which is dropped."""
    if b"\0" in content:
        line = content[: content.index(b"\0")].count(b"\n") + 1
        raise BadInput(f"{path} line {line} holds a NUL byte, so it is no plain text; save it as UTF-8")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        found = f"the byte 0x{content[error.start]:02x}"
        raise BadInput(f"{path} line {line} holds {found}, which is not UTF-8; save it as UTF-8") from error


def _lines_of(path: Path, content: bytes) -> Iterator[str]:
    """One line after the other; only a line feed ends one (a prompt may hold any other separator)."""
    return (line.removesuffix("\n") for line in io.StringIO(_text_of(path, content), newline="\n"))


def _columns_of(path: Path, header: Sequence[str]) -> list[str]:
    names = [name.strip().lower() for name in header]
    for name in names:
        if name and names.count(name) > 1:
            raise BadInput(f"{path} has two columns called {name!r}; rename one")
    return names


def _read_separated(path: Path, content: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    """Rows of a CSV, or of a TSV, where a quotation mark is a letter like any other."""
    text = io.StringIO(_text_of(path, content), newline="")
    if path.suffix.lower() == ".tsv":
        reader = csv.reader(text, delimiter="\t", quoting=csv.QUOTE_NONE)
    else:
        reader = csv.reader(text, strict=True)
    try:
        columns = _columns_of(path, next(reader, []))
        for fields in reader:
            if fields and len(fields) != len(columns):
                found = f"{path} line {reader.line_num} has {len(fields)} fields and the header {len(columns)}"
                raise BadInput(f"{found}; put text with separators in quotation marks")
            # A column without a name is the row number that some programs write.
            yield reader.line_num, {name: v for name, v in zip(columns, fields, strict=False) if name}
    except csv.Error as error:
        raise BadInput(f"{path} line {reader.line_num} is not CSV: {error}; mend that line") from error


def _read_json_lines(path: Path, content: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(_lines_of(path, content), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line, parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"{path} line {number} is not JSON: {error}; write one object a line") from error
        if not isinstance(value, dict):
            raise BadInput(f"{path} line {number} holds a {type(value).__name__}; write one object a line")
        yield number, dict(zip(_columns_of(path, list(value)), value.values(), strict=True))


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _read_text_lines(path: Path, content: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(_lines_of(path, content), start=1):
        if line.strip():
            yield number, {"text": line.removesuffix("\r")}


def _read_parquet(path: Path, content: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    import polars

    try_parquet(path, content)
    frame = polars.read_parquet(io.BytesIO(content))
    columns = _columns_of(path, frame.columns)
    for number, values in enumerate(frame.iter_rows(), start=1):
        yield number, dict(zip(columns, values, strict=True))


READERS: Mapping[str, Callable[[Path, bytes], Iterator[tuple[int, dict[str, Any]]]]] = {
    ".csv": _read_separated,
    ".tsv": _read_separated,
    ".jsonl": _read_json_lines,
    ".parquet": _read_parquet,
    ".txt": _read_text_lines,
}
