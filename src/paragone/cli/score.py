"""`paragone score`: every metric that folders of images allow, and which of them is better."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from paragone.cli.table import readable
from paragone.cli.terminal.blocks import print_estimates
from paragone.cli.terminal.formats import Form, printing, put
from paragone.cli.terminal.screen import print_text, visible

if TYPE_CHECKING:
    from paragone.api import Run


@printing
def score(
    images: list[Path] = typer.Argument(
        help="A folder, a table with columns image and prompt, or a zip; several are several models."
    ),
    reference: Path | None = typer.Option(
        None, "--reference", help="Real images, named as they are: a folder, table, zip, or .npz statistics."
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
    why: bool = typer.Option(False, "--why", help="Say of each metric that was not computed why."),
    quiet: bool = typer.Option(False, "--quiet", help="No progress, no table."),
    *,
    form: Form,
) -> None:
    """Score images that are already there, each number with its interval; of several models, say which is better.

    It is a run like any other: resumed after a stop, with protocol, report and comparison. What was seen is cached by
    content: a second call takes seconds. Real images belong to no prompt: names need not match for FID and its kin.

    Two models: paragone score a/ b/ --reference real/ --prompts prompts.csv
    """
    from paragone.api import score as score_images
    from paragone.cli.terminal.screen import Bars
    from paragone.stages.planning.score import names_of

    chosen = tuple(name.strip() for name in metrics.split(",") if name.strip())
    changes = (*settings, *([f"estimate.seed={seed}"] if seed else ()))
    with Bars(quiet=quiet or form != "text").watching() as bars:
        found = score_images(
            names_of(images),
            reference=reference,
            prompts=prompts,
            metrics=chosen,
            out=out,
            settings=changes,
            save_reference=save_reference,
            watch=bars,
        )
    page = _report(found) if len(images) > 1 or out else ""
    if form == "json":
        typer.echo(json.dumps(_as_json(found), indent=2, ensure_ascii=False))
    elif form != "text":
        rows, titles = _rows(found)
        put(form, rows, readable(rows, titles))
    elif not quiet:
        given = [name for name, there in (("--reference", reference), ("--prompts", prompts)) if there is not None]
        _print(found, page, why=why, given=given)


def _report(found: "Run") -> str:
    """Where its report is, written now; what writes reports is loaded for that alone."""
    from paragone.report.site.build import build_report
    from paragone.store.folder import RunFolder

    return build_report(RunFolder(found.folder))


def _as_json(found: "Run") -> dict[str, object]:
    import polars as pl

    kept = ["model", "metric", "prompt_id", "seed", "value", "reason"]
    scores = found.scores.filter(pl.col("prompt_id").is_not_null()).select(kept)
    return {
        "run": str(found.folder),
        "estimates": found.estimates.filter(pl.col("value").is_not_null()).to_dicts(),
        "differences": found.differences.drop("key").to_dicts(),
        "scores": scores.to_dicts(),
        "skipped": found.skipped,
        "notes": list(found.notes),
    }


def _rows(found: "Run") -> tuple[list[dict[str, Any]], dict[str, str]]:
    import polars as pl

    from paragone.report.titles import titles_of

    rows = found.estimates.filter(pl.col("value").is_not_null()).drop("group", "key").to_dicts()
    return rows, titles_of(found.manifest["metrics"])


def _print(found: "Run", page: str, *, why: bool, given: Sequence[str]) -> None:
    from paragone.cli.run import warnings_in
    from paragone.cli.terminal.why import print_reasons, ways
    from paragone.stages.notices import read_notices
    from paragone.store.folder import RunFolder

    rows, titles = _rows(found)
    print_estimates(rows, titles)
    if why:
        for row in rows:
            said = "; ".join(text for text in (row["method"], row["reason"]) if text)
            print_text(f"{row['model']}, {titles[row['metric']]}: {visible(said)}", indent="  ")
        print_reasons(found.skipped)
    elif found.skipped:
        print_text(ways(found.skipped, given), indent="  ")
    noticed = read_notices(RunFolder(found.folder))
    for line in warnings_in(noticed):
        print_text(line, indent="  ")
    graver = {notice.text for notice in noticed if notice.level != "note"}
    for note in found.notes:
        if note not in graver:
            print_text(f"note: {visible(note)}", indent="  ")
    for line in verdicts(found):
        print_text(line)
    typer.echo(f"run folder  {found.folder}")
    typer.echo(f"report      {page}" if page else f"report      run: paragone report {found.folder}")


def verdicts(found: "Run") -> Sequence[str]:
    """Each further model against the first that was given, in one sentence."""
    from paragone.analysis.changes import turn
    from paragone.analysis.differences import read_differences
    from paragone.analysis.summary import summary_of
    from paragone.report.titles import titles_of
    from paragone.store.folder import RunFolder

    stored = read_differences(RunFolder(found.folder))
    first, *others = found.manifest["models"]
    lines = []
    for other in others:
        changes = stored.get((first, other)) or [turn(change) for change in stored.get((other, first), [])]
        lines.append(summary_of(changes, first, other, titles_of(found.manifest["metrics"])))
    return lines
