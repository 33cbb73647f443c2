"""The progress bar: at any width it keeps bar, count and time left, and cuts the name of the stage instead."""

from typing import IO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
from rich.text import Text

LEAST_NAME = 8
RATE_FROM = 64  # columns: below, the rate gives way


class Stage(ProgressColumn):
    """The name of the stage, as far as there is room."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console

    def render(self, task: Task) -> Text:
        """Cut with an ellipsis."""
        total = len(f"{task.total or 0:.0f}")
        rest = bar_width(self._console.width) + 2 * total + 1 + len("00:00:00") + 4
        rest += len(" 0,000/s") if self._console.width >= RATE_FROM else 0
        name = Text(task.description)
        name.truncate(max(LEAST_NAME, self._console.width - rest), overflow="ellipsis")
        return name


class Bar(BarColumn):
    """A bar that grows with the terminal."""

    def __init__(self, console: Console) -> None:
        super().__init__(bar_width=bar_width(console.width))


class Rate(ProgressColumn):
    """Rows a second, where there is room for it."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console

    def render(self, task: Task) -> Text:
        """Of what is left, as of late."""
        speed = task.finished_speed or task.speed
        if not speed or self._console.width < RATE_FROM:
            return Text("")
        return Text(f"{speed:,.0f}/s" if speed >= 10 else f"{speed:.2f}/s")


def bar_width(columns: int) -> int:
    """Columns of the bar.

    >>> bar_width(40), bar_width(80), bar_width(200)
    (6, 20, 40)
    """
    return max(6, min(40, columns // 4)) if columns >= 50 else 6


def bars(file: IO[str] | None = None, width: int | None = None) -> Progress:
    """A bar for each stage, on the standard error unless another file is given."""
    console = Console(stderr=file is None, file=file, width=width)
    columns = (
        Stage(console),
        Bar(console),
        MofNCompleteColumn(),
        Rate(console),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    return Progress(*columns, console=console)
