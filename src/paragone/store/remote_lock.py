"""One writer at a time at a URL: an object that names its owner and shows a sign of life while the owner lives."""

import json
import os
import platform
import threading
import time
import uuid
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from paragone.core.errors import FolderInUse, StoreError
from paragone.store.remote import Remote

LOCK = ".lock"
BEAT_S = 15.0  # between two signs of life
STALE_S = 60.0  # without one, the owner is taken for dead
SETTLE_S = 0.5  # where a store cannot refuse the second of two creations, the last one wins after this


class RemoteLock:
    """`with RemoteLock(remote):` holds the run at a URL, or says who holds it.

    An owner that was killed leaves its lock behind. On the same machine it is seen to be dead at once; from another
    machine after STALE_S, and only if it shows no sign of life while it is watched, so that clocks may differ.
    """

    def __init__(self, remote: Remote) -> None:
        self._remote = remote
        self._owner = uuid.uuid4().hex
        self._is_lost = False
        self._beaten_at = 0.0
        self._done = threading.Event()
        self._heart = threading.Thread(target=self._beat_on, name="paragone run lock", daemon=True)

    def __enter__(self) -> "RemoteLock":
        """Take the lock and keep it alive."""
        self._take()
        self._remote.lock = self
        self._heart.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the next one in."""
        self._remote.lock = None
        self._done.set()
        self._heart.join()
        with suppress(StoreError):  # what is stored is stored; the lock will be found dead
            if self._read().get("owner") == self._owner:
                self._remote.remove([LOCK])

    def ensure_held(self) -> None:
        """Raise FolderInUse if another run has taken over, as it may when this one slept too long."""
        if not self._is_lost and time.time() - self._beaten_at > STALE_S / 2:
            self._beat()
        if self._is_lost:
            raise FolderInUse(
                f"{self._remote} was taken over by another run while this one gave no sign of life; "
                "let that one finish: what was stored is kept"
            )

    def _take(self) -> None:
        for _ in range(2):
            try:
                self._remote.create(LOCK, self._note())
                break
            except FileExistsError:
                self._make_way()
        self._beaten_at = time.time()
        time.sleep(SETTLE_S)
        found = self._read()
        if found.get("owner") != self._owner:
            raise self._in_use(found)

    def _make_way(self) -> None:
        """Remove the lock of a dead owner, or refuse."""
        found = self._read()
        if not _is_dead_here(found):
            age = time.time() - float(found.get("beat", 0.0))
            if 0 <= age < STALE_S:
                raise self._in_use(found, f", or if it was killed, try again in {STALE_S - age:.0f} s")
            time.sleep(BEAT_S * 1.2)
            if self._read() != found:
                raise self._in_use(found)
        self._remote.remove([LOCK])

    def _in_use(self, found: dict[str, Any], advice: str = "") -> FolderInUse:
        who = found.get("who", "another process")
        return FolderInUse(f"{self._remote} is in use by {who}; wait for it to end, or choose another --out{advice}")

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._remote.get(LOCK))
        except (FileNotFoundError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _note(self) -> bytes:
        who = f"process {os.getpid()} on {platform.node()}"
        note = {"owner": self._owner, "who": who, "machine": machine(), "pid": os.getpid(), "beat": time.time()}
        return json.dumps(note).encode()

    def _beat(self) -> None:
        if self._read().get("owner") != self._owner:
            self._is_lost = True
            return
        self._remote.put_unguarded(LOCK, self._note())
        self._beaten_at = time.time()

    def _beat_on(self) -> None:
        while not self._done.wait(BEAT_S) and not self._is_lost:
            with suppress(StoreError):  # the network is down: `ensure_held` will ask before the next write
                self._beat()


def machine() -> str:
    """Where process numbers mean the same: the host, since its start, in this container."""
    parts = [platform.node()]
    with suppress(OSError):
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text().strip())
        parts.append(str(Path("/proc/self/ns/pid").readlink()))
    return " ".join(parts)


def _is_dead_here(found: dict[str, Any]) -> bool:
    pid = found.get("pid")
    if os.name != "posix" or found.get("machine") != machine() or not isinstance(pid, int):
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
