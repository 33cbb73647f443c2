"""How a command prints its table: for people, or with --json, --csv, --markdown or --latex."""

import functools
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import typer

from paragone.core.errors import BadOption

Form: TypeAlias = Literal["text", "json", "csv", "markdown", "latex"]
Rows: TypeAlias = Sequence[Mapping[str, Any]]
FLAGS: Mapping[Form, str] = {
    "json": "Print as JSON.",
    "csv": "Print as CSV (cells cannot run as formulas).",
    "markdown": "Print as a Markdown table.",
    "latex": "Print as a LaTeX table (booktabs).",
}


def printing(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command that takes `form` the four flags that choose it."""
    own = inspect.signature(command, eval_str=True)
    kept = [parameter for parameter in own.parameters.values() if parameter.name != "form"]
    flags = [
        inspect.Parameter(f"as_{form}", inspect.Parameter.KEYWORD_ONLY, default=_flag(form, explained), annotation=bool)
        for form, explained in FLAGS.items()
    ]

    @functools.wraps(command)
    def call(**given: Any) -> None:
        chosen = [form for form in FLAGS if given.pop(f"as_{form}")]
        if len(chosen) > 1:
            raise BadOption(f"choose one of {', '.join(f'--{form}' for form in FLAGS)}")
        command(**given, form=chosen[0] if chosen else "text")

    call.__signature__ = own.replace(parameters=[*kept, *flags])  # type: ignore[attr-defined]
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in [*kept, *flags]}
    return call


def _flag(form: Form, explained: str) -> Any:
    return typer.Option(False, f"--{form}", help=explained)


def put(form: Form, rows: Rows, shown: Rows | None = None, *, title: str = "") -> None:
    """Print rows: in numbers for programs (JSON, CSV), and as `shown` for people and papers."""
    from paragone.cli.terminal.screen import cell, print_table, visible
    from paragone.report.export.formats import to_csv, to_latex, to_markdown

    if form == "json":
        text = json.dumps(list(rows), indent=2, ensure_ascii=False, default=str)
        typer.echo("".join(letter if letter == "\n" else visible(letter) for letter in text))
    elif form == "csv":
        typer.echo(to_csv(rows), nl=False)
    elif form == "text":
        print_table(rows if shown is None else shown, title=title)
    else:
        words = [{name: cell(value) for name, value in row.items()} for row in (rows if shown is None else shown)]
        typer.echo((to_markdown if form == "markdown" else to_latex)(words), nl=False)
