"""Functions that Python handed over, found by name as if they were in this file; they live as long as the process."""

from collections.abc import Callable
from typing import Any

FUNCTIONS: dict[str, Callable[..., Any]] = {}


def __getattr__(name: str) -> Callable[..., Any]:
    if name in FUNCTIONS:
        return FUNCTIONS[name]
    raise AttributeError(name)
