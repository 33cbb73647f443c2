"""What the commands share on screen: tables, lines that fit, progress with time left, a Ctrl-C that loses nothing."""

import os
import shutil
import signal
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from types import FrameType
from typing import TYPE_CHECKING, Any

import typer

from paragone.cli.terminal.layout import table_lines, wrapped
from paragone.core.patience import ask_to_stop, go_on

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


def print_table(rows: Sequence[Mapping[str, Any]], *, title: str = "") -> None:
    """Rows as a table for people, as wide as the terminal."""
    if title:
        print_text(visible(title))
    names = list(rows[0]) if rows else []
    numbers = {name for name in names if all(isinstance(row[name], (int, float, type(None))) for row in rows)}
    text = [{name: cell(row[name]) for name in names} for row in rows]
    typer.echo(table_lines(text, width(), right=frozenset(numbers)))


def print_text(text: str, *, indent: str = "", err: bool = False) -> None:
    """A text in lines that fit the terminal, broken between words; what follows the first line is indented."""
    room = width()
    lines = wrapped(text, None if room is None else room - len(indent))
    for number, line in enumerate(lines):
        typer.echo(indent * bool(number) + line, err=err)


def width() -> int | None:
    """Columns of the terminal, or of COLUMNS; None for a file or a pipe, where lines are as long as they need to be."""
    if sys.stdout.isatty():
        return shutil.get_terminal_size().columns
    given = os.environ.get("COLUMNS", "")
    return int(given) if given.isdecimal() and int(given) > 0 else None


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

    def begin(self, stage: str, total: int, done: int = 0) -> None:
        """A stage begins."""
        if self._quiet:
            return
        if self._progress is None:
            typer.echo(f"{stage}: {f'{done}/' if done else ''}{total}", err=True)
            return
        self._close()
        self._task = self._progress.add_task(visible(stage), total=total, completed=done)

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
            with nullcontext() if self._quiet or not sys.stderr.isatty() else _drawn_bars() as self._progress:
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


def _drawn_bars() -> "Progress":
    from paragone.cli.terminal.progress import bars  # rich is slow to load, and most commands draw no bar

    return bars()
