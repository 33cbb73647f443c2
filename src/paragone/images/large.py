"""Large images are decoded one at a time on this machine, however many threads and processes there are."""

import os
import stat
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: one at a time in each process
    fcntl = None  # type: ignore[assignment]

LARGE_PIXELS = 16_000_000  # from here on decoding may take a quarter of a gigabyte and more
LARGE_LOCK = threading.Lock()


@contextmanager
def its_turn(pixels: int) -> Iterator[None]:
    """Wait, where an image has so many pixels, until no other large one is being decoded."""
    if pixels < LARGE_PIXELS:
        yield
        return
    with LARGE_LOCK, _machine_lock():
        yield


@contextmanager
def _machine_lock() -> Iterator[None]:
    """A lock that all processes of this user share, and that the system drops when its holder dies."""
    descriptor = _open_lock()
    try:
        if descriptor is not None:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def lock_file() -> Path:
    """Where the lock is."""
    return Path(tempfile.gettempdir()) / f"paragone-large-image-{os.getuid()}.lock"


def _open_lock() -> int | None:
    if fcntl is None:
        return None
    try:
        # The folder is everyone's: neither a link nor a pipe that somebody else has put there is waited for.
        descriptor = os.open(lock_file(), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
    except OSError:
        return None
    status = os.fstat(descriptor)
    if stat.S_ISREG(status.st_mode) and status.st_uid == os.getuid():
        return descriptor
    os.close(descriptor)
    return None
