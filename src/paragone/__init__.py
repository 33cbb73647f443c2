"""Paragone evaluates text-to-image models: every number with its interval, n and protocol.

import paragone

run = paragone.run("quick", out="runs/quick")
print(run.estimates)
"""

import importlib
from typing import TYPE_CHECKING, Any

from paragone.core.errors import ParagoneError
from paragone.version import VERSION as __version__

if TYPE_CHECKING:
    from paragone.api import Run, load, run, score

__all__ = ["ParagoneError", "Run", "__version__", "load", "run", "score"]


def __getattr__(name: str) -> Any:
    # Loaded when first used: `import paragone` and `paragone --help` stay quick.
    if name in __all__:
        return getattr(importlib.import_module("paragone.api"), name)
    raise AttributeError(f"paragone has no {name!r}; there are {', '.join(__all__)}")


def __dir__() -> list[str]:
    # Completion in a notebook shows what there is before it is loaded.
    return sorted(__all__)
