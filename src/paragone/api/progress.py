"""Progress in a notebook or a terminal: one line that is written over; nothing where nobody looks."""

import sys
import time
from typing import TextIO

from paragone.stages.loop import Silent, Watch

PATIENCE_S = 0.2


class Line(Silent):
    """Writes `draw mine 12/32` over itself, and a new line for each stage."""

    def __init__(self, file: TextIO) -> None:
        self._file, self._stage, self._done, self._total, self._shown = file, "", 0, 0, 0.0

    def begin(self, stage: str, total: int, done: int = 0) -> None:
        """A stage begins."""
        if self._stage:
            self._file.write("\n")
        self._stage, self._total, self._done = stage, total, done
        self._show()

    def advance(self, rows: int) -> None:
        """So much more is done."""
        self._done += rows
        if time.monotonic() - self._shown > PATIENCE_S or self._done >= self._total:
            self._show()

    def _show(self) -> None:
        self._shown = time.monotonic()
        self._file.write(f"\r{self._stage} {self._done}/{self._total}")
        if self._stage == "estimate" and self._done >= self._total:
            self._file.write("\n")  # the last stage
        self._file.flush()


def shown() -> Watch:
    """A watch that shows progress where someone looks: in a notebook, or at a terminal."""
    return Line(sys.stderr) if "ipykernel" in sys.modules or sys.stderr.isatty() else Silent()
