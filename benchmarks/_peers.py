"""Import peer libraries for comparison, also where torchvision is not installed: we only call their arithmetic."""

import importlib
import importlib.machinery
import importlib.metadata
import importlib.util
import sys
import types
import warnings


class _Blank(type):
    """A class whose every attribute is another such class, so that `class X(torchvision.a.b.C)` can be read."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _Blank(name, (), {})


class _Module(types.ModuleType):
    __path__: list[str] = []  # noqa: RUF012 - what makes a module a package

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _Blank(name, (), {})


class _Finder:
    """Answers every import below torchvision with an empty module."""

    def find_spec(self, name, path=None, target=None):
        """The empty module's spec, for torchvision only."""
        if name.partition(".")[0] == "torchvision":
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        """An empty module."""
        return _Module(spec.name)

    def exec_module(self, module):
        """Nothing to run."""
        module.__version__ = "0"


def load(module: str):
    """The peer's module, or None where it is not installed."""
    if importlib.util.find_spec("torchvision") is None:
        sys.meta_path.append(_Finder())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # theirs to mend
            return importlib.import_module(module)
    except ImportError:
        return None


def version(distribution: str) -> str:
    """The installed version."""
    return importlib.metadata.version(distribution)
