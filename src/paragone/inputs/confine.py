"""A path written in a user's table may only lead to a file below the table's own folder."""

import os
from pathlib import Path, PureWindowsPath

from paragone.core.errors import BadInput

LONGEST = 255  # bytes of one name, on every file system in use


def file_below(folder: Path, written: str, *, where: str) -> Path:
    """The file that a row means, checked but not read (it may be absent); `where` names the row in an error."""
    if written.startswith(("/", "\\")) or PureWindowsPath(written).drive:
        raise BadInput(f"{where}: the path {written!r} is absolute; write it relative to {folder}")
    if any(len(name.encode()) > LONGEST for name in written.split("/")):
        raise BadInput(f"{where}: the path {written[:40]!r}... is too long; shorten its names to {LONGEST} bytes")
    path = folder / written
    # Of text, not of Path objects: a table of 30,000 rows is checked in a second or two instead of five.
    root, real = os.path.realpath(folder), os.path.realpath(path)
    if real != root and not real.startswith(root.rstrip(os.sep) + os.sep):
        raise BadInput(f"{where}: the path {written!r} leads out of {folder}; copy the file into that folder")
    return path
