"""The numbers of a run as files for papers and programs, beside the pages."""

import io
import json

from paragone.report.export.data_card import data_card
from paragone.report.export.formats import to_csv
from paragone.report.export.paper_table import as_latex, as_markdown, paper_tables
from paragone.report.export.plot_svg import plot_svg
from paragone.report.pages.first.board import board_of
from paragone.report.pages.provenance import plan_text
from paragone.report.read.reader import Reader
from paragone.report.site.files import Site
from paragone.report.site.render import data_script
from paragone.report.wording import cut

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
    tex, plot = as_latex(reader, tables), _plot(reader)
    parquet = io.BytesIO()
    stored.write_parquet(parquet)
    return {
        "estimates.csv": to_csv(rows).encode("utf-8", "replace"),
        "estimates.json": json.dumps(rows, ensure_ascii=True, indent=1).encode(),
        "estimates.parquet": parquet.getvalue(),
        "leaderboard.md": as_markdown(reader, tables).encode("utf-8", "replace"),
        "leaderboard.tex": tex.encode("utf-8", "replace"),
        "interval-plot.svg": plot.encode("utf-8", "replace"),
        # What the first page copies: a page opened from disk may load a script but not fetch a file.
        "copies.js": data_script("copies", {"latex": tex, "svg": plot}),
        "plan.toml": plan_text(reader.manifest["plan"]).encode("utf-8", "replace"),
        "data-card.md": data_card(reader).encode("utf-8", "replace"),
    }


def _plot(reader: Reader) -> str:
    answer = board_of(reader).answer
    return plot_svg(answer.plot, cut(answer.headline, 110)) if answer else ""
