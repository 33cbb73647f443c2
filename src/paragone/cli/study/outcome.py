"""What people said: analysis, exports, crowds, backups."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from paragone.cli.study.run import STUDY
from paragone.cli.terminal.formats import Form, printing, put

if TYPE_CHECKING:
    from paragone.rating.store.study import Study


@printing
def analyse(
    study: Path = STUDY,
    exclude: bool = typer.Option(False, "--exclude", help="Confirm the list of people to leave out, and do so."),
    target: float = typer.Option(0.1, "--target", min=0.0001, help="The half interval wanted, for how many more."),
    store: bool = typer.Option(True, help="Put the ratings into the runs and bring their reports' numbers up to date."),
    *,
    form: Form,
) -> None:
    """Means, differences and preferences with intervals over people and prompts; whom to leave out; how many more.

    People whose answers look careless are listed with the reason. Nothing is left out until you confirm with --exclude.
    """
    import json

    from paragone.rating.results.summary import summary_of
    from paragone.rating.store.people import exclude as leave_out
    from paragone.rating.store.study import open_study

    opened = open_study(study)
    found = summary_of(opened, target=target)
    if exclude and found.careless:
        leave_out(opened, found.careless)
        found = summary_of(opened, target=target)._replace(careless={})
    notes = _stored(opened) if store else []
    if form == "json":
        typer.echo(json.dumps(found._asdict() | {"notes": notes}, ensure_ascii=False, indent=2))
        return
    if not found.rows and form == "text":
        typer.echo(f"nobody has rated yet; `paragone study serve {study}` lets people in")
        return
    put(form, found.rows)
    if form != "text":
        for line in notes:
            typer.echo(line, err=True)
        return
    put(form, found.agreement)
    for code, reason in found.careless.items():
        typer.echo(f"leave out {code}? {reason}")
    if found.careless:
        typer.echo(f"{len(found.careless)} people look careless; the numbers above count them. Confirm with --exclude.")
    for line in (*found.more, *notes):
        typer.echo(line)


def _stored(study: "Study") -> list[str]:
    from paragone.rating.results.into_run import grow, store_in_runs
    from paragone.rating.results.read import read_votes

    notes: list[str] = []
    folders = store_in_runs(study)
    if not read_votes(study):
        return ["nobody has rated yet"]
    for folder in folders:
        problem = grow(folder, study.questions)
        notes.append(f"{folder}: {problem or 'has the ratings; `paragone report` shows them'}")
    return notes


def export(
    study: Path = STUDY,
    out: Path = typer.Argument(help="A file to write: .csv, .json, .jsonl or .parquet."),
    with_excluded: bool = typer.Option(False, "--with-excluded", help="People who were left out as well."),
) -> None:
    """Write every vote with its image, question and time, and a random code for who gave it, nothing more."""
    from paragone.rating.results.tables import write_votes
    from paragone.rating.store.study import open_study

    count = write_votes(open_study(study), out, with_excluded=with_excluded)
    typer.echo(f"{out}: {count} votes")


def take(
    study: Path = STUDY,
    answers: Path = typer.Argument(help="Results: MTurk's CSV (ours or HEIM's), or Label Studio's JSON."),
) -> None:
    """Bring answers back from a crowd; the same file again changes nothing."""
    from paragone.rating.crowds.take import take_answers
    from paragone.rating.store.study import open_study

    found = take_answers(open_study(study), answers)
    typer.echo(f"{found.votes} votes of {found.people} people taken from {answers}; {found.skipped} rows skipped")
    for line in found.notes:
        typer.echo(line)


def crowd(
    study: Path = STUDY,
    platform: str = typer.Argument(help="mturk, prolific or label-studio."),
    out: Path = typer.Option(Path("crowd"), "--out", help="A folder for the files."),
    base: str = typer.Option("", "--base", help="Where people reach the study or its images: https://..."),
) -> None:
    """What a platform needs: MTurk's page and table, Prolific's link, Label Studio's tasks; and what it costs."""
    from paragone.rating.crowds.give import give_to
    from paragone.rating.store.study import open_study

    for line in give_to(open_study(study), platform, out, base.rstrip("/")):
        typer.echo(line)


def backup(study: Path = STUDY, out: Path = typer.Argument(help="The file to write.")) -> None:
    """Copy the whole database while the study goes on; of PostgreSQL too it is a SQLite file."""
    from paragone.rating.store.backup import write_backup
    from paragone.rating.store.study import open_study

    typer.echo(f"{out}: {write_backup(open_study(study), out)}")
