"""Where a user's caches are, as each system has it."""

import os
import sys
from pathlib import Path


def user_cache(variable: str, name: str = "") -> Path:
    """The folder that an environment variable names, or else our own (or `name` in it) among the user's caches."""
    given = os.environ.get(variable)
    if given:
        return Path(given).expanduser()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "paragone" / name
