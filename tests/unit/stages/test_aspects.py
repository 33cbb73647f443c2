"""Aspects: which columns tell of what, and the win rate in each."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.report_run import Wanted, build_run

import paragone
from paragone.core.catalogue import load, names
from paragone.core.errors import PlanError
from paragone.report.pages.first.board import board_of, board_of_aspect
from paragone.report.pages.first.ranking import ranking_of
from paragone.report.read.reader import Reader
from paragone.report.site.build import Build
from paragone.stages.planning.aspects import HEIM, aspects_of_column
from paragone.stages.planning.plan_file import read_plan
from paragone.store.folder import RunFolder

PLAN: dict[str, Any] = {
    "scenarios": [{"use": "numbered", "aspects": ["knowledge"]}],
    "models": [{"use": "painter", "name": "plain"}, {"use": "painter", "name": "shifted", "shift": 9}],
    "metrics": ["diversity_phash", {"use": "warmth", "aspects": ["alignment"]}, "rejection", "red_distance"],
    "reference": "plain",
    "estimate": {"resamples": 200},
}


def test_a_scenarios_aspects_hold_for_alignment_and_for_what_states_nothing() -> None:
    assert aspects_of_column(["alignment"], ["robustness"]) == ["alignment", "robustness"]
    assert aspects_of_column(["aesthetics"], ["robustness"]) == ["aesthetics"]
    assert aspects_of_column([], ["robustness"]) == ["robustness"]


def test_aspects_stand_in_heims_order_and_others_after() -> None:
    assert aspects_of_column(["style", "efficiency", "alignment"], []) == ["alignment", "efficiency", "style"]


def test_what_shipped_metrics_tell_of_are_heims_aspects() -> None:
    stated = {name: getattr(load("metrics", name), "aspects", ()) for name in names("metrics")}
    known = {name: aspects for name, aspects in stated.items() if not isinstance(aspects, property)}  # by its options
    assert {name for name, aspects in known.items() if not set(aspects) <= set(HEIM)} == set()
    assert stated["clipscore"] == ("alignment",)
    assert stated["fid"] == ("quality",)


@pytest.mark.usefixtures("components")
def test_the_plan_says_what_a_run_tells_of_and_ranks_follow(tmp_path: Path) -> None:
    run = paragone.run(PLAN, tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["aspects"] == {
        "alignment": [["numbered", "warmth"]],
        "quality": [["numbered", "diversity_phash"]],
        "knowledge": [["numbered", "warmth"], ["numbered", "red_distance"]],
        "toxicity": [["numbered", "rejection"]],
    }
    # Neither refuses: a tie, which is half a win for each.
    toxic = run.ranks.filter(pl.col("ranking") == "win_rate for toxicity")
    assert toxic["value"].to_list() == [0.5, 0.5]
    assert toxic["n"].to_list() == [1, 1]


@pytest.mark.usefixtures("components")
def test_aspects_change_no_number_and_no_key(tmp_path: Path) -> None:
    without = PLAN | {"scenarios": ["numbered"], "metrics": ["diversity_phash", "warmth", "rejection", "red_distance"]}
    one, other = paragone.run(PLAN, tmp_path / "one"), paragone.run(without, tmp_path / "other")
    assert one.estimates.equals(other.estimates)
    assert one.scores["key"].sort().equals(other.scores["key"].sort())


def test_a_model_cannot_state_aspects() -> None:
    plan = {"scenarios": ["paintskills"], "models": [{"use": "real", "aspects": ["bias"]}], "metrics": ["fractal"]}
    with pytest.raises(PlanError, match="'real' cannot state aspects: give them to a metric or a scenario"):
        read_plan(plan)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return Reader(build_run(tmp_path_factory.mktemp("run"), Wanted(prompts=4, side=16)))


def test_columns_of_one_aspect_stand_together_under_its_name(reader: Reader) -> None:
    heads = [(head.metric, head.aspects) for head in board_of(reader).tables[0].heads]
    assert heads == [
        ("counting", ["alignment", "reasoning"]),
        ("diversity", ["quality"]),
        ("frechet", ["quality"]),
        ("fractal", ["aesthetics"]),
    ]


def test_an_aspects_own_board_has_its_columns_and_of_two_models_no_win_rate(reader: Reader) -> None:
    board = board_of_aspect(reader, "quality")
    assert [head.metric for head in board.tables[0].heads] == ["diversity", "frechet"]
    assert board.rankings == []  # which of two is better is said by their paired differences


def test_the_board_tells_the_win_rate_of_every_model_in_every_aspect(reader: Reader) -> None:
    told = board_of(reader).aspects
    assert [head.name for head in told.heads] == ["alignment", "quality", "aesthetics", "reasoning"]
    assert [row.model for row in told.rows] == reader.models
    assert all(cell is not None for row in told.rows for cell in row.cells)


def test_only_models_that_compete_have_a_place(reader: Reader) -> None:
    ranking = ranking_of(reader, "win_rate")
    assert [(row.model, row.place) for row in ranking.rows] == [
        ("photographs", ""),
        ("aurora", "1 to 2"),  # they cannot be told apart
        ("basalt", "1 to 2"),
        ("shuffled", ""),
    ]


def test_a_run_from_before_there_were_aspects_has_a_report_too(tmp_path: Path) -> None:
    folder = build_run(tmp_path / "run", Wanted(prompts=3, side=16))
    manifest = folder.read_manifest()
    del manifest["aspects"]
    folder.write_manifest(manifest)
    ranks = folder.table("ranks").read(where=pl.col("ranking") == "win_rate").to_dicts()
    folder.table("ranks").replace(ranks)
    page = Build(RunFolder(folder.root)).run()
    assert "Win rate by aspect" not in page.read_text()
    assert "counting" in page.read_text()
