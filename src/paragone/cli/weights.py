"""The `weights` commands: which model files there are, and getting, checking and carrying them."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from paragone.assets import cache, manifest
from paragone.core.errors import NotReady

app = typer.Typer(help="List, fetch, check and carry model files. Alone, it lists them.")
Names = Annotated[list[str], typer.Argument(help="Names of weights, a group (default, optional, all) or annotators.")]
SomeNames = Annotated[list[str] | None, typer.Argument(help="Names, groups or annotators; all of them if none.")]


@app.callback(invoke_without_command=True)
def _list_by_default(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        list_weights()


@app.command("list")
def list_weights(
    names: SomeNames = None, as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False
) -> None:
    """Show every model file: what it is for, its licence, size and source, and whether it is here."""
    chosen = manifest.choose(names or ["all"])
    if as_json:
        rows = [asdict(weight) | {"present": cache.is_present(weight)} for weight in chosen]
        typer.echo(json.dumps(rows, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("name", "here", "group", "MB", "for", "licence of weights", "first source", box=None)
    for weight in chosen:
        size = f"{weight.bytes / 1e6:.1f}" if weight.bytes else "-"
        here = "yes" if cache.is_present(weight) else "no" if weight.is_fetchable else "hub"
        source = weight.hub or str(weight.sources[0])
        table.add_row(weight.name, here, weight.group, size, weight.role, weight.weights_licence, source)
    Console().print(table)
    typer.echo(f"weights folder: {cache.folder()} (set PARAGONE_WEIGHTS to use another)")


@app.command()
def fetch(
    names: Names,
    offline: Annotated[bool, typer.Option("--offline", help="Ask no network; say what is missing.")] = False,
) -> None:
    """Bring model files here from the first source that gives the right bytes."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    from paragone.assets.fetch import fetch as fetch_all

    chosen = [weight for weight in manifest.choose(names) if weight.is_fetchable]
    if not chosen:
        raise NotReady(f"{' '.join(names)} is loaded from a hub by a library; there is nothing to fetch here")
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True) as bar:
        task = bar.add_task("fetching", total=sum(weight.bytes for weight in chosen if not cache.is_present(weight)))
        outcomes = fetch_all(chosen, offline=offline, report=lambda name, count: bar.update(task, advance=count))
    for outcome in outcomes:
        if outcome.path is not None:
            typer.echo(f"{outcome.weight.name}: {outcome.source or 'was here'}")
    problems = [outcome.problem for outcome in outcomes if outcome.problem]
    if problems:
        raise NotReady("\n".join(problems))


@app.command()
def verify(names: SomeNames = None) -> None:
    """Check the SHA-256 of every file that is here; name what is absent if it was asked for."""
    chosen = [weight for weight in manifest.choose(names or ["all"]) if weight.is_fetchable]
    states = {weight.name: cache.state(weight) for weight in chosen}
    wrong = [name for name, found in states.items() if found == "wrong"]
    absent = [name for name, found in states.items() if found == "absent"]
    good = sum(found == "here" for found in states.values())
    typer.echo(f"{good} files have the right SHA-256, {len(wrong)} have a wrong one, {len(absent)} are not here")
    if wrong:
        raise NotReady(f"wrong SHA-256: {', '.join(wrong)}; run `paragone weights remove` and `fetch` on them")
    if names and absent:
        raise NotReady(f"not here: {', '.join(absent)}; run `paragone weights fetch {' '.join(absent)}`")


@app.command()
def path(name: Annotated[str, typer.Argument(help="The name of some weights.")]) -> None:
    """Print where a verified file is."""
    typer.echo(str(cache.path_of(name)))


@app.command()
def remove(names: Names) -> None:
    """Delete files that are here."""
    gone = cache.remove(manifest.choose(names))
    typer.echo("\n".join(f"removed {found}" for found in gone) or "none of these are here")


@app.command()
def export(target: Annotated[Path, typer.Argument(help="The folder to write.")], names: SomeNames = None) -> None:
    """Copy the files that are here to a folder, to carry to a machine without network."""
    copies = cache.export(manifest.choose(names or ["all"]), target)
    typer.echo(f"{len(copies)} files in {target}, with {cache.SUMS}; there, run `paragone weights import FOLDER`")


@app.command("import")
def take_in(source: Annotated[Path, typer.Argument(help="A folder that holds model files.")]) -> None:
    """Take every file whose content the manifest knows from a folder, whatever it is called."""
    taken = cache.take_in(manifest.read(), source)
    if not taken:
        raise NotReady(f"no file in {source} has a SHA-256 that the manifest knows; compare with `weights list --json`")
    typer.echo("\n".join(f"took in {found.name}" for found in taken))
