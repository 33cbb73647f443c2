"""`run --retry`: failures that may pass are drawn again, and the run ends as if they had never happened."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import paragone
from paragone.core.errors import StoreError
from paragone.execute import Row
from paragone.stages import retry
from paragone.stages.planning.plan_file import read_plan
from paragone.stages.planning.prepare import prepare
from paragone.store.folder import RunFolder
from paragone.store.table import Table

DRAW = """
from pathlib import Path
import numpy as np

def draw(text, seed, flag):
    if not Path(flag).exists():
        if text == "p1" and seed == 1:
            raise TimeoutError("no reply")
        if text == "p2":
            raise ConnectionResetError("the line broke")
    if text == "p3":
        return None
    if text == "p4":
        raise ValueError("a bug")
    return np.full((8, 8, 3), 10 * len(text) + seed + int(text[1]), dtype=np.uint8)
"""


@pytest.fixture
def plan(tmp_path: Path) -> dict[str, Any]:
    (tmp_path / "draw.py").write_text(DRAW)
    (tmp_path / "prompts.txt").write_text("p0\np1\np2\np3\np4\n")
    model = {"use": "python", "name": "mine", "path": str(tmp_path / "draw.py"), "function": "draw"}
    return {
        "scenarios": [{"use": "file", "path": str(tmp_path / "prompts.txt")}],
        "models": [model | {"arguments": {"flag": str(tmp_path / "well")}}],
        "metrics": ["blackout", "rejection", "diversity_phash"],
        "seeds": [0, 1],
        "estimate": {"resamples": 100},
    }


def outcomes(run: paragone.Run) -> dict[str, int]:
    return dict(run.samples["outcome"].value_counts().iter_rows())


def tables(run: paragone.Run) -> dict[str, pl.DataFrame]:
    names = [name for name in run if name not in ("retried", "efficiency")]  # which says how long things took
    frames = {name: run[name].drop("seconds", strict=False) for name in names}
    return {name: frame.sort(frame.columns) for name, frame in frames.items()}


def test_a_retry_ends_like_a_run_that_never_failed(plan: dict[str, Any], tmp_path: Path) -> None:
    before = paragone.run(plan, tmp_path / "run")
    assert outcomes(before) == {"drawn": 3, "failed": 5, "refused": 2}
    assert before.samples.filter(retry.may_pass())["prompt_id"].n_unique() == 2  # p1 with seed 1, and p2 twice
    (tmp_path / "well").touch()
    assert outcomes(paragone.run(plan, tmp_path / "run")) == outcomes(before)  # unasked, failures stay

    again = paragone.run(plan, tmp_path / "run", retry=True)
    expected = paragone.run(plan, tmp_path / "whole")
    for name, frame in tables(expected).items():
        assert tables(again)[name].equals(frame), name
    assert again.samples["key"].n_unique() == len(again.samples) == 10
    kept = again["retried"].sort("prompt_id", "seed")
    assert [json.loads(details)["prompt_sent"] for details in kept["details"]] == ["p1", "p2", "p2"]
    assert "the line broke" in kept["reason"][1]


def test_a_retry_that_fails_again_stores_one_failure(plan: dict[str, Any], tmp_path: Path) -> None:
    paragone.run(plan, tmp_path / "run")
    again = paragone.run(plan, tmp_path / "run", retry=True)
    assert again.samples["key"].n_unique() == len(again.samples) == 10
    assert again.scores["key"].n_unique() == len(again.scores)
    assert len(again["retried"]) == 3


@pytest.mark.parametrize("step", [1, 2])
def test_a_retry_stopped_half_way_goes_on(
    plan: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    paragone.run(plan, tmp_path / "run")
    (tmp_path / "well").touch()
    drop, calls = Table.drop, []

    def dying(self: Table, where: pl.Expr) -> None:
        calls.append(self)
        if len(calls) == step:
            raise StoreError("the power went out")
        drop(self, where)

    with monkeypatch.context() as patch:
        patch.setattr(Table, "drop", dying)
        with pytest.raises(StoreError, match="power"):
            paragone.run(plan, tmp_path / "run", retry=True)
    again = paragone.run(plan, tmp_path / "run", retry=True)
    assert outcomes(again) == {"drawn": 6, "failed": 2, "refused": 2}
    assert again.scores["key"].n_unique() == len(again.scores)
    assert again["retried"]["sample"].n_unique() == len(again["retried"]) == 3


def test_nothing_to_retry_changes_nothing(plan: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "well").touch()
    paragone.run(plan, tmp_path / "run")
    files = {path: path.stat().st_mtime_ns for path in (tmp_path / "run" / "samples").iterdir()}
    folder = RunFolder(tmp_path / "run")
    assert retry.forget_failures(prepare(read_plan(plan), folder).ready(), folder, retry=True) == 0
    assert files == {path: path.stat().st_mtime_ns for path in (tmp_path / "run" / "samples").iterdir()}


def row(outcome: str, reason: str = "no answer within 3 s") -> Row:
    return Row("samples", {"outcome": outcome, "reason": reason})


def test_patience_is_short_with_a_service_that_never_drew_and_longer_with_one_that_did() -> None:
    never, once = retry.Patience(), retry.Patience()
    once.see(row("drawn", ""))
    for number in range(1, retry.IN_A_ROW + 1):
        for patience in (never, once):
            patience.see(row("failed", f"no answer within {number} s"))  # alike but for the number
        assert never.is_spent == (number >= retry.FROM_THE_START)
        assert once.is_spent == (number >= retry.IN_A_ROW)
    assert (retry.FROM_THE_START, retry.IN_A_ROW) == (8, 32)


@pytest.mark.parametrize("answer", ["drawn", "refused", "undecodable"])
def test_an_answer_or_another_failure_begins_the_count_anew(answer: str) -> None:
    patience = retry.Patience()
    for _ in range(retry.FROM_THE_START - 1):
        patience.see(row("timed out"))
    patience.see(row(answer, "whatever"))
    assert (patience.tried, patience.reason) == (0, "")
    patience.see(row("failed"))
    patience.see(row("failed", "a bug"))
    assert (patience.tried, patience.reason) == (1, "a bug")
