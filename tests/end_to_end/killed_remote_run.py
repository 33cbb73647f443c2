"""Run a plan at a URL in a process that kills itself at one chosen put: python killed_remote_run.py PLAN URL MOMENT.

Every object of a run goes through a put. A process can die before it, after it, and, where a file is written aside and
moved, in between. MOMENT counts them; 0 runs to the end and prints how many there were.
"""

import json
import os
import signal
import sys
from typing import Any

import paragone
from paragone.stages.loop import Sink
from paragone.store import remote_lock
from paragone.store.remote import Remote

moments: list[str] = []
fatal = int(sys.argv[3]) if __name__ == "__main__" else 0


def moment(name: str) -> None:
    moments.append(name)
    if len(moments) == fatal:
        sys.stderr.write(name)
        sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGKILL)


class DyingFiles:
    """A file system whose user may die between writing aside and moving into place."""

    def __init__(self, files: Any) -> None:
        self._files = files

    def __getattr__(self, name: str) -> Any:
        return getattr(self._files, name)

    def mv(self, source: str, target: str) -> None:
        moment("before moving")
        self._files.mv(source, target)


def install() -> None:
    whole = Remote._put

    def put(self: Remote, files: Any, target: str, data: bytes, *, aside: str) -> None:
        kind = target.rpartition(".")[2]
        moment(f"before putting {kind}")
        whole(self, DyingFiles(files), target, data, aside=aside)
        moment(f"after putting {kind}")

    Remote._put = put  # type: ignore[method-assign]


if __name__ == "__main__":
    remote_lock.SETTLE_S = 0.0
    Sink.patience_s = 0.0  # every batch is its own part: more moments to die at
    install()
    paragone.run(sys.argv[1], sys.argv[2])
    sys.stdout.write(json.dumps(moments))
