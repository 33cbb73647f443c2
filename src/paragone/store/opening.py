"""Where a run is: a folder of this machine, or a URL such as s3://bucket/run with a copy of its tables here."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from paragone.core.errors import BadOption
from paragone.store.folder import RunFolder
from paragone.store.mirror import mirror_of, refresh
from paragone.store.remote import Remote


def folder_at(place: str | Path) -> RunFolder:
    """The run folder at a path or URL, whether there is a run or not; a file:// URL is a path."""
    text = str(place)
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+:/[^/]", text) and isinstance(place, Path):
        raise BadOption(f"{text} was a URL before it was made a Path; give it as text")
    if text.startswith("file://"):
        return RunFolder(Path(unquote(urlsplit(text).path)))
    if "://" not in text:
        return RunFolder(Path(place))
    remote = Remote(text)
    return RunFolder(mirror_of(remote), remote)


def open_run(place: str | Path) -> RunFolder:
    """The run at a path or URL as it is now, for reading."""
    folder = folder_at(place)
    if folder.remote is not None:
        refresh(folder.remote, folder.root)
    return folder
