"""The leaderboard as papers print it: models down, measures across, intervals in brackets, clear winners in bold."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from paragone.report.export.formats import latex, latex_row, markdown, to_markdown
from paragone.report.pages.bars import ARROWS
from paragone.report.pages.first.board import board_tables
from paragone.report.pages.first.board_cells import BoardCell, Head
from paragone.report.read.reader import Reader
from paragone.report.titles import titles_of

ACROSS = 8  # measures that a page holds side by side; a wider table goes on below itself


class Block(NamedTuple):
    """Some measures side by side."""

    heads: list[Head]
    rows: list[list[BoardCell | None]]


class PaperTable(NamedTuple):
    """One table: its caption, its models, and its measures in blocks as wide as a page."""

    note: str
    models: list[str]
    blocks: list[Block]


def paper_tables(reader: Reader) -> list[PaperTable]:
    """The whole leaderboard as one table by scenario, and one for each other set of protocols."""
    order = {name: place for place, name in enumerate(reader.scenarios)}
    metrics = {name: place for place, name in enumerate(reader.metrics)}
    cells = sorted(reader.columns, key=lambda cell: (order.get(cell.scenario, 0), metrics.get(cell.metric, 0)))
    tables = []
    for table in board_tables(reader, cells):
        level = reader.manifest["plan"]["estimate"]["level"]
        scenarios = {head.scenario: reader.manifest["scenarios"][head.scenario]["prompts"] for head in table.heads}
        prompts = ", ".join(f"{name} {count}" for name, count in scenarios.items())
        protocols = ", ".join(f"{head.metric} {head.protocol}" for head in table.heads)
        note = (
            f"Values with {level:.0%} intervals. Prompts: {prompts}. Bold: clearly the best, by paired tests with all"
            f" measures as one family (Holm). {table.reason} Protocols: {protocols}."
        )
        starts = range(0, len(table.heads), ACROSS)
        blocks = [
            Block(table.heads[at : at + ACROSS], [row.cells[at : at + ACROSS] for row in table.rows]) for at in starts
        ]
        models = [f"{row.model} ({row.role})" if row.role else row.model for row in table.rows]
        tables.append(PaperTable(" ".join(note.split()), models, blocks))
    return tables


def as_markdown(reader: Reader, tables: Sequence[PaperTable]) -> str:
    """Each block as a table; the winner's number is marked as clear."""
    titles = titles_of(reader.metrics)
    parts = []
    for table in tables:
        parts.append(f"{markdown(table.note)}\n")
        for block in table.blocks:
            heads = [_title(head, titles, with_scenario=len(reader.scenarios) > 1) for head in block.heads]
            rows = [
                {"model": model}
                | {
                    head: _text(cell) + (" (best)" if cell and cell.is_best else "")
                    for head, cell in zip(heads, row, strict=True)
                }
                for model, row in zip(table.models, block.rows, strict=True)
            ]
            parts.append(to_markdown(rows))
    return "\n".join(parts)


def as_latex(reader: Reader, tables: Sequence[PaperTable]) -> str:
    """Each table as a float for the package booktabs, its blocks below each other."""
    titles = titles_of(reader.metrics)
    text = "% Needs \\usepackage{booktabs}. Names that are not Latin need XeLaTeX or LuaLaTeX.\n"
    for table in tables:
        blocks = "\n\\medskip\n\n".join(_tabular(table.models, block, titles) for block in table.blocks)
        caption = f"\\caption{{{latex(table.note)}}}"
        text += f"\n\\begin{{table}}\n\\centering\n\\footnotesize\n{caption}\n{blocks}\\end{{table}}\n"
    return text


def _tabular(models: Sequence[str], block: Block, titles: dict[str, str]) -> str:
    heads = latex_row(["model", *(_title(head, titles, with_scenario=False) for head in block.heads)])
    body = "".join(
        f"{latex_row([model])} & {' & '.join(_latex_cell(cell) for cell in row)} \\\\\n"
        for model, row in zip(models, block.rows, strict=True)
    )
    return (
        f"\\begin{{tabular}}{{{'l' * (1 + len(block.heads))}}}\n\\toprule\n{_scenarios(block.heads)}{heads} \\\\\n"
        f"\\midrule\n{body}\\bottomrule\n\\end{{tabular}}\n"
    )


def _scenarios(heads: Sequence[Head]) -> str:
    """A line above the measures that names their scenarios, where there are several."""
    groups = [(name, len(list(few))) for name, few in groupby(head.scenario for head in heads)]
    if len(groups) < 2:
        return ""
    cells, rules, at = [], [], 2
    for name, width in groups:
        cells.append(f"\\multicolumn{{{width}}}{{c}}{{{latex(name)}}}")
        rules.append(f"\\cmidrule(lr){{{at}-{at + width - 1}}}")
        at += width
    return f" & {' & '.join(cells)} \\\\\n{''.join(rules)}\n"


def _title(head: Head, titles: dict[str, str], *, with_scenario: bool) -> str:
    where = f", {head.scenario}" if with_scenario else ""
    return f"{titles.get(head.metric, head.metric)}{where} {ARROWS.get(head.direction or '', '')}".strip()


def _latex_cell(cell: BoardCell | None) -> str:
    if cell is None:
        return "--"
    value = f"\\textbf{{{latex(cell.text)}}}" if cell.is_best else latex(cell.text)
    return f"{value} [{latex(cell.interval)}]" if cell.interval else value


def _text(cell: BoardCell | None) -> str:
    if cell is None:
        return ""
    return f"{cell.text} [{cell.interval}]" if cell.interval else cell.text
