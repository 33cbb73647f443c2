"""`paragone compare`: what got better, what got worse, and a build that fails on it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from paragone.cli.terminal.formats import Form, printing, put
from paragone.cli.terminal.layout import keep_together
from paragone.cli.terminal.screen import print_table, print_text, visible

if TYPE_CHECKING:
    from paragone.analysis.changes import Change, Side


@printing
def compare(
    run: str = typer.Argument(help="The run folder or URL of A (and of B, unless a second one is given)."),
    other: str | None = typer.Argument(None, help="The run folder or URL of B."),
    models: str = typer.Option(
        "", "--models", "--model", help="A,B: the two models. One name means the same model in both runs."
    ),
    fail_if: list[str] = typer.Option(
        [],
        "--fail-if",
        help='Exit with 1 if the whole interval of B - A is beyond a line: "skill_count<-0.02". May be repeated.',
    ),
    fail_if_value: list[str] = typer.Option(
        [], "--fail-if-value", help="The same by the plain number, however unsure it is. May be repeated."
    ),
    changes_too: bool = typer.Option(
        False, "--changes", help="Whether B changes otherwise than A where prompts are perturbed."
    ),
    *,
    form: Form,
) -> None:
    """Compare two models prompt by prompt: difference B - A, interval, p-value, and a verdict in one line.

    P-values are corrected by Holm over all differences of the run, or over those of two runs that are compared.
    Differences within a run are stored with it.

    In a build: paragone compare runs/main runs/new --fail-if "skill_count<-0.02"

    A gate goes by evidence: it fails if all that the interval holds is beyond the line. Metrics may be named in short
    (fid for fid(inception_fid)) where that can mean one only.
    """
    from paragone.analysis.differences import changes_between
    from paragone.analysis.limits import crossed_by, read_limit, uses_of
    from paragone.analysis.summary import summary_of

    limits = [read_limit(text) for text in fail_if] + [read_limit(text, by_value=True) for text in fail_if_value]
    one, two = _sides(run, other, [name.strip() for name in models.split(",") if name.strip()])
    if changes_too:
        _put_changes(one, two, form)
        return
    changes = changes_between(one, two)
    crossed = crossed_by(limits, changes, uses_of(one.folder.read_manifest()))
    if form == "text":
        print_text(f"A = {one.model} in {one.folder}, B = {two.model} in {two.folder}")
        print_changes(changes)
        print_text(summary_of(changes, *((one.model, two.model) if two.model != one.model else ("A", "B"))))
    else:
        put(form, [_numbers(change) for change in changes], [_words(change) for change in changes])
    for found in crossed:
        typer.echo(f"failed: {found}", err=True)
    if crossed:
        raise typer.Exit(1)


def print_changes(changes: "Sequence[Change]") -> None:
    """A block for each scenario; n and what is to be said of single rows stand below it."""
    from paragone.cli.terminal.blocks import counted

    for scenario in dict.fromkeys(change.scenario for change in changes):
        here = [change for change in changes if change.scenario == scenario]
        words = [_words(change) for change in here if change.difference.value is not None]
        typer.echo("")
        typer.echo(visible(scenario))
        shown = ("metric", "B - A", "p (Holm)", "verdict")
        if words:
            print_table([{name: row[name] for name in shown} for row in words])
            print_text(counted([(row["metric"], row["n"]) for row in words]))
        reasons = dict.fromkeys(change.difference.reason for change in here if change.difference.reason)
        for reason in reasons:
            said = ", ".join(change.metric for change in here if change.difference.reason == reason)
            missing = any(change.difference.value is None and change.difference.reason == reason for change in here)
            print_text(f"{'missing: ' if missing else ''}{said}: {visible(reason)}", indent="  ")
    typer.echo("")


def _put_changes(one: "Side", two: "Side", form: Form) -> None:
    """How each of the two changes where prompts are perturbed, and whether B does otherwise than A."""
    from paragone.analysis.change_differences import compare_changes
    from paragone.core.errors import StoreError
    from paragone.report.numbers import interval_text, short

    found = compare_changes(one, two)
    if not found:
        raise StoreError("the two share no perturbed prompts under one protocol; give a scenario `perturb = [...]`")
    rows: list[dict[str, Any]] = []
    shown: list[dict[str, str]] = []
    for row in found:
        names = {"scenario": row.scenario, "metric": row.metric, "perturbation": row.perturbation}
        apart = row.difference
        numbers = {"change_a": row.change_a, "change_b": row.change_b, "difference": apart.value, "low": apart.low}
        numbers |= {"high": apart.high, "p": apart.p_value, "p_holm": row.p_adjusted, "n": apart.n}
        rows.append({**names, **numbers, "note": apart.reason})
        shown.append(
            {**names, "A changes": short(row.change_a), "B changes": short(row.change_b)}
            | {"B - A": interval_text(apart.value, apart.low, apart.high), "p (Holm)": short(row.p_adjusted)}
            | {"n": str(apart.n)}
        )
    put(form, rows, shown, title=f"A = {one.model} in {one.folder}, B = {two.model} in {two.folder}")


def _numbers(change: "Change") -> dict[str, Any]:
    found = change.difference
    return {
        "scenario": change.scenario,
        "metric": change.metric,
        "difference": found.value,
        "low": found.low,
        "high": found.high,
        "p": found.p_value,
        "p_holm": change.p_adjusted,
        "n": found.n,
        "verdict": change.verdict,
        "note": found.reason,
    }


def _words(change: "Change") -> dict[str, Any]:
    from paragone.core.cells import is_foreign
    from paragone.report.numbers import interval_text, p_text

    found = change.difference
    return {
        "scenario": change.scenario,
        "metric": change.metric,
        "B - A": keep_together(interval_text(found.value, found.low, found.high)),
        "p (Holm)": p_text(change.p_adjusted),
        "n": found.n,
        "verdict": keep_together("not counted" if is_foreign(found.reason) else change.verdict),
        "note": found.reason,
    }


def _sides(run: str, other: str | None, names: list[str]) -> tuple["Side", "Side"]:
    from paragone.analysis.changes import Side
    from paragone.core.errors import BadOption
    from paragone.stages.roles import rivals_of
    from paragone.store.opening import open_run

    folders = [open_run(run), open_run(other or run)]
    models = [list(folder.read_manifest()["models"]) for folder in folders]
    if other is not None and len(names) == 1:
        names = names * 2
    if not names and other is not None and len(models[0]) == len(models[1]) == 1:
        names = [models[0][0], models[1][0]]
    if not names and other is None:
        roles = {model: about["role"] for model, about in folders[0].read_manifest()["models"].items()}
        names = next((few for few in (rivals_of(roles), models[0]) if len(few) == 2), [])
    if len(names) != 2:
        known = ", ".join(sorted({*models[0], *models[1]}))
        raise BadOption(f"say which two models to compare with --models A,B; there are {known}")
    return Side(folders[0], names[0]), Side(folders[1], names[1])
