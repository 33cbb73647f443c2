"""`paragone verify` and `paragone repair`: whether a run folder holds what was stored, and making it so."""

import json
from typing import TYPE_CHECKING

import typer

from paragone.cli.terminal.formats import Form, printing, put

if TYPE_CHECKING:
    from paragone.store.verify import Health

RUN = typer.Argument(help="A run folder, or the URL of a run.")
SHOWN = 20  # problems that are listed; --json has them all


@printing
def verify(run: str = RUN, *, form: Form) -> None:
    """Check every table and image of a run against its hash; exit status 1 if something is damaged."""
    from paragone.store.opening import open_run
    from paragone.store.verify import verify as verify_folder

    health = verify_folder(open_run(run))
    problems = _print(health, form)
    if problems:
        if form == "text":
            typer.echo(f"`paragone repair {run}` takes this out, and running the plan again makes it anew", err=True)
        raise typer.Exit(1)


@printing
def repair(run: str = RUN, *, form: Form) -> None:
    """Take damaged files out of a run, with what rests on them; running the plan again makes them anew."""
    from paragone.store.opening import open_run
    from paragone.store.verify import repair as repair_folder

    health = repair_folder(open_run(run))
    problems = _print(health, form)
    if not problems or form != "text":
        return
    typer.echo(f"taken out: {_again(health)}; run the same plan into {run} again to make it anew")


def _print(health: "Health", form: Form) -> list[str]:
    problems = list(health.problems())
    if form == "json":
        typer.echo(json.dumps({"parts": health.parts, "images": health.images, "problems": problems}, indent=2))
        return problems
    if form != "text":
        checked = {"parts": health.parts, "images": health.images}
        put(form, [{**checked, "problem": problem} for problem in problems or [""]])
        return problems
    for problem in problems[:SHOWN]:
        typer.echo(problem)
    if len(problems) > SHOWN:
        typer.echo(f"... and {len(problems) - SHOWN} more")
    found = f"{len(problems)} damaged" if problems else "all as they were stored"
    typer.echo(f"{health.parts} parts of tables and {health.images} images checked: {found}")
    return problems


def _again(health: "Health") -> str:
    tables = sorted({part.parent.name for part in health.damaged_parts})
    said = [f"{len(health.damaged_parts)} parts of {', '.join(tables)}"] if tables else []
    if health.bad_images:
        said.append(f"{len(health.bad_images)} images")
    if health.doubled:
        said.append(f"{len(health.doubled)} doubled samples")
    if "samples" in tables or health.bad_images or health.doubled:
        said.append("all scores (they are judged again from the stored facts)")
    return ", ".join(said)
