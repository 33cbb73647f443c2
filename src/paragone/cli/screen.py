"""What the commands share on screen: tables, JSON, progress with time left, and a Ctrl-C that loses nothing."""

import json
import os
import signal
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from types import FrameType
from typing import TYPE_CHECKING, Any

import typer

from paragone.core.patience import ask_to_stop, go_on

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


def print_rows(rows: Sequence[Mapping[str, Any]], *, as_json: bool, title: str = "") -> None:
    """Rows as JSON for programs or as a table for people."""
    if as_json:
        text = json.dumps(list(rows), indent=2, ensure_ascii=False, default=str)
        typer.echo("".join(letter if letter == "\n" else visible(letter) for letter in text))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False, header_style="bold")
    names = list(rows[0]) if rows else []
    for name in names:
        is_number = all(isinstance(row[name], (int, float, type(None))) for row in rows)
        table.add_column(name, justify="right" if is_number else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell(row[name])) for name in names))  # Text: brackets in a prompt are no markup
    # Piped into a file, a table is as wide as it needs to be.
    Console(width=None if sys.stdout.isatty() else 200).print(table)


def cell(value: Any) -> str:
    """A value as a person reads it: a dash for missing, four significant digits for a number.

    >>> cell(0.123456), cell(None), cell(1234.5), cell(7)
    ('0.1235', '-', '1234', '7')
    """
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1000 else f"{value:.0f}"
    return visible(str(value))


def visible(text: str) -> str:
    r"""A text in which nothing can steer a terminal: control characters are written out.

    >>> print(visible("red \x1b[31m and a line\n"))
    red \u001b[31m and a line\u000a
    """
    if text.isprintable():
        return text
    return "".join(f"\\u{ord(letter):04x}" if unicodedata.category(letter) == "Cc" else letter for letter in text)


class Bars:
    """Shows each stage as a progress bar with rate and time left, and stops between batches after Ctrl-C."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._stopping = False
        self._leaving = False
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def begin(self, stage: str, total: int) -> None:
        """A stage begins."""
        if self._quiet:
            return
        if self._progress is None:
            typer.echo(f"{stage}: {total}", err=True)
            return
        self._close()
        self._task = self._progress.add_task(stage, total=total)

    def advance(self, rows: int) -> None:
        """So much more is done."""
        if self._progress is not None and self._task is not None:
            self._progress.advance(self._task, rows)

    def stopped(self) -> bool:
        """Whether Ctrl-C was pressed."""
        return self._stopping

    @contextmanager
    def watching(self) -> Iterator["Bars"]:
        """Draw the bars and catch the first Ctrl-C; the second one stops at once."""
        before = signal.signal(signal.SIGINT, self._ask_to_stop)
        try:
            with nullcontext() if self._quiet or not sys.stderr.isatty() else _bars() as self._progress:
                yield self
                self._close()
        except KeyboardInterrupt:
            # Finished rows were stored on the way here. Threads in the middle of something would be waited for.
            typer.echo("stopped at once; what was finished is stored: run the same command again to go on", err=True)
            sys.stdout.flush()
            os._exit(130)
        finally:
            signal.signal(signal.SIGINT, before)
            go_on()

    def _close(self) -> None:
        if self._progress is not None and self._task is not None:
            self._progress.stop_task(self._task)

    def _ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        if self._leaving:
            os._exit(130)
        if self._stopping:
            self._leaving = True
            raise KeyboardInterrupt
        self._stopping = True
        ask_to_stop()
        typer.echo("\nstopping after the work in hand (Ctrl-C again stops at once)", err=True)


def _bars() -> "Progress":
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(f"{speed:,.0f}/s" if speed and speed >= 10 else f"{speed:.2f}/s" if speed else "")

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    return Progress(*columns, console=Console(stderr=True))
