"""Help that reads well: whole sentences in the list of commands, and kinds of values as words."""

import inspect
from collections.abc import Callable
from typing import Any

from typer.core import TyperGroup

WORDS = {
    "<str>": "<text>",
    "<int>": "<whole number>",
    "<float>": "<number>",
    "<int range>": "<whole number>",
    "<float range>": "<number>",
    "<list[str]>": "<text>",
    "<list[Path]>": "<path>",
}


class ReadableHelp(TyperGroup):
    """A group of commands whose summaries are not cut."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for command in self.commands.values():
            command.short_help = summary_of(command.help or "")
            for parameter in command.params:
                if hasattr(parameter, "display_type"):
                    parameter.display_type = _worded(parameter.display_type)


def summary_of(text: str) -> str:
    """The first sentence of a help text.

    >>> summary_of("Run a plan: draw, look. Everything is checked first.")
    'Run a plan: draw, look.'
    """
    first = " ".join(inspect.cleandoc(text).partition("\n\n")[0].split())
    sentence, stop, _ = first.partition(". ")
    return sentence + (stop and ".")


def _worded(shown: Callable[..., str]) -> Callable[..., str]:
    def worded(ctx: Any) -> str:
        kind = shown(ctx)
        return WORDS.get(kind, kind)

    return worded
