"""The commands of `paragone weights` and `paragone data`: which files there are; get, check and carry them."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from paragone.assets import cache, manifest
from paragone.assets.manifest import Asset, Kind
from paragone.cli.terminal.formats import Form, printing, put
from paragone.cli.terminal.help_words import ReadableHelp
from paragone.cli.terminal.screen import print_text
from paragone.core.errors import NotReady

Names = Annotated[list[str], typer.Argument(help="Names, a group (default, optional, all) or components.")]
SomeNames = Annotated[list[str] | None, typer.Argument(help="Names, groups or components; all of them if none.")]


def commands(kind: Kind, what: str) -> typer.Typer:
    """The commands for one kind of file; `what` names such files in a sentence."""
    app = typer.Typer(cls=ReadableHelp, help=f"List, fetch, check and carry {what}. Alone, it lists them.")

    @app.callback(invoke_without_command=True)
    def _list_unless_asked_otherwise(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            _list(kind, ["all"], form="text")

    _add_looking(app, kind, what)
    _add_moving(app, kind, what)
    return app


def _add_looking(app: typer.Typer, kind: Kind, what: str) -> None:
    """What changes nothing: list, verify, path."""

    @app.command("list", help=f"Show {what}: what each is for, its licence, size and source, and whether it is here.")
    @printing
    def list_(names: SomeNames = None, *, form: Form) -> None:
        _list(kind, names or ["all"], form=form)

    @app.command(help="Check the SHA-256 of every file that is here; name what is absent if it was asked for.")
    def verify(names: SomeNames = None) -> None:
        _verify(_chosen(kind, names or ["all"]), name_absent=bool(names))

    @app.command(help="Print where a verified file is.")
    def path(name: Annotated[str, typer.Argument(help="The name of a file.")]) -> None:
        typer.echo(str(cache.path_of(manifest.find(name, manifest.read(kind)).name)))


def _add_moving(app: typer.Typer, kind: Kind, what: str) -> None:
    """What brings, carries or deletes files: fetch, remove, export, import."""

    @app.command(help=f"Bring {what} here from the first source that gives the right bytes.")
    def fetch(
        names: Names,
        offline: Annotated[bool, typer.Option("--offline", help="Ask no network; say what is missing.")] = False,
    ) -> None:
        _fetch(kind, names, offline=offline)

    @app.command(help="Delete files that are here.")
    def remove(names: Names) -> None:
        gone = cache.remove(_chosen(kind, names))
        typer.echo("\n".join(f"removed {found}" for found in gone) or "none of these are here")

    @app.command(help="Copy the files that are here to a folder, to carry to a machine without network.")
    def export(target: Annotated[Path, typer.Argument(help="The folder to write.")], names: SomeNames = None) -> None:
        copies = cache.export(_chosen(kind, names or ["all"]), target)
        typer.echo(f"{len(copies)} files in {target}, with {cache.SUMS}; there, run `paragone {kind} import FOLDER`")

    @app.command(
        "import", help="Take in one file by name (NAME FILE), or from a FOLDER every file whose content is known."
    )
    def take_in(
        name_or_folder: Annotated[str, typer.Argument(metavar="NAME|FOLDER", help="A name, or a folder of files.")],
        file: Annotated[Path | None, typer.Argument(help="The file of that name, whatever it is called.")] = None,
    ) -> None:
        _take_in(kind, name_or_folder, file)


def _chosen(kind: Kind, names: Sequence[str]) -> list[Asset]:
    return manifest.choose(names, manifest.read(kind))


def _list(kind: Kind, names: Sequence[str], *, form: Form) -> None:
    chosen = _chosen(kind, names)
    rows = [asdict(asset) | {"present": cache.is_present(asset)} for asset in chosen]
    put(form, rows, [_words(asset) for asset in chosen])
    if form == "text":
        print_text(f"{kind} folder: {cache.folder(kind)} (set {cache.variable_of(kind)} to use another)")


def _words(asset: Asset) -> dict[str, str]:
    here = "yes" if cache.is_present(asset) else "no" if asset.is_kept else "hub"
    size = f"{asset.bytes / 1e6:.1f}" if asset.bytes else "-"
    about = {"name": asset.name, "here": here, "group": asset.group, "MB": size, "for": asset.role}
    return about | {"licence": asset.licence, "comes from": asset.place}


def _fetch(kind: Kind, names: Sequence[str], *, offline: bool) -> None:
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    from paragone.assets.fetch import fetch

    chosen = [asset for asset in _chosen(kind, names) if asset.is_kept]
    if not chosen:
        raise NotReady(f"{' '.join(names)} is loaded from a hub by a library; there is nothing to fetch here")
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True) as bar:
        task = bar.add_task("fetching", total=sum(asset.bytes for asset in chosen if not cache.is_present(asset)))
        outcomes = fetch(chosen, kind=kind, offline=offline, report=lambda name, count: bar.update(task, advance=count))
    for outcome in outcomes:
        if outcome.path is not None:
            typer.echo(f"{outcome.asset.name}: {outcome.source or 'was here'}")
    problems = [outcome.problem for outcome in outcomes if outcome.problem]
    if problems:
        raise NotReady("\n".join(problems))


def _verify(assets: Sequence[Asset], *, name_absent: bool) -> None:
    states = {asset: cache.state(asset) for asset in assets if asset.is_kept}
    wrong, absent = ([asset for asset, found in states.items() if found == state] for state in ("wrong", "absent"))
    good = len(states) - len(wrong) - len(absent)
    typer.echo(f"SHA-256 right: {good}, wrong: {len(wrong)}, not here: {len(absent)}")
    if wrong:
        names = ", ".join(asset.name for asset in wrong)
        raise NotReady(f"wrong SHA-256: {names}; run `paragone {wrong[0].kind} remove` on them and get them anew")
    if name_absent and absent:
        raise NotReady("\n".join(f"not here: {asset.name}; {asset.how_to_get}" for asset in absent))


def _take_in(kind: Kind, what: str, file: Path | None) -> None:
    known = manifest.read(kind)
    if file is not None:
        taken = [cache.take_in_one(manifest.find(what, known), file)]
    else:
        taken = cache.take_in(known, Path(what))
    if not taken:
        raise NotReady(f"no file in {what} has a SHA-256 that the manifest knows; compare with `{kind} list --json`")
    typer.echo("\n".join(f"took in {found.name}" for found in taken))
