"""A run killed at random moments, again and again, must end with the tables of one that never was."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

import paragone
from tests.stored_tables import check_same

RUN = Path(__file__).parent.parent / "end_to_end" / "killed_run.py"
DRAW = """
import numpy as np

def draw(text, seed):
    return np.full((8, 8, 3), 7 * len(text) + seed, dtype=np.uint8)
"""
PLAN = """
metrics = ["blackout", "diversity_phash"]
seeds = [0, 1]
[[scenarios]]
use = "file"
path = "{folder}/prompts.txt"
[[models]]
use = "python"
name = "mine"
function = "{folder}/draw.py:draw"
threads = 2
[estimate]
resamples = 100
"""


def campaign(folder: Path, kills: int, rng: np.random.Generator) -> int:
    """Kill runs so often, finish each, and give the number of runs that were compared."""
    prepare(folder)
    done = compared = 0
    while done < kills:
        shutil.rmtree(folder / "killed", ignore_errors=True)
        for _ in range(min(8, kills - done)):
            status = start(folder, "killed", int(rng.integers(1, 60))).returncode
            assert status in (0, -9), status
            done += status == -9
        assert start(folder, "killed", 0).returncode == 0
        check_same(folder / "killed", folder / "whole")
        compared += 1
    return compared


def prepare(folder: Path) -> None:
    """The plan, its files, and a run that nothing disturbs."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "draw.py").write_text(DRAW)
    (folder / "prompts.txt").write_text("".join(f"{'x' * n}\n" for n in range(1, 9)))
    (folder / "plan.toml").write_text(PLAN.format(folder=folder))
    assert start(folder, "whole", 0).returncode == 0


def start(folder: Path, out: str, moment: int, fault: str = "SIGKILL") -> "subprocess.CompletedProcess[str]":
    """Run the plan in a process of its own, to which `fault` happens at the moment; 0 is never."""
    source = str(Path(paragone.__file__).parents[1])
    environment = os.environ | {"PYTHONPATH": source, "PARAGONE_CACHE": str(folder / "cache")}
    command = [sys.executable, str(RUN), str(folder / "plan.toml"), str(folder / out), str(moment), fault]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, env=environment)
