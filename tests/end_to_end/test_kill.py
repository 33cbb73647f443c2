"""A run that is killed again and again ends as if it never had been."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.stored_tables import check_same

import paragone
from paragone.store.atomic import ASIDE

KILLED_RUN = Path(__file__).parent / "killed_run.py"
PLAN = """
title = "a run to kill"
metrics = ["blackout", "warmth", "diversity_phash", "red_distance"]
reference = "plain"
seeds = [0, 1]
[[scenarios]]
use = "numbered"
count = 4
[[models]]
use = "painter"
name = "plain"
[[models]]
use = "painter"
name = "shifted"
shift = 9
refuse = "p001"
[estimate]
resamples = 200
"""


@pytest.fixture(name="plan")
def _plan(tmp_path: Path, components: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return plan_to_kill(tmp_path, components, monkeypatch)


def plan_to_kill(folder: Path, components: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The plan as a file, and an environment in which a child finds its components."""
    source = str(Path(paragone.__file__).parents[1])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(components), source]))
    (folder / "plan.toml").write_text(PLAN)
    return folder / "plan.toml"


def start(
    plan: Path, out: Path | str, moment: int, *, environment: Mapping[str, str] = os.environ
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(KILLED_RUN), str(plan), str(out), str(moment)]
    # A cache of facts for each run: what another has seen would spare this one the moments to die at.
    own = {**environment, "PARAGONE_CACHE": str(plan.parent / f"cache of {str(out).rpartition('/')[2]}")}
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, env=own)


def files(out: Path) -> set[str]:
    """Every file but the parts, whose number depends on when a run was killed."""
    return {
        str(path.relative_to(out)) for path in out.rglob("*") if path.is_file() and not path.name.startswith("part-")
    }


def test_a_run_killed_at_thirty_moments_ends_like_one_that_never_was(plan: Path, tmp_path: Path) -> None:
    whole = start(plan, tmp_path / "whole", 0)
    assert whole.returncode == 0, whole.stderr
    moments = json.loads(whole.stdout)
    assert len(moments) > 100

    died: list[str] = []
    out = tmp_path / "killed"
    # Each start rewrites the manifest (moments 1 to 5) and then goes on where the last one died.
    for moment in (1, 2, 3, 4, 5, *range(6, 16), *range(6, 16), 20, 25, 30, 35, 41, 52):
        ended = start(plan, out, moment)
        if ended.returncode == 0:
            break
        assert ended.returncode == -9, ended.stderr
        died.append(ended.stderr)
    assert len(died) >= 25
    assert {"inside writing parquet", "inside writing png", "after renaming png", "before renaming parquet"} <= set(
        died
    )

    # And once more near the very end, while the derived tables are replaced.
    assert start(plan, tmp_path / "late", len(moments) - 4).returncode == -9
    for folder in (out, tmp_path / "late"):
        assert start(plan, folder, 0).returncode == 0
        check_equal(folder, tmp_path / "whole")


def check_equal(out: Path, whole: Path) -> None:
    """Row for row the same tables, and no file more or less."""
    check_same(out, whole)
    assert files(out) == files(whole)
    assert not (out / ASIDE).exists() or not list((out / ASIDE).iterdir())
