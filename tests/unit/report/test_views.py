"""Rows to page data: names, bars, order, tables, groups."""

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.report_run import Wanted, build_run

from paragone.analysis import analyse
from paragone.core.catalogue import aliases, names
from paragone.core.cells import Cell
from paragone.report.pages.bars import Bar, bar
from paragone.report.pages.behind import histogram_of
from paragone.report.pages.breakdown import breakdowns
from paragone.report.pages.first.board import board_of
from paragone.report.pages.metric import about, metric_page
from paragone.report.pages.provenance import plan_text
from paragone.report.read.reader import Reader
from paragone.report.site.render import coded
from paragone.report.urls import file_name, root_of


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    wanted = Wanted(models=("aurora", "basalt", "photographs"), prompts=12, side=16)
    return Reader(build_run(tmp_path_factory.mktemp("run"), wanted))


@given(st.text(), st.text())
def test_file_names_are_safe_and_differ_where_names_do(one: str, other: str) -> None:
    name = file_name(one)
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-_")
    assert 0 < len(name) <= 48
    assert (name == file_name(other)) == (one == other)


def test_a_page_two_folders_down_finds_the_root() -> None:
    assert root_of("prompt/things/p1.html") == "../../"


def test_an_interval_lies_in_its_range_by_proportion() -> None:
    # In 0..4 the interval 1..3 begins at a quarter and is half as wide as the range.
    assert bar({"value": 2.0, "low": 1.0, "high": 3.0}, (0.0, 4.0)) == Bar(25.0, 50.0, 50.0)


def test_a_missing_value_has_no_mark() -> None:
    assert bar({"value": None, "low": None, "high": None}, (0.0, 1.0)).mark is None


def test_a_histogram_counts_every_score() -> None:
    counts = histogram_of([0.0, 0.5, 1.0, 1.0], (0.0, 1.0)).counts
    assert sum(counts) == 4
    assert (counts[0], counts[12], counts[-1]) == (1, 1, 2)


def test_equal_scores_still_have_a_histogram() -> None:
    assert sum(histogram_of([3.0, 3.0], (3.0, 3.0)).counts) == 2


def test_the_plan_on_the_page_is_the_plan_that_was_run(reader: Reader) -> None:
    plan = reader.manifest["plan"]
    read = tomllib.loads(plan_text(plan))
    assert read["seeds"] == plan["seeds"]
    assert [entry["name"] for entry in read["models"]] == [entry["name"] for entry in plan["models"]]


@given(st.dictionaries(st.text(min_size=1), st.text() | st.integers(0, 2**60) | st.booleans()))
def test_any_options_survive_as_toml(options: dict[str, str | int | bool]) -> None:
    read = tomllib.loads(plan_text({"models": [{"use": "x"} | options]}))["models"][0]
    assert read == {"use": "x"} | options


def test_models_are_in_the_order_of_their_rank(reader: Reader) -> None:
    assert reader.models == ["photographs", "aurora", "basalt"]


def test_the_ceiling_does_not_compete_for_best(reader: Reader) -> None:
    board = board_of(reader)
    for row in board.tables[0].rows:
        if row.role == "ceiling":
            assert not any(cell.is_best for cell in row.cells if cell)


def test_numbers_under_another_protocol_stand_in_a_table_of_their_own(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora", "basalt"), prompts=3, seeds=(0,), side=16))
    rows = folder.table("estimates").read().to_dicts()
    manifest = folder.read_manifest()
    manifest["protocols"]["other"] = {"scenario": "things", "metric": "counting", "seeds": [9]}
    folder.write_manifest(manifest)
    for row in rows:
        if row["model"] == "basalt" and row["metric"] == "counting":
            row["protocol"] = "other"
    folder.table("estimates").replace(rows)
    first, second = board_of(Reader(folder)).tables
    assert [row.model for row in second.rows] == ["basalt"]
    assert "seeds: [0] and [9]" in second.reason
    assert first.rows[0].cells[0] is not None


def test_a_group_of_prompts_has_the_interval_of_its_kind_of_score(reader: Reader) -> None:
    (by_count,) = [group for group in breakdowns(reader, Cell("things", "counting")) if group.tag == "count"]
    ends = [float(end) for _, cells in by_count.rows for _, interval, _ in cells for end in interval.split(", ")]
    assert min(ends) >= 0  # a share is between 0 and 1, and so is its interval
    assert max(ends) <= 1
    assert sum(n for _, _, n in by_count.rows[0][1]) == 24  # every image of the photographs counts once


def test_a_tag_that_sorts_prompts_as_another_does_is_told_once(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora",), prompts=8, seeds=(0,), side=8))
    rows = folder.table("prompts").read().to_dicts()
    for row in rows:
        row["tags"] = json.dumps(
            {"hue": json.loads(row["tags"])["colour"], "colour": json.loads(row["tags"])["colour"]}
        )
    folder.table("prompts").replace(rows)
    for part in folder.table("prompts").parts():
        if part.name.startswith("part-"):
            part.unlink()
    analyse(folder)
    assert [group.tag for group in breakdowns(Reader(folder), Cell("things", "fractal"))] == ["colour", "count"]


def test_a_metric_page_leaves_out_scenarios_that_it_does_not_judge(tmp_path: Path) -> None:
    wanted = Wanted(models=("aurora",), prompts=2, seeds=(0,), side=8, scenarios=("things", "others"))
    folder = build_run(tmp_path, wanted)
    rows = folder.table("estimates").read().to_dicts()
    folder.table("estimates").replace([r for r in rows if (r["metric"], r["scenario"]) != ("fractal", "others")])
    reader = Reader(folder)
    assert [on.scenario for on in metric_page(reader, "fractal").scenarios] == ["things"]
    assert [on.scenario for on in metric_page(reader, "counting").scenarios] == ["things", "others"]


def test_what_stands_between_backticks_is_code_and_all_else_is_escaped() -> None:
    assert str(coded("`a<b>` is <i>")) == "<code>a&lt;b&gt;</code> is &lt;i&gt;"
    assert str(coded("one ` tick")) == "one ` tick"


@pytest.mark.parametrize("use", [*names("metrics"), *aliases("metrics")])
def test_a_metrics_page_says_what_it_measures_and_how(use: str) -> None:
    what, how, *_ = about(use)  # the second has the formula or the rule, and most name their source there
    assert min(len(what), len(how)) > 25
