"""When a run is killed, nothing that it started is alive five seconds later, and no folder of a program stays."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

PLAN = """
metrics = ["blackout"]
seeds = [0, 1, 2, 3]
[[scenarios]]
use = "file"
path = "prompts.txt"
[[models]]
use = "command"
name = "slow"
threads = 2
command = ["{python}", "{script}", "{{prompt_file}}", "{{out}}"]
[execute]
use = "{executor}"
workers = 2
"""
# The program has a child of its own, as a shell script has; both would sleep for minutes.
SCRIPT = """
import pathlib, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
pathlib.Path({seen!r}, str(child.pid)).touch()
time.sleep(300)
"""
MARK = "PARAGONE_TEST_ORPHANS"
ALIVE_S = 5.0

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds processes by their environment in /proc")


def marked(mark: str) -> list[int]:
    """Processes with this mark in their environment, zombies left out."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def wait_for(claim: Callable[[], bool], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if claim():
            return True
        time.sleep(0.1)
    return claim()


@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_nothing_of_a_killed_run_is_alive_after_five_seconds(executor: str, tmp_path: Path) -> None:
    seen, scratch = tmp_path / "seen", tmp_path / "scratch"
    seen.mkdir()
    scratch.mkdir()
    (tmp_path / "draw.py").write_text(SCRIPT.format(seen=str(seen)))
    (tmp_path / "prompts.txt").write_text("one\ntwo\n")
    plan = PLAN.format(python=sys.executable, script=tmp_path / "draw.py", executor=executor)
    (tmp_path / "plan.toml").write_text(plan)
    mark = uuid.uuid4().hex
    environment = os.environ | {MARK: mark, "TMPDIR": str(scratch)}
    command = [sys.executable, "-m", "paragone", "run", "plan.toml", "--out", "run", "--quiet"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL) as run:
        try:
            assert wait_for(lambda: len(list(seen.iterdir())) >= 2, 60), "no program was started"
            assert len(marked(mark)) >= 5  # the run, two programs and their children at least
            run.send_signal(signal.SIGKILL)
            run.wait()
            assert wait_for(lambda: not marked(mark), ALIVE_S), f"still alive: {marked(mark)}"
            assert list(scratch.glob("paragone-*")) == []
        finally:
            for pid in marked(mark):
                os.kill(pid, signal.SIGKILL)
