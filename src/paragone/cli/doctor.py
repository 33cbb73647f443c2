"""`paragone doctor`: what a plan needs, and whether it is here."""

import typer

from paragone.cli.run import ASPECTS, AVAILABLE, LIMIT, MODELS, OUT, PLAN, SETTINGS


def doctor(
    plan: str = PLAN,
    out: str | None = OUT,
    settings: list[str] = SETTINGS,
    limit: int | None = LIMIT,
    models: str = MODELS,
    aspects: str = ASPECTS,
    available: bool = AVAILABLE,
    as_json: bool = typer.Option(False, "--json", help="Print the findings as JSON."),
) -> None:
    """Check everything a plan needs, as `run` does before the first image. Exit code 1 if anything is missing."""
    from paragone.cli.run import default_folder, plan_with
    from paragone.cli.screen import print_rows
    from paragone.stages.planning.prepare import prepare
    from paragone.store.opening import open_run

    folder = open_run(out or default_folder(plan))
    chosen = plan_with(plan, settings, limit=limit, models=models, aspects=aspects, available=available)
    found = prepare(chosen, folder).findings
    rows = [
        {"": "missing" if note.problem else "ok", "what": note.what, "found": note.problem or note.found}
        for note in found
    ]
    print_rows(rows, as_json=as_json)
    if any(note.problem for note in found):
        raise typer.Exit(1)
