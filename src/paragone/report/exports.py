"""Rows as CSV, Markdown or LaTeX; text from outside cannot turn into a formula, a column or a command."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

_LATEX = {character: f"\\{character}" for character in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}


def to_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Comma-separated, with a header; numbers in full."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    if rows:
        writer.writerow(rows[0])
        writer.writerows([_harmless(value) for value in row.values()] for row in rows)
    return buffer.getvalue()


def to_markdown(rows: Sequence[Mapping[str, str]]) -> str:
    """A GitHub-style table."""
    if not rows:
        return ""
    lines = [list(rows[0]), ["---"] * len(rows[0]), *([_markdown(value) for value in row.values()] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def to_latex(rows: Sequence[Mapping[str, str]]) -> str:
    """A table for the LaTeX package booktabs."""
    if not rows:
        return ""
    body = "".join(f"{' & '.join(_latex(value) for value in row.values())} \\\\\n" for row in rows)
    header = " & ".join(_latex(name) for name in rows[0])
    columns = "l" * len(rows[0])
    return (
        f"\\begin{{tabular}}{{{columns}}}\n\\toprule\n{header} \\\\\n\\midrule\n{body}\\bottomrule\n\\end{{tabular}}\n"
    )


def _harmless(value: Any) -> Any:
    # A spreadsheet runs a cell that begins like this; a quote before it makes it text. Numbers stay numbers.
    if isinstance(value, str) and value.lstrip(" ")[:1] in ("=", "+", "-", "@", "\t", "\r", "|"):
        return f"'{value}"
    return value


def _markdown(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("`", "\\`")
    return " ".join(escaped.split())


def _latex(value: str) -> str:
    return "".join(_LATEX.get(character, character) for character in " ".join(value.split()))
