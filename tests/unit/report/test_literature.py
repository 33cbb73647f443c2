"""Others' numbers beside ours: marked, unranked, and not among the estimates."""

import json
from pathlib import Path

import pytest
from tests.report_run import Wanted, build_run
from typer.testing import CliRunner

from paragone.cli.main import app
from paragone.core.cells import Cell
from paragone.report.pages.breakdown import breakdowns
from paragone.report.pages.first.board import board_of
from paragone.report.read.reader import Reader
from paragone.report.site.render import frame_of, page_html
from paragone.store.folder import RunFolder

THEIRS = {"model": "their <model>", "source": "a paper, table 2", "values": {"things": {"counting": 0.975}}}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    folder = build_run(tmp_path_factory.mktemp("published") / "run", Wanted(models=("aurora", "basalt"), prompts=12))
    manifest = folder.read_manifest()
    manifest["plan"]["published"] = [THEIRS]
    folder.write_manifest(manifest)
    return folder


def command(*arguments: str) -> str:
    return CliRunner().invoke(app, list(arguments)).output


def test_the_leaderboard_shows_them_below_ours_and_ranks_them_nowhere(run: RunFolder) -> None:
    board = board_of(Reader(run))
    [table] = board.tables
    assert [row.model for row in table.rows] == board.models
    [row] = table.published
    assert row.cells == ["0.975" if head.metric == "counting" else "" for head in table.heads]
    assert all(line.model != THEIRS["model"] for ranking in board.rankings for line in ranking.rows)


def test_the_page_marks_them_and_names_the_source(run: RunFolder) -> None:
    reader = Reader(run)
    made = page_html("board.html", board_of(reader), frame_of(reader, images=""), path="index.html")
    page = made.decode()
    assert "their &lt;model&gt;" in page
    assert '<span class="role">published</span>' in page
    assert "a paper, table 2" in page


def test_the_table_marks_them_and_json_and_csv_hold_only_what_was_measured(run: RunFolder) -> None:
    shown = command("table", str(run.root), "--markdown")
    [line] = [line for line in shown.splitlines() if "their" in line]
    assert "0.975 published" in line
    assert "a paper, table 2" in line
    assert {row["model"] for row in json.loads(command("table", str(run.root), "--json"))} == {"aurora", "basalt"}
    assert "their" not in command("table", str(run.root), "--csv")


def test_at_a_glance_they_follow_our_columns_of_the_scenario(run: RunFolder) -> None:
    header, *lines = [line.split("  ") for line in command("table", str(run.root)).splitlines() if "  " in line]
    assert [name.strip() for name in header if name] == ["metric", "aurora", "basalt", "their <model>"]
    assert [line[-1].strip() for line in lines if line[0].startswith("counting")] == ["0.975 published"]


def test_a_table_by_a_tag_has_a_row_for_each_value(run: RunFolder) -> None:
    rows = json.loads(command("table", str(run.root), "--by", "colour", "--json"))
    counting = [row for row in rows if row["metric"] == "counting"]
    assert {row["group"] for row in counting} == {"colour=blue", "colour=green", "colour=red", "colour=yellow"}
    assert all(row["low"] <= row["value"] <= row["high"] for row in counting)
    assert "| things | counting | blue |" in command("table", str(run.root), "--by", "colour", "--markdown")
    told = CliRunner().invoke(app, ["table", str(run.root), "--by", "colur"])
    assert "did you mean colour" in str(told.exception)


def test_two_tags_that_sort_alike_can_both_be_asked_for(tmp_path: Path) -> None:
    # Four prompts, each of its own colour and category: the report shows one of the two, the table the one asked for.
    folder = build_run(tmp_path / "run", Wanted(models=("aurora",), prompts=4))
    assert not {"colour", "category"} <= {group.tag for group in breakdowns(Reader(folder), Cell("things", "counting"))}
    for tag in ("colour", "category"):
        told = CliRunner().invoke(app, ["table", str(folder.root), "--by", tag, "--json"])
        assert len([row for row in json.loads(told.output) if row["metric"] == "counting"]) == 4


def test_the_shipped_plan_keeps_to_the_papers_numbers() -> None:
    import tomllib

    plan = tomllib.loads((Path(__file__).parents[3] / "src/paragone/plans/dalleval.toml").read_text(encoding="utf-8"))
    means = {
        row["model"]: [value for told in row["values"].values() for value in told.values()] for row in plan["published"]
    }
    # DALL-Eval v2's table 2 prints these averages beside the skills.
    for model, mean in {"their ground-truth images": 0.980}.items():
        assert sum(means[model]) / 3 == pytest.approx(mean, abs=5e-4)
    metrics = {entry["use"]: entry["on"] for entry in plan["metrics"]}
    for row in plan["published"]:
        for scenario, told in row["values"].items():
            assert all(scenario in metrics[metric] for metric in told)
