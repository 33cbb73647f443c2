"""What a run stores of a drawing, and which scores leave when what they rest on changes."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import paragone
from paragone.core.cells import Cell
from paragone.stages import manifest, scores
from paragone.stages.planning.plan_file import read_plan
from paragone.stages.planning.prepare import prepare
from paragone.stages.retry import forget_failures
from paragone.store.folder import RunFolder

DRAW = """
import numpy as np
from pathlib import Path
from paragone.core.types import Drawing, Missing

def draw(text, seed, flag="", own_s=None):
    number = int(text[1])
    if number == 1 and flag and not Path(flag).exists():
        raise TimeoutError("no reply")
    if number == 3:
        return Missing("not this", "refused", {"rule": 7})
    if number == 4:
        return Drawing(b"\\x89PNG\\r\\n\\x1a\\n half a file")
    image = np.full((6, 8, 3), 40 * number + 10 * seed, dtype=np.uint8)
    return Drawing(image, seconds=own_s, details={"steps": 30, "seed": seed})
"""


def plan(place: Path, **changes: Any) -> dict[str, Any]:
    (place / "draw.py").write_text(DRAW)
    (place / "prompts.txt").write_text("p0\np1\np2\np3\np4\n")
    mine = {"use": "python", "path": str(place / "draw.py"), "function": "draw"}
    return {
        "scenarios": [{"use": "file", "name": "shades", "path": str(place / "prompts.txt")}],
        "models": [
            mine | {"name": "mine", "arguments": {"own_s": 7.5}},
            mine | {"name": "late", "arguments": {"flag": str(place / "well")}},
        ],
        "metrics": ["blackout", "diversity_phash"],
        "seeds": [0, 1],
        "estimate": {"resamples": 100},
    } | changes


def sample(run: paragone.Run, model: str, number: int, seed: int = 0) -> Mapping[str, Any]:
    ids = run.prompts.filter(text=f"p{number}")["prompt_id"].to_list()
    return run.samples.filter(model=model, prompt_id=ids[0], seed=seed).row(0, named=True)


def test_a_sample_says_how_long_it_took_how_large_it_is_and_how_it_was_made(tmp_path: Path) -> None:
    run = paragone.run(plan(tmp_path), tmp_path / "run")
    drawn = sample(run, "mine", 2, seed=1)
    assert (drawn["outcome"], drawn["reason"]) == ("drawn", "")
    assert (drawn["width"], drawn["height"]) == (8, 6)
    assert drawn["seconds"] == 7.5  # as the model says
    assert json.loads(drawn["details"]) == {"steps": 30, "seed": 1}
    assert Path(drawn["file"]).stem == drawn["image"]
    assert (tmp_path / "run" / drawn["file"]).is_file()
    timed = sample(run, "late", 2)["seconds"]
    assert timed is not None
    assert 0 < timed < 60  # as the clock says


def test_what_was_not_drawn_says_why_and_how_long_that_took(tmp_path: Path) -> None:
    run = paragone.run(plan(tmp_path), tmp_path / "run")
    refused, broken = sample(run, "mine", 3), sample(run, "mine", 4)
    assert (refused["outcome"], refused["reason"], refused["image"]) == ("refused", "not this", None)
    assert json.loads(refused["details"])["rule"] == 7
    assert refused["seconds"] is not None
    assert (broken["outcome"], broken["image"]) == ("undecodable", None)
    assert f"the image for prompt {broken['prompt_id']}" in broken["reason"]
    assert (sample(run, "late", 1)["outcome"], sample(run, "late", 0)["outcome"]) == ("failed", "drawn")


def test_a_retry_takes_out_the_scores_of_what_failed_and_no_others(tmp_path: Path) -> None:
    asked = plan(tmp_path)
    run = paragone.run(asked, tmp_path / "run")
    failed = sample(run, "late", 1)["prompt_id"]
    before = run.scores
    folder = RunFolder(tmp_path / "run")
    with folder.writing():
        assert forget_failures(prepare(read_plan(asked), folder).ready(), folder, retry=True) == 2
    gone = before.join(folder.table("scores").read(), on="key", how="anti")
    assert set(gone.select("model", "prompt_id").iter_rows()) == {("late", failed)}
    assert len(gone) == 3  # of two images, and of both together
    left = folder.table("samples").read()
    assert len(left) == 18
    assert not len(left.filter(pl.col("outcome") == "failed"))


def test_more_seeds_leave_no_score_that_was_given_for_fewer(tmp_path: Path) -> None:
    paragone.run(plan(tmp_path, seeds=[0, 1]), tmp_path / "run")
    grown = paragone.run(plan(tmp_path, seeds=[0, 1, 2]), tmp_path / "run")
    whole = paragone.run(plan(tmp_path, seeds=[0, 1, 2]), tmp_path / "whole")
    for metric in ("blackout", "diversity_phash"):
        rows = [run.scores.filter(metric=metric).sort("key").drop("reason") for run in (grown, whole)]
        assert rows[0].equals(rows[1]), metric


def test_scores_that_are_all_there_are_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = plan(tmp_path)
    run = paragone.run(asked, tmp_path / "run")
    folder = RunFolder(tmp_path / "run")
    prepared = prepare(read_plan(asked), folder).ready()
    cells = [Cell("shades", name) for name in ("blackout", "diversity_phash")]
    with monkeypatch.context() as patch:
        patch.setattr(scores, "Lookup", None)  # which looks for each by its key
        found = [scores.prompt_scores(prepared, folder, cell, "mine") for cell in cells]
    ids = sorted(run.prompts["prompt_id"])
    assert [list(one) for one in found] == [ids, ids]
    rows = run.scores.filter(model="mine", metric="blackout").sort("prompt_id", "seed")
    assert [value for few in found[0].values() for value in few] == rows["value"].to_list()
    assert {len(few) for few in found[1].values()} == {1}
    with folder.writing():  # with one row more than the plan asks for, each is looked up, and is the same
        row = rows.row(0, named=True) | {"key": "f" * 32, "seed": 9, "value": 0.5}
        folder.table("scores").append([row])
    assert scores.prompt_scores(prepared, folder, cells[0], "mine") == found[0]


def test_a_package_that_is_not_here_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifest, "PACKAGES", ("no-such-package", "numpy"))
    assert set(manifest._machine()["packages"]) == {"numpy"}
