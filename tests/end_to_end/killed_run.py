"""Run a plan in a process that dies at one chosen moment of writing: python killed_run.py PLAN OUT MOMENT [FAULT].

OUT is a folder or a URL. In a folder every file goes through a write, a sync and a rename, at a URL every object
through a put. A process can die before each of these, in the middle, and after it. MOMENT counts these moments, or is
the name of one, which stands for the first of that name; 0 runs to the end and prints their names. FAULT is SIGKILL, or
the name of an error (ENOSPC) that the system then gives instead.
"""

import errno
import json
import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import paragone
from paragone.cli.main import main
from paragone.stages.loop import Sink
from paragone.store.table import Table

moments: list[str] = []
asked = sys.argv[3] if __name__ == "__main__" else "0"
fatal = int(asked) if asked.isdecimal() else -1
fault = (*sys.argv, "SIGKILL")[4] if __name__ == "__main__" else "SIGKILL"


def moment(name: str) -> None:
    moments.append(name)
    if len(moments) == fatal or name == asked:
        if fault != "SIGKILL":
            raise OSError(getattr(errno, fault), os.strerror(getattr(errno, fault)))
        sys.stderr.write(name)
        sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGKILL)


class DyingFile:
    """A file whose writer may die when half of the bytes are out."""

    def __init__(self, path: Path) -> None:
        self.file = path.open("wb", buffering=0)
        self.kind = path.name.rpartition(".")[2]

    def __enter__(self) -> "DyingFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def write(self, data: bytes) -> None:
        moment(f"before writing {self.kind}")
        self.file.write(data[: len(data) // 2])
        moment(f"inside writing {self.kind}")
        self.file.write(data[len(data) // 2 :])
        moment(f"after writing {self.kind}")

    def flush(self) -> None:
        self.file.flush()

    def fileno(self) -> int:
        return self.file.fileno()


def install_in_folder() -> None:
    from paragone.store import atomic

    class DyingPath(type(Path())):  # type: ignore[misc]
        def open(self, *arguments: Any, **options: Any) -> Any:
            return DyingFile(Path(self))

        def replace(self, target: Any) -> Any:
            kind = Path(target).name.rpartition(".")[2]
            moment(f"before renaming {kind}")
            done = Path(self).replace(target)
            moment(f"after renaming {kind}")
            return done

    whole, remove = atomic.write_whole, Table.remove

    def remove_parts(self: Table, parts: Iterable[Path]) -> None:
        for part in list(parts):  # both the old part and the new one are there now
            moment("before removing parquet")
            remove(self, [part])

    Table.remove = remove_parts  # type: ignore[method-assign]

    def write_whole(path: Path, data: bytes, *, aside: Path) -> None:
        whole(path, data, aside=DyingPath(aside))

    for module in list(sys.modules.values()):
        if getattr(module, "write_whole", None) is whole:
            module.write_whole = write_whole  # type: ignore[attr-defined]


class DyingFiles:
    """A file system whose user may die between writing aside and moving into place."""

    def __init__(self, files: Any) -> None:
        self._files = files

    def __getattr__(self, name: str) -> Any:
        return getattr(self._files, name)

    def mv(self, source: str, target: str) -> None:
        moment("before moving")
        self._files.mv(source, target)


def install_at_url() -> None:
    from paragone.store import remote_lock
    from paragone.store.remote import Remote

    remote_lock.SETTLE_S = 0.0
    whole = Remote._put

    def put(self: Remote, files: Any, target: str, data: bytes, *, aside: str) -> None:
        kind = target.rpartition(".")[2]
        moment(f"before putting {kind}")
        whole(self, DyingFiles(files), target, data, aside=aside)
        moment(f"after putting {kind}")

    Remote._put = put  # type: ignore[method-assign]


if __name__ == "__main__":
    import paragone.report.site.build
    import paragone.stages
    import paragone.store.folder

    Sink.patience_s = 0.0  # every batch is its own part: more moments to die at
    install_at_url() if "://" in sys.argv[2] else install_in_folder()
    if fault == "SIGKILL":
        paragone.run(sys.argv[1], sys.argv[2])
        sys.stdout.write(json.dumps(moments))
    else:
        sys.argv = ["paragone", "run", sys.argv[1], "--out", sys.argv[2], "--quiet"]
        main()
