"""The SHA-256 of many files at once, read in threads and piece by piece."""

import hashlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PIECE = 1 << 20  # bytes


def contents_of(paths: Iterable[Path | None]) -> list[str | None]:
    """The SHA-256 of each file in order, None where there is no path or no file; OSError where one cannot be read."""
    with ThreadPoolExecutor() as pool:
        return list(pool.map(_content_of, paths))


def _content_of(path: Path | None) -> str | None:
    if path is None or not path.is_file():
        return None
    content = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        while piece := file.read(PIECE):
            content.update(piece)
    return content.hexdigest()
