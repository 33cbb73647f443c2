"""Draw, look, judge, estimate: a plan from beginning to end, and what can go wrong on the way."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import paragone
from paragone.core.errors import Interrupted, NotReady, StoreError
from paragone.stages.loop import Silent
from paragone.stages.planning.plan_file import read_plan
from paragone.stages.planning.prepare import prepare
from paragone.store.folder import RunFolder

pytestmark = pytest.mark.usefixtures("components")


def plan(**changes: Any) -> dict[str, Any]:
    return {
        "scenarios": ["numbered"],
        "models": [
            {"use": "painter", "name": "plain"},
            {"use": "painter", "name": "shifted", "shift": 9, "refuse": "p001", "spoil": "p002"},
        ],
        "metrics": ["blackout", "warmth", "diversity_phash", "rejection", "red_distance"],
        "reference": "plain",
        "seeds": [0, 1],
        "estimate": {"resamples": 200},
    } | changes


def cell(run: paragone.Run, model: str, metric: str) -> dict[str, Any]:
    return run.estimates.filter((pl.col("model") == model) & (pl.col("metric") == metric)).row(0, named=True)


def test_every_sample_is_accounted_for(tmp_path: Path) -> None:
    run = paragone.run(plan(), tmp_path / "run")
    outcomes = run.samples.group_by("model", "outcome").len().sort("model", "outcome").rows()
    # 6 prompts x 2 seeds; one prompt refused, one spoilt.
    assert outcomes == [
        ("plain", "drawn", 12),
        ("shifted", "drawn", 8),
        ("shifted", "refused", 2),
        ("shifted", "undecodable", 2),
    ]
    assert cell(run, "shifted", "blackout")["n"] == 8
    assert cell(run, "shifted", "blackout")["missing"] == 4


def test_missing_is_never_zero(tmp_path: Path) -> None:
    run = paragone.run(plan(), tmp_path / "run")
    lost = run.scores.filter(
        (pl.col("prompt_id") == "p001") & (pl.col("metric") == "warmth") & (pl.col("model") == "shifted")
    )
    assert lost["value"].to_list() == [None, None]
    assert set(lost["reason"]) == {"no image: against our policy"}
    # rejection needs no image: 2 of the 10 samples that were answered are refusals, the undecodable ones are unknown.
    rejected = cell(run, "shifted", "rejection")
    assert (rejected["n"], rejected["missing"], rejected["value"]) == (10, 2, pytest.approx(1 / 5))


def test_a_score_that_is_not_a_number_is_missing_and_says_so(tmp_path: Path) -> None:
    run = paragone.run(plan(metrics=["not_a_number"]), tmp_path / "run")
    assert run.scores["value"].null_count() == len(run.scores)
    assert cell(run, "plain", "not_a_number")["value"] is None
    assert "gave nan" in run.scores["reason"][0]


def test_the_value_is_the_mean_over_prompts_of_their_images(tmp_path: Path) -> None:
    run = paragone.run(plan(), tmp_path / "run")
    scores = run.scores.filter((pl.col("model") == "plain") & (pl.col("metric") == "warmth"))
    by_hand = scores.group_by("prompt_id").agg(pl.col("value").mean())["value"].mean()
    assert cell(run, "plain", "warmth")["value"] == pytest.approx(by_hand)


def test_a_set_metric_sees_both_sides(tmp_path: Path) -> None:
    run = paragone.run(plan(), tmp_path / "run")
    assert cell(run, "plain", "red_distance")["value"] == 0
    distance = cell(run, "shifted", "red_distance")
    assert (distance["value"] > 0, distance["n"]) == (True, 8)


def test_running_again_adds_nothing(tmp_path: Path) -> None:
    first = paragone.run(plan(), tmp_path / "run")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("part-*")}
    again = paragone.run(plan(), tmp_path / "run")
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("part-*")} == before
    assert again.estimates.equals(first.estimates)


@pytest.mark.parametrize("use", ["threads", "processes"])
def test_where_work_runs_does_not_change_a_number(
    tmp_path: Path, components: Path, use: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(components))
    alone = paragone.run(plan(execute={"use": "threads", "workers": 1}), tmp_path / "alone")
    other = paragone.run(plan(execute={"use": use, "workers": 2}), tmp_path / "other")
    for name in ("samples", "scores", "estimates", "ranks"):
        tables = [run[name].drop("seconds", strict=False) for run in (alone, other)]
        order = [column for column in ("key", "model", "scenario", "metric", "ranking") if column in tables[0].columns]
        assert tables[0].sort(order).equals(tables[1].sort(order)), name


def test_a_larger_run_equals_one_grown_in_steps(tmp_path: Path) -> None:
    paragone.run(plan(limit=2, seeds=[0], models=plan()["models"][:1], metrics=["warmth"]), tmp_path / "grown")
    grown = paragone.run(plan(), tmp_path / "grown")
    whole = paragone.run(plan(), tmp_path / "whole")
    assert grown.estimates.equals(whole.estimates)
    assert grown.ranks.equals(whole.ranks)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"limit": 3}, "holds 3 prompts that this plan has not"),
        ({"seeds": [0]}, "was made with seed 1"),
        ({"models": plan()["models"][:1]}, "was made with the model 'shifted'"),
        ({"metrics": ["blackout"]}, "was made with the metric 'diversity_phash'"),
        (
            {"models": [{"use": "painter", "name": "plain", "shift": 3}, plan()["models"][1]]},
            "made with another 'plain'",
        ),
    ],
)
def test_a_run_folder_can_be_added_to_but_not_changed(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    before = paragone.run(plan(), tmp_path / "run").estimates
    with pytest.raises(StoreError, match=message):
        paragone.run(plan(**change), tmp_path / "run")
    assert paragone.load(tmp_path / "run").estimates.equals(before)


def test_an_unexpected_error_stops_the_run_and_keeps_what_was_stored(tmp_path: Path) -> None:
    broken = plan(models=[{"use": "painter", "name": "plain", "break_on": "p005"}], metrics=["warmth"])
    with pytest.raises(RuntimeError, match="a bug in the painter"):
        paragone.run(broken, tmp_path / "run")
    kept = paragone.load(tmp_path / "run").samples
    assert 0 < len(kept) < 12


@dataclasses.dataclass
class StopsAfter(Silent):
    rows: int

    def advance(self, rows: int) -> None:
        self.rows -= rows

    def stopped(self) -> bool:
        return self.rows <= 0


@pytest.mark.parametrize("rows", [1, 12, 25, 40, 70])
def test_a_run_that_was_stopped_goes_on_to_the_same_end(tmp_path: Path, rows: int) -> None:
    with pytest.raises(Interrupted, match="run the same command again"):
        paragone.run(plan(), tmp_path / "run", watch=StopsAfter(rows))
    resumed = paragone.run(plan(), tmp_path / "run")
    whole = paragone.run(plan(), tmp_path / "whole")
    assert resumed.estimates.equals(whole.estimates)
    assert len(resumed.samples) == len(whole.samples)
    assert len(resumed.scores) == len(whole.scores)


def test_everything_a_plan_needs_is_checked_before_the_first_image(tmp_path: Path) -> None:
    wrong = plan(
        models=["painter", {"use": "folder", "path": "nowhere"}],
        metrics=["warmth", "warmht", "red_distance"],
        reference=None,
        annotators={"pixel": {}},
        execute={"use": "thread"},
    )
    findings = prepare(read_plan(wrong), RunFolder(tmp_path / "run")).findings
    problems = {note.what: note.problem for note in findings if note.problem}
    assert set(problems) == {"model folder", "metric warmht", "metric red_distance", "annotator pixel", "execute.use"}
    with pytest.raises(NotReady, match="and 4 more"):
        paragone.run(wrong, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_an_out_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("mine")
    with pytest.raises(NotReady, match="choose another --out"):
        paragone.run(plan(), tmp_path / "run")


def test_the_manifest_spells_every_protocol_out(tmp_path: Path) -> None:
    run = paragone.run(plan(), tmp_path / "run")
    protocols = run.manifest["protocols"]
    assert set(run.estimates["protocol"]) == set(protocols)
    one = protocols[cell(run, "plain", "warmth")["protocol"]]
    assert (one["prompts"], one["seeds"], one["metric_version"]) == (6, [0, 1], "1")
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["models"]["shifted"]["options"]["shift"] == 9


def test_estimates_do_not_depend_on_other_cells(tmp_path: Path) -> None:
    few = paragone.run(plan(metrics=["warmth"], models=plan()["models"][:1]), tmp_path / "few")
    many = paragone.run(plan(), tmp_path / "many")
    assert cell(few, "plain", "warmth") == cell(many, "plain", "warmth")


def test_where_a_file_lies_is_no_part_of_a_protocol(tmp_path: Path) -> None:
    found = []
    for place in ("here", "there"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "prompts.txt").write_text("a cat\na dog\n")
        scenario = {"use": "file", "name": "pets", "path": str(tmp_path / place / "prompts.txt")}
        changed = plan(scenarios=[scenario], metrics=["warmth"], limit=1)
        found.append(paragone.run(changed, tmp_path / f"run-{place}").estimates["protocol"].to_list())
    assert found[0] == found[1]


def test_a_metric_judges_only_the_scenarios_it_is_for(tmp_path: Path) -> None:
    two = [{"use": "numbered", "name": "first"}, {"use": "numbered", "name": "second", "count": 3}]
    metrics = ["warmth", {"use": "red_distance", "on": ["second"]}, {"use": "blackout", "on": ["first"]}]
    run = paragone.run(plan(scenarios=two, metrics=metrics), tmp_path / "run")
    found = run.estimates.select("metric", "scenario").unique().sort("metric", "scenario").rows()
    assert found == [("blackout", "first"), ("red_distance", "second"), ("warmth", "first"), ("warmth", "second")]
    assert set(run.estimates["protocol"]) == set(run.manifest["protocols"])
    with pytest.raises(NotReady, match="to judge 'frist', which is no scenario here; did you mean first"):
        paragone.run(plan(scenarios=two, metrics=[{"use": "blackout", "on": ["frist"]}]), tmp_path / "other")


def test_one_metric_under_two_names_is_refused(tmp_path: Path) -> None:
    twice = ["blackout", {"use": "blackout", "name": "darkness"}]
    with pytest.raises(NotReady, match="metric darkness: is the metric blackout under another name"):
        paragone.run(plan(metrics=twice), tmp_path / "run")
    apart = [{"use": "blackout", "level": 9, "name": "darkness"}, "blackout"]
    try:
        run = paragone.run(plan(metrics=apart), tmp_path / "run")
    except NotReady as error:
        assert "another name" not in str(error)  # noqa: PT017
    else:
        assert set(run.scores["metric"]) == {"blackout", "darkness"}
