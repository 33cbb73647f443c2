"""The numbers of a run as files for papers and programs, beside the pages."""

import io
import json
from collections.abc import Sequence
from typing import NamedTuple

from paragone.report.export.data_card import data_card
from paragone.report.export.formats import latex, markdown, to_csv, to_latex, to_markdown
from paragone.report.pages.bars import ARROWS
from paragone.report.pages.board import BoardCell, BoardTable, board_of
from paragone.report.pages.provenance import plan_text
from paragone.report.read.reader import Reader
from paragone.report.site.files import Site

FOLDER = "exports"


def put_exports(reader: Reader, site: Site) -> None:
    """Write exports/: the estimates as CSV, JSON, Parquet, Markdown and LaTeX, the plan and the data card."""
    for name, data in files(reader).items():
        site.put(f"{FOLDER}/{name}", data)


def files(reader: Reader) -> dict[str, bytes]:
    """Each export by its file name."""
    stored = reader.folder.table("estimates").read()  # groups of prompts too
    rows = stored.to_dicts()
    tables = paper_tables(reader)
    parquet = io.BytesIO()
    stored.write_parquet(parquet)
    return {
        "estimates.csv": to_csv(rows).encode("utf-8", "replace"),
        "estimates.json": json.dumps(rows, ensure_ascii=True, indent=1).encode(),
        "estimates.parquet": parquet.getvalue(),
        "leaderboard.md": as_markdown(tables).encode("utf-8", "replace"),
        "leaderboard.tex": as_latex(tables).encode("utf-8", "replace"),
        "plan.toml": plan_text(reader.manifest["plan"]).encode("utf-8", "replace"),
        "data-card.md": data_card(reader).encode("utf-8", "replace"),
    }


class PaperTable(NamedTuple):
    """A table of the leaderboard as papers print it: models down, metrics across, intervals in brackets."""

    title: str
    note: str
    rows: list[dict[str, str]]


def paper_tables(reader: Reader) -> list[PaperTable]:
    """The tables of the leaderboard: one a scenario, and one for each other set of protocols."""
    return [_paper_table(reader, table) for table in board_of(reader).tables]


def _paper_table(reader: Reader, table: BoardTable) -> PaperTable:
    heads = [f"{head.metric} {ARROWS.get(head.direction or '', '')}".strip() for head in table.heads]
    rows = [
        {"model": f"{row.model} ({row.role})" if row.role else row.model}
        | {head: _cell_text(cell) for head, cell in zip(heads, row.cells, strict=True)}
        for row in table.rows
    ]
    level = reader.manifest["plan"]["estimate"]["level"]
    protocols = ", ".join(f"{head.metric} {head.protocol}" for head in table.heads)
    note = f"{table.prompts} prompts; means with {level:.0%} intervals. {table.reason} Protocols: {protocols}."
    return PaperTable(table.scenario, " ".join(note.split()), rows)


def _cell_text(cell: BoardCell | None) -> str:
    if cell is None:
        return ""
    return f"{cell.text} [{cell.interval}]" if cell.interval else cell.text


def as_markdown(tables: Sequence[PaperTable]) -> str:
    """Each table under its scenario's name."""
    return "\n".join(f"## {markdown(one.title)}\n\n{markdown(one.note)}\n\n{to_markdown(one.rows)}" for one in tables)


def as_latex(tables: Sequence[PaperTable]) -> str:
    """Each table as a float with its caption."""
    text = "% Needs \\usepackage{booktabs}. Names that are not Latin need XeLaTeX or LuaLaTeX.\n"
    for one in tables:
        caption = f"\\caption{{{latex(f'{one.title}: {one.note}')}}}"
        text += f"\n\\begin{{table}}\n\\centering\n{caption}\n{to_latex(one.rows)}\\end{{table}}\n"
    return text
