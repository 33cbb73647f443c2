"""One writer at a time in a run folder; the lock dies with its process."""

import os
import platform
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paragone.core.errors import FolderInUse, StoreError
from paragone.store.atomic import storing_at

PATIENCE_S = 0.05  # between two looks at a lock that will soon be free


@contextmanager
def sole_writer(root: Path, name: str = "") -> Iterator[None]:
    """Hold the run folder, or say who holds it; `name` is what the user calls it."""
    with _opened(root, ".lock") as descriptor:
        if not _lock(descriptor):
            os.lseek(descriptor, 0, os.SEEK_SET)
            holder = os.read(descriptor, 200).decode(errors="replace").strip() or "another process"
            raise FolderInUse(f"{name or root} is in use by {holder}; wait for it to end, or choose another --out")
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"process {os.getpid()} on {platform.node()}".encode())
        yield


@contextmanager
def in_turn(root: Path) -> Iterator[None]:
    """Do something short that others do as well, one after the other."""
    with _opened(root, ".turn") as descriptor:
        while not _lock(descriptor):
            time.sleep(PATIENCE_S)
        yield


@contextmanager
def _opened(root: Path, name: str) -> Iterator[int]:
    with storing_at(root / name):
        root.mkdir(parents=True, exist_ok=True)
        # Without waiting: what is no ordinary file (a pipe) would hold us until somebody writes to it.
        descriptor = os.open(root / name, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o644)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise StoreError(f"{root / name} is no ordinary file, so it cannot be a lock; remove it")
        yield descriptor
    finally:
        os.close(descriptor)


# The system drops these locks when the process ends, however it ends: no stale lock to clean up.
if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        os.lseek(descriptor, 4096, os.SEEK_SET)  # beyond the text, which others may read
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
