"""The numbers of a run as files for papers and programs, beside the pages."""

import io
import json
from typing import Any

import polars as pl

from paragone.report.data_card import data_card
from paragone.report.exports import to_csv, to_latex, to_markdown
from paragone.report.numbers import interval_text
from paragone.report.provenance import plan_text
from paragone.report.reading import Reader
from paragone.report.writing import Site

FOLDER = "exports"


def put_exports(reader: Reader, site: Site) -> None:
    """Write exports/: the estimates as CSV, JSON, Parquet, Markdown and LaTeX, the plan and the data card."""
    for name, data in files(reader).items():
        site.put(f"{FOLDER}/{name}", data)


def files(reader: Reader) -> dict[str, bytes]:
    """Each export by its file name."""
    rows = reader.estimates
    table = wide_rows(reader)
    parquet = io.BytesIO()
    pl.DataFrame(rows, schema=reader.folder.table("estimates").schema).write_parquet(parquet)
    return {
        "estimates.csv": to_csv(rows).encode("utf-8", "replace"),
        "estimates.json": json.dumps(rows, ensure_ascii=True, indent=1).encode(),
        "estimates.parquet": parquet.getvalue(),
        "leaderboard.md": to_markdown(table).encode("utf-8", "replace"),
        "leaderboard.tex": to_latex(table).encode("utf-8", "replace"),
        "plan.toml": plan_text(reader.manifest["plan"]).encode("utf-8", "replace"),
        "data-card.md": data_card(reader).encode("utf-8", "replace"),
    }


def wide_rows(reader: Reader) -> list[dict[str, str]]:
    """The leaderboard as papers print it: models down, one column per scenario and metric, intervals in brackets."""
    arrows: dict[Any, str] = {"higher": " ↑", "lower": " ↓"}
    columns = list(dict.fromkeys((r["scenario"], r["metric"], r["protocol"], r["direction"]) for r in reader.estimates))
    found = {(r["model"], r["scenario"], r["metric"], r["protocol"]): r for r in reader.estimates}
    rows = []
    for model in reader.models:
        cells = {"model": model}
        for scenario, metric, protocol, direction in columns:
            row = found.get((model, scenario, metric, protocol))
            text = interval_text(row["value"], row["low"], row["high"]) if row else ""
            cells[f"{scenario} {metric}{arrows.get(direction, '')} ({protocol})"] = text
        rows.append(cells)
    return rows
