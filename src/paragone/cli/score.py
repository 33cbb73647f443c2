"""`paragone score`: every metric that a folder of images allows."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from paragone.api import Run


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
        help="Only these, by comma, options as words: 'fid features=dinov2, blackout'. Default: all that the input "
        "allows.",
    ),
    out: str | None = typer.Option(
        None, "--out", help="The run folder: for report, compare, table. Default: one in the cache."
    ),
    settings: list[str] = typer.Option([], "--set", help="Change the plan: key=value, e.g. --set estimate.level=0.9."),
    save_reference: Path | None = typer.Option(
        None, "--save-reference", help="Keep the reference's statistics as .npz."
    ),
    seed: int = typer.Option(0, "--seed", min=0, help="Of the resampling."),
    as_json: bool = typer.Option(False, "--json", help="Print as JSON."),
    quiet: bool = typer.Option(False, "--quiet", help="No progress, no table."),
) -> None:
    """Score images that are already there, each number with its interval.

    Says which metrics could not be computed and why. It is a run like any other: resumed after a stop, with protocol,
    report and comparison. What was seen is cached by content: a second call takes seconds.
    """
    from paragone.api import score as score_images
    from paragone.cli.screen import Bars

    chosen = tuple(name.strip() for name in metrics.split(",") if name.strip())
    changes = (*settings, *([f"estimate.seed={seed}"] if seed else ()))
    with Bars(quiet=quiet or as_json).watching() as bars:
        found = score_images(
            images,
            reference=reference,
            prompts=prompts,
            metrics=chosen,
            out=out,
            settings=changes,
            save_reference=save_reference,
            watch=bars,
        )
    if as_json:
        typer.echo(json.dumps(_as_json(found), indent=2, ensure_ascii=False))
    elif not quiet:
        _print(found)


def _as_json(found: "Run") -> dict[str, object]:
    import polars as pl

    kept = ["metric", "prompt_id", "seed", "value", "reason"]
    scores = found.scores.filter(pl.col("prompt_id").is_not_null()).select(kept)
    return {
        "run": str(found.folder),
        "estimates": found.estimates.filter(pl.col("value").is_not_null()).to_dicts(),
        "scores": scores.to_dicts(),
        "skipped": found.skipped,
        "notes": list(found.notes),
    }


def _print(found: "Run") -> None:
    import polars as pl

    from paragone.cli.screen import print_rows
    from paragone.cli.table import arrow
    from paragone.report.numbers import interval_text
    from paragone.report.titles import titles_of

    titles = titles_of(found.manifest["metrics"])
    rows = [
        {
            "metric": f"{titles[row['metric']]} {arrow(row['direction'])}".strip(),
            "value": interval_text(row["value"], row["low"], row["high"]),
            "n": row["n"],
            "missing": row["missing"],
            "how": row["method"],
            "note": row["reason"],
        }
        for row in found.estimates.filter(pl.col("value").is_not_null()).to_dicts()
    ]
    print_rows(rows, as_json=False)
    skipped = found.skipped
    for why in dict.fromkeys(skipped.values()):
        same = [metric for metric, reason in skipped.items() if reason == why]
        typer.echo(f"not computed  {', '.join(same)}: {why}")
    for note in found.notes:
        typer.echo(f"note  {note}")
    typer.echo(f"run folder  {found.folder}")
