"""One writer at a time in a run folder; the lock dies with its process."""

import fcntl
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paragone.core.errors import FolderInUse
from paragone.store.atomic import storing_at


@contextmanager
def sole_writer(root: Path) -> Iterator[None]:
    """Hold the run folder, or say who holds it."""
    path = root / ".lock"
    with storing_at(path):
        root.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            # The kernel drops this lock when the process ends, however it ends: no stale lock to clean up.
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.pread(descriptor, 200, 0).decode(errors="replace").strip() or "another process"
            raise FolderInUse(f"{root} is in use by {holder}; wait for it to end, or choose another --out") from error
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"process {os.getpid()} on {platform.node()}".encode(), 0)
        yield
    finally:
        os.close(descriptor)
