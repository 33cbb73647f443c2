"""`paragone study`: people rate images, from invitation to table."""

import typer

from paragone.cli.study import outcome, run
from paragone.cli.terminal.help_words import ReadableHelp

app = typer.Typer(
    cls=ReadableHelp,
    help="People rate images on our own page: make a study, serve it, read what they said.",
    no_args_is_help=True,
)
app.command("new")(run.new)
app.command("serve")(run.serve)
app.command("invite")(run.invite)
app.command("status")(run.status)
app.command("stop")(run.stop)
app.command("start")(run.start)
app.command("forget")(run.forget)
app.command("analyse")(outcome.analyse)
app.command("export")(outcome.export)
app.command("import")(outcome.take)
app.command("crowd")(outcome.crowd)
app.command("backup")(outcome.backup)
