"""Rows as CSV, Markdown or LaTeX; text from outside cannot turn into a formula, a column or a command."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_LATEX = {character: f"\\{character}" for character in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\u2191": r"$\uparrow$",
    "\u2193": r"$\downarrow$",
    "\u2212": "$-$",
    "\u2026": r"\ldots{}",
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
    lines = [
        [markdown(name) for name in rows[0]],
        ["---"] * len(rows[0]),
        *([markdown(value) for value in row.values()] for row in rows),
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def to_latex(rows: Sequence[Mapping[str, str]]) -> str:
    """A table for the LaTeX package booktabs."""
    if not rows:
        return ""
    body = "".join(f"{latex_row(row.values())} \\\\\n" for row in rows)
    header = latex_row(rows[0])
    columns = "l" * len(rows[0])
    return (
        f"\\begin{{tabular}}{{{columns}}}\n\\toprule\n{header} \\\\\n\\midrule\n{body}\\bottomrule\n\\end{{tabular}}\n"
    )


def _harmless(value: Any) -> Any:
    # A spreadsheet runs a cell that begins like this; a quote before it makes it text. Numbers stay numbers.
    if isinstance(value, str) and value.lstrip(" ")[:1] in ("=", "+", "-", "@", "\t", "\r", "|"):
        return f"'{value}"
    return value


def markdown(text: str) -> str:
    r"""Text as Markdown prints it, on one line: no markup, no link, whether written as one or bare.

    >>> print(markdown("0.5 [-0.6, 0.1]"))
    0.5 [-0.6, 0.1]
    >>> print(markdown("[free](http://x.example) www.x.example a|b"))
    \[free\](http&#58;//x.example) www&#46;x.example a\|b
    """
    escaped = re.sub(r"([\\|`\[\]*!])", r"\\\1", text).replace("<", "&lt;")
    escaped = re.sub(r"\\\[([-+\d.,e ]+)\\\](?![(\[:])", r"[\1]", escaped)  # an interval is no link
    escaped = re.sub(r"(?i)\b(https?|ftp|mailto|xmpp):", r"\1&#58;", escaped)
    return " ".join(re.sub(r"(?i)\bwww\.", "www&#46;", escaped).split())


def latex_row(cells: Iterable[str]) -> str:
    """Cells as a row of a LaTeX table, without its end."""
    row = " & ".join(latex(cell) for cell in cells)
    # After the end of a row LaTeX takes a bracket or a star for an option of it.
    return f"{{{row[0]}}}{row[1:]}" if row[:1] in ("[", "*") else row


def latex(text: str) -> str:
    r"""Text as LaTeX prints it.

    >>> print(latex("a_b \u2191"), latex("-0.5 [-0.6, 0.1]"), latex("top-1"))
    a\_b $\uparrow$ $-$0.5 [$-$0.6, 0.1] top-1
    """
    escaped = "".join(_LATEX.get(character, character) for character in " ".join(text.split()))
    return re.sub(r"(?<![\w.])-(?=\d)", "$-$", escaped)
