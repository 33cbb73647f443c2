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
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "draw.py").write_text(DRAW)
    (folder / "prompts.txt").write_text("".join(f"{'x' * n}\n" for n in range(1, 9)))
    (folder / "plan.toml").write_text(PLAN.format(folder=folder))
    assert _start(folder, "whole", 0) == 0
    done = compared = 0
    while done < kills:
        shutil.rmtree(folder / "killed", ignore_errors=True)
        for _ in range(min(8, kills - done)):
            status = _start(folder, "killed", int(rng.integers(1, 60)))
            assert status in (0, -9), status
            done += status == -9
        assert _start(folder, "killed", 0) == 0
        check_same(folder / "killed", folder / "whole")
        compared += 1
    return compared


def _start(folder: Path, out: str, moment: int) -> int:
    source = str(Path(paragone.__file__).parents[1])
    environment = os.environ | {"PYTHONPATH": source, "PARAGONE_CACHE": str(folder / "cache")}
    command = [sys.executable, str(RUN), str(folder / "plan.toml"), str(folder / out), str(moment)]
    return subprocess.run(command, capture_output=True, check=False, timeout=300, env=environment).returncode
