"""Any Python function, called with a text and a seed: `package.module:name`, or a name in the file at `path`."""

import importlib
import importlib.util
import inspect
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from paragone.core.components import Model
from paragone.core.errors import BadOption, NotReady, ParagoneError
from paragone.core.keys import Json, content_hash, key_of
from paragone.core.secrets import secrets_here, without_secrets
from paragone.core.types import Drawing, Missing, Prompt


@dataclass(frozen=True, slots=True)
class Python(Model):
    """Calls `function(text, seed, **arguments)` for each prompt.

    The function gives encoded bytes, an array (height, width, 3) of uint8, a Pillow image, a Drawing, or None where it
    will not draw. What it raises becomes the reason of one missing image; the run goes on.
    """

    unkeyed: ClassVar[tuple[str, ...]] = ("function", "threads")  # the function's file counts, not its place
    function: str
    path: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    version: str = ""  # yours: raise it when what the function calls draws differently
    threads: int = 1
    name: str = field(init=False)
    revision: str = field(init=False)
    _call: Callable[..., Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Find the function; its file's content is part of the revision."""
        call, source = find_function(f"{self.path}:{self.function}" if self.path else self.function)
        object.__setattr__(self, "_call", call)
        object.__setattr__(self, "name", self.function.rpartition(":")[2])
        object.__setattr__(self, "revision", key_of("python", source, self.name, self.arguments, self.version)[:12])

    def __reduce__(self) -> tuple[type["Python"], tuple[Any, ...]]:
        return Python, (self.function, self.path, dict(self.arguments), self.version, self.threads)

    def draw(self, prompts: Sequence[Prompt], seed: int) -> Sequence[Drawing | Missing]:
        """One call per prompt."""
        return [self._draw_one(prompt.text, seed) for prompt in prompts]

    def _draw_one(self, text: str, seed: int) -> Drawing | Missing:
        started = time.monotonic()
        try:
            made = self._call(text, seed, **self.arguments)
        except ParagoneError:
            raise
        except Exception as error:  # a stranger's function may raise anything, and one prompt must not end a run
            # What a network or disk does (OSError, which time-outs are too) may pass; what a bug does will not.
            passing: dict[str, Json] = {"may_pass": True} if isinstance(error, OSError) else {}
            said = without_secrets(" ".join(f"{type(error).__name__}: {error}".split()), secrets_here())
            return Missing(said[:300], details={"prompt_sent": text, **passing})
        return as_drawing(made, text, seconds=time.monotonic() - started)


def as_drawing(made: Any, text: str, *, seconds: float) -> Drawing | Missing:
    """What a function gave, as a drawing."""
    if made is None:
        return Missing("the function gave None", "refused")
    if isinstance(made, (Drawing, Missing)):
        return made
    if hasattr(made, "convert"):  # a Pillow image
        made = np.asarray(made.convert("RGB"))
    if isinstance(made, bytes) or (isinstance(made, np.ndarray) and made.dtype == np.uint8 and made.shape[2:] == (3,)):
        return Drawing(made, seconds=seconds, details={"prompt_sent": text})
    shape = f" of {made.dtype} {made.shape}" if isinstance(made, np.ndarray) else ""
    return Missing(
        f"the function gave a {type(made).__name__}{shape}; give bytes, an image or uint8 (height, width, 3)"
    )


def find_function(name: str) -> tuple[Callable[..., Any], str]:
    """The function called `module:name` or `file.py:name`, and the hash of the file it is in."""
    place, colon, attribute = name.rpartition(":")
    if not colon or not place or not attribute:
        raise BadOption(f"{name!r} names no function; write package.module:function or path/to/file.py:function")
    module = _from_file(Path(place)) if place.endswith(".py") else _import(place)
    function = getattr(module, attribute, None)
    if not callable(function):
        known = [found for found, value in vars(module).items() if inspect.isfunction(value)]
        raise BadOption(f"{place} has no function {attribute!r}; it has {', '.join(known) or 'none'}")
    path = Path(module.__file__ or "")
    return function, content_hash(path.read_bytes()) if path.is_file() else ""


def _import(place: str) -> ModuleType:
    try:
        return importlib.import_module(place)
    except ImportError as error:
        raise NotReady(
            f"cannot import {place}: {error}; install it, or name its file (path/to/file.py:function)"
        ) from error


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise BadOption(f"there is no file {path}; name one that exists, as path/to/file.py:function")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


model = Python
