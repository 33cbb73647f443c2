"""Disks that fail at a chosen step of writing: one line tells so, and the next run ends as if nothing had been."""

import shutil
import subprocess
from pathlib import Path

import numpy as np

from tests.attack.kills import prepare, start
from tests.stored_tables import check_same

FAULTS = ("ENOSPC", "EIO", "EACCES", "EROFS", "EDQUOT", "EMFILE", "ESTALE")


def inject(folder: Path, count: int, rng: np.random.Generator) -> int:
    """Let so many steps fail, each in a run of its own that is then finished; how many of them were reached."""
    prepare(folder)
    reached = 0
    for _ in range(count):
        shutil.rmtree(folder / "faulty", ignore_errors=True)
        fault = FAULTS[int(rng.integers(len(FAULTS)))]
        done = start(folder, "faulty", int(rng.integers(1, 60)), fault)
        if done.returncode:
            reached += 1
            _check_said(done, fault)
        assert start(folder, "faulty", 0).returncode == 0
        check_same(folder / "faulty", folder / "whole")
    return reached


def _check_said(done: "subprocess.CompletedProcess[str]", fault: str) -> None:
    said = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert done.returncode == 2, (fault, done.returncode, done.stderr[-2000:])
    assert len(said) == 1, (fault, done.stderr[-2000:])
    assert "Traceback" not in done.stderr, (fault, done.stderr[-2000:])
