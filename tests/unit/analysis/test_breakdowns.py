"""Groups of prompts are estimated once and stored beside the whole."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.report_run import Wanted, build_run

from paragone.analysis import analyse, breakdowns
from paragone.analysis.groups import distinct, groups_of
from paragone.stats.estimate import estimate_mean
from paragone.store.folder import RunFolder


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return build_run(tmp_path_factory.mktemp("run"), Wanted(models=("aurora", "basalt"), prompts=12, side=8))


def test_rows_of_groups_are_among_the_estimates(run: RunFolder) -> None:
    rows = run.table("estimates").read().filter(model="aurora", metric="fractal")
    groups = {name for name in rows["group"] if name.startswith("colour=")}
    assert groups == {"colour=red", "colour=blue", "colour=green", "colour=yellow"}
    assert rows["group"].to_list().count("") == 1


def test_a_group_is_the_mean_over_its_prompts(run: RunFolder) -> None:
    prompts = run.table("prompts").read().filter(pl.col("tags").str.contains("red"))["prompt_id"]
    scores = run.table("scores").read().filter(model="aurora", metric="fractal")
    means = (
        scores.filter(pl.col("prompt_id").is_in(prompts.to_list())).group_by("prompt_id").agg(pl.col("value").mean())
    )
    (row,) = run.table("estimates").read().filter(model="aurora", metric="fractal", group="colour=red").to_dicts()
    assert row["value"] == pytest.approx(means["value"].mean())
    assert row["low"] < row["value"] < row["high"]


def test_what_has_not_changed_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora", "basalt"), prompts=8, seeds=(0,), side=8))
    made = 0

    def counted(*arguments: Any, **named: Any) -> Any:
        nonlocal made
        made += 1
        return estimate_mean(*arguments, **named)

    before = folder.table("estimates").read()
    monkeypatch.setattr(breakdowns, "estimate_mean", counted)
    analyse(folder)
    assert made == 0
    assert folder.table("estimates").read().equals(before)
    rows = folder.table("scores").read().to_dicts()
    next(row for row in rows if row["model"] == "aurora" and row["metric"] == "fractal")["value"] = 9.0
    for part in folder.table("scores").parts():
        part.unlink()
    folder.table("scores").append(rows)
    analyse(folder)
    # Of one model's one metric: 4 colours, 6 categories and 3 counts.
    assert made == 4 + 6 + 3


def test_a_set_metric_with_scores_by_image_is_broken_down_too(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora",), prompts=8, seeds=(0,), side=8))
    assert folder.table("estimates").read().filter(metric="frechet")["group"].to_list() == [""]
    by_image = folder.table("scores").read().filter(metric="fractal").to_dicts()
    identity = folder.read_manifest()["metrics"]["frechet"]["identity"]
    named = {"metric": "frechet", "metric_key": identity}
    folder.table("scores").append([row | named | {"key": f"{number:032}"} for number, row in enumerate(by_image)])
    analyse(folder)
    assert "colour=red" in folder.table("estimates").read().filter(metric="frechet")["group"].to_list()


def test_tags_that_sort_alike_are_distinct_once() -> None:
    tags = (
        {"colour": "red", "hue": "r", "id": 1},
        {"colour": "blue", "hue": "b", "id": 2},
        {"colour": "red", "hue": "r"},
    )
    groups = groups_of((f"p{number}", json.dumps(tag), None) for number, tag in enumerate(tags))
    assert groups["colour"] == {"blue": ("p1",), "red": ("p0", "p2")}
    assert distinct(groups) == ["colour", "id"]


def test_a_tag_with_very_many_values_is_no_group() -> None:
    assert groups_of((f"p{number}", json.dumps({"id": number}), None) for number in range(25)) == {}
