"""The SHA-256 of many files at once, read in threads and piece by piece."""

import hashlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

PIECE = 1 << 20  # bytes
AT_ONCE = 1000  # files waiting to be read: each takes more memory in the queue than its prompt does


def contents_of(paths: Iterable[Path | None]) -> list[str | None]:
    """The SHA-256 of each file in order, None where there is no path or no file; OSError where one cannot be read."""
    contents: list[str | None] = []
    every = iter(paths)
    with ThreadPoolExecutor() as pool:
        while some := list(islice(every, AT_ONCE)):
            found = pool.map(_content_of, filter(None, some))
            contents += [next(found) if path else None for path in some]
    return contents


def _content_of(path: Path) -> str | None:
    if not path.is_file():
        return None
    content = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        while piece := file.read(PIECE):
            content.update(piece)
    return content.hexdigest()
