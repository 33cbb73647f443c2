"""Make a study, serve it, let people in, see how it stands."""

from pathlib import Path

import typer

from paragone.cli.terminal.formats import Form, printing, put

STUDY = typer.Argument(help="The study's folder.")


def new(
    file: Path = typer.Argument(help="The study file (TOML), or `quick`, which comes with Paragone."),
    run: list[str] = typer.Option(..., "--run", help="A run whose images are rated; may be given again."),
    out: Path | None = typer.Option(None, "--out", help="The study's folder; else the file's name without .toml."),
    database: str | None = typer.Option(
        None, "--database", envvar="PARAGONE_STUDY_DATABASE", help="postgresql://USER:PASSWORD@HOST/NAME; else SQLite."
    ),
) -> None:
    """Make a study from a study file and the images of runs, and show what it will cost.

    The file has a title and questions, such as "heim.alignment" or a whole set ("heim", "tise", "thesis",
    "dalleval_skills", "dalleval_bias", "hype.infinity", "pair.better", "best.of_four", "open.text", "open.boxes");
    docs/study.md tells the rest.
    """
    from paragone.rating.study.cost import cost_of
    from paragone.rating.study.new import new_study
    from paragone.rating.study.study_file import read_study
    from paragone.store.opening import open_run

    place = out or file.with_suffix("")
    study, token = new_study(read_study(file), [open_run(one) for one in run], place, database=database)
    items = sum(item.role == "item" for item in study.items.values())
    typer.echo(f"{place}: {cost_of(study.file, items).words()}")
    typer.echo(f"The owner's token, told this once: {token}")
    typer.echo(f"Next: paragone study serve {place}")


def serve(
    study: Path = STUDY,
    host: str = typer.Option("127.0.0.1", "--host", help="The address to listen on."),
    port: int = typer.Option(8791, "--port", min=0, max=65535, help="The port to listen on."),
    prefix: str = typer.Option("", "--prefix", help="The path under which a proxy shows the study, such as /study."),
    https: bool = typer.Option(False, "--https", help="A proxy serves it under https: cookies are sent there only."),
) -> None:
    """Serve the study's page; prints the owner's link, and a link for one person to try it."""
    import gc

    import uvicorn

    from paragone.cli.serve import check_free
    from paragone.rating.store.doors import Kind
    from paragone.rating.store.doors import invite as invite_to
    from paragone.rating.store.study import open_study
    from paragone.rating.web.app import application

    check_free(host, port)
    opened = open_study(study)
    base = f"http://{f'[{host}]' if ':' in host else host}:{port}{prefix.rstrip('/')}"
    kind: Kind = "open" if opened.file.is_open else "personal"
    typer.echo(f"Owner:  {base}/owner/{invite_to(opened.engine, 'owner', days=30)[0]}")
    typer.echo(f"{'Anybody' if kind == 'open' else 'A rater'}: {base}/i/{invite_to(opened.engine, kind, days=30)[0]}")
    typer.echo("More links: paragone study invite, or the owner's page. Ctrl-C stops it.", err=True)
    app = application(opened, prefix=prefix, https=https)
    gc.freeze()  # modules and items stay for good: to look through them again would hold up votes by 50 ms
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level="warning",
        server_header=False,
        access_log=False,
        limit_concurrency=2000,
        backlog=2048,
    )


def invite(
    study: Path = STUDY,
    count: int = typer.Option(1, "--count", min=1, max=10_000, help="How many links."),
    kind: str = typer.Option(
        "personal", "--kind", help="personal (may return), single (works once) or open (anybody)."
    ),
    days: float = typer.Option(60, "--days", min=0.01, help="How long they open the study."),
    base: str = typer.Option("http://127.0.0.1:8791", "--base", help="The address that people reach the study under."),
) -> None:
    """Print links that let people in; what is stored of them is a hash."""
    from typing import get_args

    from paragone.core.errors import BadOption
    from paragone.rating.store.doors import Kind
    from paragone.rating.store.doors import invite as invite_to
    from paragone.rating.store.study import open_study

    if kind not in ("personal", "single", "open"):
        raise BadOption(f"--kind is {kind!r}; write personal, single or open")
    wanted: Kind = next(one for one in get_args(Kind) if one == kind)
    for token in invite_to(open_study(study).engine, wanted, count=count, days=days):
        typer.echo(f"{base.rstrip('/')}/i/{token}")


@printing
def status(study: Path = STUDY, *, form: Form) -> None:
    """How many answers there are, how far people agree, who has done what."""
    import json

    from paragone.rating.results.overview import overview_of
    from paragone.rating.store.study import open_study

    found = overview_of(open_study(study))
    if form == "json":
        typer.echo(json.dumps(found._asdict(), ensure_ascii=False, indent=2))
        return
    if form != "text":
        put(form, found.questions)
        return
    for name, value, note in found.facts:
        typer.echo(f"{name}: {value} {note}".rstrip())
    typer.echo(f"{found.state}; planned: {found.cost}")
    put(form, found.questions)


def stop(study: Path = STUDY) -> None:
    """Let nobody rate until `start`; nothing is lost."""
    _put(study, "stopped")


def start(study: Path = STUDY) -> None:
    """Let people rate again after `stop`."""
    _put(study, "open")


def _put(study: Path, state: str) -> None:
    from paragone.rating.store.study import open_study

    open_study(study).put("state", state)
    typer.echo(f"{study} is {state}")


def forget(study: Path = STUDY, code: str = typer.Argument(help="The person's code, such as r0123456789.")) -> None:
    """Erase one person: votes, list and links, here and in the ratings of the runs at the next `analyse`."""
    from paragone.core.errors import UnknownName
    from paragone.rating.store.people import forget as forget_person
    from paragone.rating.store.study import open_study

    gone = forget_person(open_study(study), code)
    if gone < 0:
        raise UnknownName(f"nobody in {study} has the code {code!r}; `paragone study status --json` lists them")
    typer.echo(f"{code} is erased, with {gone} votes; `paragone study analyse {study}` takes them out of the runs")
