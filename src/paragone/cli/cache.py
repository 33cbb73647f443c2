"""`paragone cache`: facts, scores and unpacked files that are kept so that nothing is done twice."""

import shutil
from pathlib import Path

import typer

from paragone.cli.terminal.formats import Form, printing, put
from paragone.cli.terminal.help_words import ReadableHelp

app = typer.Typer(
    cls=ReadableHelp,
    no_args_is_help=True,
    help="What is kept on this machine so that nothing is looked at twice; removing it loses no result.",
    rich_markup_mode=None,
)


@app.command("list")
@printing
def listing(*, form: Form) -> None:
    """Show what is kept, its size, and the bound on facts (PARAGONE_CACHE_GB)."""
    from paragone.store.fact_cache import cache_folder, fact_cache

    facts = fact_cache()
    tables: dict[str, list[int]] = {}
    for part in facts.parts():
        tables.setdefault(part.path.parent.name, []).append(part.bytes)
    rows = [{"kept": f"facts of {name}", "files": len(sizes), "MB": sum(sizes) / 1e6} for name, sizes in tables.items()]
    for name, what in (
        ("scores", "runs of `paragone score`"),
        ("unpacked", "unpacked zips"),
        ("given", "images from Python"),
    ):
        files = [path for path in (cache_folder() / name).rglob("*") if path.is_file()]
        if files:
            rows.append({"kept": what, "files": len(files), "MB": sum(path.stat().st_size for path in files) / 1e6})
    put(form, rows)
    if form == "text":
        used = sum(sum(sizes) for sizes in tables.values())
        typer.echo(f"{cache_folder()}: facts {used / 1e9:.2f} of at most {facts.limit_bytes / 1e9:g} GB")


@app.command()
def prune(
    to: float = typer.Option(None, "--to", min=0, help="Gigabytes of facts to keep. Default: PARAGONE_CACHE_GB or 10."),
) -> None:
    """Remove the facts used longest ago until the rest fits."""
    from paragone.store.fact_cache import fact_cache

    freed = fact_cache().prune(None if to is None else int(to * 1e9))
    typer.echo(f"freed {freed / 1e6:.1f} MB")


@app.command()
def clear() -> None:
    """Remove all facts, runs of `paragone score` without --out, and unpacked zips. Weights stay."""
    from paragone.store.atomic import storing_at
    from paragone.store.fact_cache import cache_folder, fact_cache

    freed = fact_cache().prune(0)
    for name in ("facts", "scores", "unpacked", "given"):
        place: Path = cache_folder() / name
        freed += sum(path.stat().st_size for path in place.rglob("*") if path.is_file())
        with storing_at(place / "all"):
            shutil.rmtree(place, ignore_errors=not place.exists())
    typer.echo(f"freed {freed / 1e6:.1f} MB")
