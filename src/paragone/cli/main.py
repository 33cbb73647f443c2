"""The command `paragone`: one file a command, each imported light so that `--help` answers at once."""

import errno
import os
import sys
from pathlib import Path

import typer

from paragone.cli import (
    agree,
    cache,
    calibrate,
    compare,
    data,
    doctor,
    finetune,
    init,
    listing,
    map,
    report,
    run,
    scenes,
    score,
    serve,
    sheet,
    show,
    status,
    study,
    table,
    train,
    verify,
    weights,
)
from paragone.cli.terminal.help_words import ReadableHelp
from paragone.core.errors import Interrupted, ParagoneError

app = typer.Typer(
    cls=ReadableHelp,
    name="paragone",
    help="Evaluate text-to-image models: every number with its interval, n and protocol.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Begin with `paragone run quick`, then open the report it names. Docs: ARCHITECTURE.md, docs/.",
)
app.command("init")(init.init)
app.command("run")(run.run)
app.command("score")(score.score)
app.command("status")(status.status)
app.command("table")(table.table)
app.command("compare")(compare.compare)
app.command("agree")(agree.agree)
app.command("calibrate")(calibrate.calibrate)
app.command("sheet")(sheet.sheet)
app.command("map")(map.make_map)
app.command("show")(show.show)
app.command("report")(report.report)
app.command("serve")(serve.serve)
app.command("verify")(verify.verify)
app.command("repair")(verify.repair)
app.command("list")(listing.listing)
app.command("doctor")(doctor.doctor)
app.add_typer(weights.app, name="weights")
app.add_typer(data.app, name="data")
app.add_typer(cache.app, name="cache")
app.add_typer(scenes.app, name="scenes")
app.add_typer(train.app, name="train")
app.command("finetune")(finetune.finetune)
app.add_typer(study.app, name="study")


def _print_version(asked: bool) -> None:
    if asked:
        from paragone.version import VERSION

        typer.echo(f"paragone {VERSION}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", help="Print the version and stop.", callback=_print_version, is_eager=True
    ),
) -> None: ...


def main() -> None:
    """Run the command line; what the user can mend is one line without a traceback."""
    _open_streams()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # here, where it can still be told that nobody reads it
    except Interrupted as error:
        typer.echo(str(error), err=True)
        sys.exit(130)
    except ParagoneError as error:
        from paragone.cli.terminal.screen import visible
        from paragone.core.secrets import secrets_here, without_secrets

        typer.echo(f"error: {visible(without_secrets(str(error), secrets_here()))}", err=True)
        sys.exit(2)
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.ENOSPC, errno.EIO) or error.filename is not None:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno == errno.EPIPE:  # the reader of a pipe (head, less) had enough
            sys.exit(0)
        typer.echo(f"error: cannot print: {error.strerror}; print somewhere else", err=True)
        sys.exit(2)


def _open_streams() -> None:
    """A program may be started with its output closed; then what it prints goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - until the end
