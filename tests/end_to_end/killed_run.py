"""Run a plan in a process that kills itself at one chosen moment of writing: python killed_run.py PLAN OUT MOMENT.

Every file of a run goes through a write, a sync and a rename. Each of these has moments at which a process can die:
before it, half-way through a write, and after it. MOMENT counts them; 0 runs to the end and prints how many there were.
"""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import paragone
from paragone.stages.loop import Sink

moments: list[str] = []
fatal = int(sys.argv[3]) if __name__ == "__main__" else 0


def moment(name: str) -> None:
    moments.append(name)
    if len(moments) == fatal:
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


def install() -> None:
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

    whole = atomic.write_whole

    def write_whole(path: Path, data: bytes, *, aside: Path) -> None:
        whole(path, data, aside=DyingPath(aside))

    for module in list(sys.modules.values()):
        if getattr(module, "write_whole", None) is whole:
            module.write_whole = write_whole  # type: ignore[attr-defined]


if __name__ == "__main__":
    import paragone.report.build
    import paragone.stages
    import paragone.store.folder

    Sink.patience_s = 0.0  # every batch is its own part: more moments to die at
    install()
    paragone.run(sys.argv[1], sys.argv[2])
    sys.stdout.write(json.dumps(moments))
