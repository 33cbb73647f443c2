"""Waiting that ends when the user asks to stop, in whichever thread it happens."""

import threading

from paragone.core.errors import Interrupted

_asked = threading.Event()


def ask_to_stop() -> None:
    """End all waits of this process, now and from now on."""
    _asked.set()


def go_on() -> None:
    """Let waits be waits again."""
    _asked.clear()


def wait(seconds: float) -> None:
    """Sleep, or raise Interrupted as soon as the user has asked to stop."""
    if seconds > 0 and _asked.wait(seconds):
        raise Interrupted("stopped as asked while waiting; what was finished is stored: run the same command again")
