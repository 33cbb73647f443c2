"""A run that is killed again and again ends as if it never had been."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.stored_tables import check_same

import paragone
from paragone.store.atomic import ASIDE
from paragone.store.parts import stem_of

REMOVAL = "before removing parquet"
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
    plan: Path, out: Path | str, moment: int | str, *, environment: Mapping[str, str] = os.environ
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(KILLED_RUN), str(plan), str(out), str(moment)]
    # A cache of facts for each run: what another has seen would spare this one the moments to die at.
    own = {**environment, "PARAGONE_CACHE": str(plan.parent / f"cache of {str(out).rpartition('/')[2]}")}
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, env=own)


def files(out: Path) -> list[str]:
    """Every file but the parts, whose number depends on when a run was killed; of derived tables without the hash."""
    found = [path for path in out.rglob("*") if path.is_file() and not path.name.startswith("part-")]
    return sorted(str(path.relative_to(out).with_name(stem_of(path))) for path in found)


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
    # Threads may share a write or not, so the number of moments differs a little from run to run.
    assert start(plan, tmp_path / "late", len(moments) - 19).returncode == -9
    for folder in (out, tmp_path / "late"):
        assert start(plan, folder, 0).returncode == 0
        check_equal(folder, tmp_path / "whole")


def test_a_run_killed_between_a_new_part_and_the_removal_of_the_old_one_ends_like_any_other(
    plan: Path, tmp_path: Path
) -> None:
    assert start(plan, tmp_path / "grown", 0).returncode == 0
    shutil.copytree(tmp_path / "grown", tmp_path / "killed")
    plan.write_text(plan.read_text().replace("seeds = [0, 1]", "seeds = [0, 1, 2]"))
    for _ in range(3):  # each start removes what the last one had replaced, and dies at the next removal
        ended = start(plan, tmp_path / "killed", REMOVAL)
        assert (ended.returncode, ended.stderr) == (-9, REMOVAL)
    estimates = paragone.load(tmp_path / "killed").estimates
    assert not estimates.select("model", "scenario", "metric", "group").is_duplicated().any()
    for name in ("killed", "grown"):
        assert start(plan, tmp_path / name, 0).returncode == 0
    check_equal(tmp_path / "killed", tmp_path / "grown")


def check_equal(out: Path, whole: Path) -> None:
    """Row for row the same tables, and no file more or less."""
    check_same(out, whole)
    assert files(out) == files(whole)
    assert not (out / ASIDE).exists() or not list((out / ASIDE).iterdir())
