"""`paragone sheet`: images of several models on the same prompts, as a figure for a paper."""

from pathlib import Path

import typer

from paragone.cli.status import RUN
from paragone.cli.terminal.formats import Form, printing, put


@printing
def sheet(
    run: str = RUN,
    out: list[Path] = typer.Option(
        [], "--out", help="Where to write it: .png or .pdf; may be repeated. Else sheet.png."
    ),
    rule: str = typer.Option("random", "--rule", help="random, best, worst, or different (between models)."),
    metric: str = typer.Option("", "--metric", help="What best, worst and different go by."),
    subject: str = typer.Option("", "--subject", help="Only captions about hands, faces, groups or numbers."),
    scenario: str = typer.Option("", "--scenario", help="Else the first of the run."),
    models: str = typer.Option("", "--models", "--model", help="Only these, by comma, in this order."),
    rows: int = typer.Option(6, "--rows", min=1, max=40, help="Prompts."),
    seed: int = typer.Option(0, "--seed", help="The seed of the drawings."),
    chance: int = typer.Option(0, "--chance", help="The seed of the choice."),
    dark: bool = typer.Option(False, "--dark", help="On black, for slides."),
    unveil: bool = typer.Option(False, "--unveil", help="Sensitive images and prompts as they are; else veiled."),
    *,
    form: Form,
) -> None:
    """Make a contact sheet: prompts down, models across, one seed, captions below, 7 inches wide at 300 dpi.

    The rule by which prompts were chosen is printed on the sheet, so that nobody can pick cherries in silence.
    """
    from paragone.report.export.sheet import Wanted, encoded
    from paragone.report.export.sheet import sheet as make_sheet
    from paragone.report.export.sheet_choice import rule_called
    from paragone.report.read.reader import Reader
    from paragone.store.opening import open_run

    names = tuple(name.strip() for name in models.split(",") if name.strip())
    theme = "dark" if dark else "light"
    wanted = Wanted(rule_called(rule), scenario, names, metric, subject, rows, seed, chance, theme, unveil)
    places = out or [Path("sheet.png")]
    page, choice = make_sheet(Reader(open_run(run)), wanted)
    for place in places:
        place.write_bytes(encoded(page, place.suffix.lower()))
    if form != "text":
        put(form, [{"prompt_id": one.prompt_id, "text": one.text} for one in choice.prompts])
    else:
        typer.echo(f"{', '.join(map(str, places))}: {choice.words}")
