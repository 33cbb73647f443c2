"""A path written in a user's table may only lead to a file below the table's own folder."""

from pathlib import Path, PurePosixPath, PureWindowsPath

from paragone.core.errors import BadInput


def file_below(folder: Path, written: str, *, where: str) -> Path:
    """The file that a row means, checked but not read (it may be absent); `where` names the row in an error."""
    if PurePosixPath(written).is_absolute() or PureWindowsPath(written).drive or written.startswith("\\"):
        raise BadInput(f"{where}: the path {written!r} is absolute; write it relative to {folder}")
    path = folder / written
    try:
        is_below = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError) as error:  # a name too long, or links that lead in a circle
        raise BadInput(f"{where}: the path {written[:80]!r} leads nowhere; mend it") from error
    if not is_below:
        raise BadInput(f"{where}: the path {written!r} leads out of {folder}; copy the file into that folder")
    return path
