"""`paragone compare`: what got better, what got worse, and a build that fails on it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from paragone.analysis.changes import Change, Side


def compare(
    run: str = typer.Argument(help="The run folder or URL of A (and of B, unless a second one is given)."),
    other: str | None = typer.Argument(None, help="The run folder or URL of B."),
    models: str = typer.Option("", "--models", help="A,B: the two models. One name means the same model in both runs."),
    fail_if: list[str] = typer.Option(
        [], "--fail-if", help='Exit with 1 if a difference B - A crosses a line: "skill_count<-0.02". May be repeated.'
    ),
    as_json: bool = typer.Option(False, "--json", help="Print as JSON."),
) -> None:
    """Compare two models prompt by prompt: difference B - A, interval, p-value.

    P-values are corrected by Holm over all differences of the run, or over those of two runs that are compared.
    Differences within a run are stored with it.

    In a build: paragone compare runs/main runs/new --fail-if "skill_count<-0.02"
    """
    from paragone.analysis.limits import read_limit
    from paragone.cli.screen import print_rows
    from paragone.core.catalogue import nearest
    from paragone.core.errors import UnknownName
    from paragone.report.numbers import interval_text

    limits = [read_limit(text) for text in fail_if]
    one, two = _sides(run, other, [name.strip() for name in models.split(",") if name.strip()])
    changes = _changes(one, two)
    known = sorted({change.metric for change in changes})
    for limit in limits:
        if limit.metric not in known:
            raise UnknownName(f"--fail-if names {limit.metric!r}, which is not in both; {nearest(limit.metric, known)}")
    rows = [
        {
            "scenario": change.scenario,
            "metric": change.metric,
            "difference": change.difference.value,
            "low": change.difference.low,
            "high": change.difference.high,
            "p": change.difference.p_value,
            "p_holm": change.p_adjusted,
            "n": change.difference.n,
            "verdict": change.verdict,
            "note": change.difference.reason,
        }
        for change in changes
    ]
    crossed = [
        (limit, change)
        for limit in limits
        for change in changes
        if change.metric == limit.metric and limit.is_crossed_by(change)
    ]
    if as_json:
        print_rows(rows, as_json=True)
    else:
        shown = [
            {"scenario": row["scenario"], "metric": row["metric"]}
            | {"B - A": interval_text(change.difference.value, change.difference.low, change.difference.high)}
            | {name: row[name] for name in ("p", "p_holm", "n", "verdict", "note")}
            for row, change in zip(rows, changes, strict=True)
        ]
        print_rows(shown, as_json=False, title=f"A = {one.model} in {one.folder}, B = {two.model} in {two.folder}")
    for limit, change in crossed:
        typer.echo(
            f"failed: {limit.metric} on {change.scenario} changed by {change.difference.value:.4g}, "
            f"which is {limit.sign} {limit.value:g}",
            err=True,
        )
    if crossed:
        raise typer.Exit(1)


def _changes(one: "Side", two: "Side") -> "Sequence[Change]":
    """The stored differences of two models of one run; those of two runs, and of rare pairs, are made now."""
    from paragone.analysis.changes import compare
    from paragone.report.read.reader import Reader

    if str(one.folder) == str(two.folder):
        reader = Reader(one.folder)
        stored = reader.differences.of(one.model, two.model)
        if stored is not None:
            return stored
    return compare(one, two)


def _sides(run: str, other: str | None, names: list[str]) -> tuple["Side", "Side"]:
    from paragone.analysis.changes import Side
    from paragone.core.errors import BadOption
    from paragone.store.opening import open_run

    folders = [open_run(run), open_run(other or run)]
    models = [list(folder.read_manifest()["models"]) for folder in folders]
    if other is not None and len(names) == 1:
        names = names * 2
    if not names and other is not None and len(models[0]) == len(models[1]) == 1:
        names = [models[0][0], models[1][0]]
    if len(names) != 2:
        known = ", ".join(sorted({*models[0], *models[1]}))
        raise BadOption(f"say which two models to compare with --models A,B; there are {known}")
    return Side(folders[0], names[0]), Side(folders[1], names[1])
