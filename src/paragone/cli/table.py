"""`paragone table`: the numbers of a run, for people, programs and papers."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from paragone.cli.status import RUN


def table(
    run: Path = RUN,
    as_json: bool = typer.Option(False, "--json", help="Print as JSON."),
    as_csv: bool = typer.Option(False, "--csv", help="Print as CSV (cells cannot run as formulas)."),
    as_markdown: bool = typer.Option(False, "--markdown", help="Print as a Markdown table."),
    as_latex: bool = typer.Option(False, "--latex", help="Print as a LaTeX table (booktabs)."),
) -> None:
    """One row per model, scenario, metric and protocol: value, low, high, n, missing.

    Numbers under different protocols were made in different ways and do not compare.
    """
    from paragone.cli.screen import print_rows
    from paragone.core.errors import BadOption, StoreError
    from paragone.report.exports import to_csv, to_latex, to_markdown
    from paragone.store.folder import RunFolder

    if as_json + as_csv + as_markdown + as_latex > 1:
        raise BadOption("choose one of --json, --csv, --markdown and --latex")
    folder = RunFolder(run)
    folder.read_manifest()
    rows = folder.table("estimates").read().to_dicts()
    if not rows:
        raise StoreError(
            f"{run} has no estimates yet; run its plan to the end (`paragone status {run}` shows how far it is)"
        )
    if as_csv:
        typer.echo(to_csv(rows), nl=False)
    elif as_markdown:
        typer.echo(to_markdown(readable(rows)), nl=False)
    elif as_latex:
        typer.echo(to_latex(readable(rows)), nl=False)
    else:
        print_rows(rows if as_json else readable(rows), as_json=as_json)


def readable(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Estimates for people: the interval in brackets, as many digits as it supports, n and missing."""
    from paragone.report.numbers import interval_text

    return [
        {
            "model": row["model"],
            "scenario": row["scenario"],
            "metric": f"{row['metric']} {arrow(row['direction'])}".strip(),
            "value": interval_text(row["value"], row["low"], row["high"]),
            "n": str(row["n"]),
            "missing": str(row["missing"]),
            "protocol": row["protocol"],
            "note": row["reason"] or "",
        }
        for row in rows
    ]


def side_by_side(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Estimates at a glance: a row per scenario and model, a column per metric."""
    shown: dict[tuple[str, str], dict[str, str]] = {}
    for row in readable(rows):
        line = shown.setdefault((row["scenario"], row["model"]), {"scenario": row["scenario"], "model": row["model"]})
        lost = f", {row['missing']} missing" if row["missing"] != "0" else ""
        line[row["metric"]] = f"{row['value']} n {row['n']}{lost}"
    metrics = dict.fromkeys(name for line in shown.values() for name in line)
    lines = sorted(
        shown.values(), key=lambda line: list(dict.fromkeys(row["scenario"] for row in rows)).index(line["scenario"])
    )
    return [{name: line.get(name, "") for name in metrics} for line in lines]


def arrow(direction: str | None) -> str:
    """Which way is better."""
    return {"higher": "↑", "lower": "↓"}.get(direction or "", "")
