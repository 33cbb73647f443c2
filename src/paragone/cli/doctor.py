"""`paragone doctor`: what a plan needs, and whether it is here."""

from collections.abc import Mapping

import typer

from paragone.cli.run import ASPECTS, AVAILABLE, LIMIT, MODELS, OUT, PLAN, SETTINGS
from paragone.cli.terminal.formats import Form, printing, put
from paragone.cli.terminal.screen import print_text


@printing
def doctor(
    plan: str = PLAN,
    out: str | None = OUT,
    settings: list[str] = SETTINGS,
    limit: int | None = LIMIT,
    models: list[str] = MODELS,
    aspects: str = ASPECTS,
    available: bool = AVAILABLE,
    probe: bool = typer.Option(False, "--probe", help="Also draw one image with each model; it is not kept."),
    *,
    form: Form,
) -> None:
    """Check everything a plan needs, as `run` does before the first image. Exit code 1 if anything is missing.

    A service can be down although its address and key are right: --probe finds out, for the price of one image.
    """
    from paragone.cli.run import default_folder, plan_with
    from paragone.stages.planning.prepare import prepare
    from paragone.stages.planning.probe import probe_models
    from paragone.store.opening import open_run

    folder = open_run(out or default_folder(plan))
    chosen = plan_with(plan, settings, limit=limit, models=models, aspects=aspects, available=available)
    preparation = prepare(chosen, folder)
    found = [*preparation.findings, *(probe_models(preparation.prepared) if probe else ())]
    rows = [
        {"": "missing" if note.problem else "ok", "what": note.what, "found": note.problem or note.found}
        for note in found
    ]
    put(form, rows)
    missing = sum(1 for note in found if note.problem)
    if form == "text":
        typer.echo("")
        print_text(_summary(len(found), missing, preparation.prepared.skipped))
    if missing:
        raise typer.Exit(1)


def _summary(checked: int, missing: int, skipped: Mapping[str, str]) -> str:
    without = f"; the run goes on without {len(skipped)} metrics that cannot be had" if skipped else ""
    if missing:
        return f"not ready: {missing} of {checked} checks found something missing{without}"
    return f"ready: {checked} checks, nothing missing{without}"
