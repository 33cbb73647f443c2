"""A run of the live site: read anew when it grows, its pages made when asked for."""

import hashlib
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paragone.analysis.changes import compare
from paragone.report import urls
from paragone.report.page_table import PageKind, RunPages, find_page
from paragone.report.read.reader import Reader
from paragone.report.site.files import pages_version
from paragone.store.atomic import MANIFEST
from paragone.store.folder import RunFolder
from paragone.store.mirror import refresh

ASK_AGAIN_S = 15.0  # a listing of a bucket takes time, and money


class LiveRun:
    """A run that may still grow: what was read is kept until a file of it changes."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder
        self._reading: tuple[str, Reader] | None = None
        self._asked_at = time.monotonic()

    def state(self) -> str:
        """Changes when the run does; the ETag of its pages."""
        self._ask_again()
        tables = [path for table in self.folder.tables().values() for path in table.parts()]
        facts = (self.folder.root / "facts").glob("*/*.parquet")
        files = [_stamp(path) for path in sorted([self.folder.root / MANIFEST, *tables, *facts])]
        return hashlib.sha256("\n".join([pages_version(), *files]).encode()).hexdigest()[:32]

    def _ask_again(self) -> None:
        """Bring the tables of a run at a URL up to date, now and then."""
        if self.folder.remote is not None and time.monotonic() - self._asked_at > ASK_AGAIN_S:
            self._asked_at = time.monotonic()
            refresh(self.folder.remote, self.folder.root)

    def reading(self) -> Reader:
        """The run as it is now."""
        state = self.state()
        if self._reading is None or self._reading[0] != state:
            self._reading = state, Reader(self.folder)
        return self._reading[1]

    def find(self, path: str, query: Mapping[str, str]) -> tuple[PageKind, Any] | None:
        """The page at a path of the site, and its kind; None if there is none."""
        reader = self.reading()
        if path == urls.COMPARE and {"a", "b"} & query.keys():  # the form of that page asks for two models
            path = urls.pair(query.get("a", ""), query.get("b", ""))
        return find_page(RunPages(reader, query=query, compare=compare), path)


def _stamp(path: Path) -> str:
    """What changes when a file does; a run may be removed, or a part replaced, while it is served."""
    try:
        status = path.stat()
    except OSError:
        return f"{path.name} is gone"
    return f"{path.name} {status.st_size} {status.st_mtime_ns}"
