"""`paragone score`: every metric that a folder of images allows."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from paragone.scoring.score import Scored


def score(
    images: Path = typer.Argument(help="A folder, a table with columns image and prompt, or a zip."),
    reference: Path | None = typer.Option(
        None, "--reference", help="Real images: a folder, table, zip, or .npz statistics."
    ),
    prompts: Path | None = typer.Option(
        None, "--prompts", help="CSV, TSV, JSONL, Parquet or TXT; files are named ID.png or ID_SEED.png."
    ),
    metrics: str = typer.Option(
        "",
        "--metrics",
        help="Only these, by comma, options as fid:features=dinov2. Default: all that the input allows.",
    ),
    out: Path | None = typer.Option(
        None, "--out", help="Write estimates and per-image scores here, as CSV and Parquet."
    ),
    save_reference: Path | None = typer.Option(
        None, "--save-reference", help="Keep the reference's statistics as .npz."
    ),
    seed: int = typer.Option(0, "--seed", min=0, help="Of the resampling."),
    as_json: bool = typer.Option(False, "--json", help="Print as JSON."),
    quiet: bool = typer.Option(False, "--quiet", help="No progress, no table."),
) -> None:
    """Score images that are already there, each number with its interval.

    Says which metrics could not be computed and why. What was seen is cached by content: a second call takes seconds.
    """
    from paragone.cli.screen import Bars
    from paragone.scoring.score import Settings
    from paragone.scoring.score import score as score_images

    chosen = tuple(name.strip() for name in metrics.split(",") if name.strip())
    settings = Settings(metrics=chosen, save_reference=save_reference, seed=seed)
    with Bars(quiet=quiet or as_json).watching() as bars:
        found = score_images(images, reference=reference, prompts=prompts, settings=settings, watch=bars)
    if out is not None:
        _write(found, out)
    if as_json:
        typer.echo(json.dumps(asdict(found), indent=2, ensure_ascii=False))
    elif not quiet:
        _print(found)


def _print(found: "Scored") -> None:
    from paragone.cli.screen import print_rows
    from paragone.cli.table import arrow
    from paragone.report.numbers import interval_text

    rows = [
        {
            "metric": f"{row['metric']} {arrow(row['direction'])}".strip(),
            "value": interval_text(row["value"], row["low"], row["high"]),
            "n": row["n"],
            "missing": row["missing"],
            "how": row["method"],
            "note": row["reason"],
        }
        for row in found.estimates
    ]
    print_rows(rows, as_json=False)
    for why in dict.fromkeys(found.skipped.values()):
        same = [metric for metric, reason in found.skipped.items() if reason == why]
        typer.echo(f"not computed  {', '.join(same)}: {why}")
    for note in found.notes:
        typer.echo(f"note  {note}")


def _write(found: "Scored", out: Path) -> None:
    import polars as pl

    from paragone.report.export.formats import to_csv
    from paragone.store.atomic import storing_at

    tables: dict[str, list[dict[str, Any]]] = {"estimates": found.estimates, "scores": found.scores}
    with storing_at(out / "estimates.csv"):
        out.mkdir(parents=True, exist_ok=True)
        for name, rows in tables.items():
            (out / f"{name}.csv").write_text(to_csv(rows), encoding="utf-8")
            pl.DataFrame(rows, infer_schema_length=None).write_parquet(out / f"{name}.parquet")
