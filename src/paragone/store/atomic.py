"""Files that are whole or absent: written aside, synced, renamed."""

import errno
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paragone.core.errors import DiskFull, StoreError

MANIFEST = "manifest.json"  # what makes a folder a run
ASIDE = ".partial"  # unfinished files of a run folder live here, and nowhere else


def write_whole(path: Path, data: bytes, *, aside: Path) -> None:
    """Put data at path so that a reader, or a process started after a crash, sees all of it or none."""
    unfinished = aside / f"{uuid.uuid4().hex}-{path.name}"
    with storing_at(path):
        aside.mkdir(parents=True, exist_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with unfinished.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)


@contextmanager
def storing_at(path: Path) -> Iterator[None]:
    """Tell the user in one line what a failing disk means."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFull(
                f"no space left on the disk of {path.parent}; free some and run the same command again: "
                "everything stored so far is kept"
            ) from error
        raise StoreError(
            f"cannot write {path}: {error.strerror or error}; mend that and run the same command again"
        ) from error


def _sync_folder(folder: Path) -> None:
    # A rename survives a power cut only once the folder itself is on disk. Some systems cannot sync a folder.
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.EBADF):
            raise
    finally:
        os.close(descriptor)
