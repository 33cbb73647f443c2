"""The clear winner of two models is the one that their stored difference names."""

import polars as pl
import pytest
from tests.report_run import Wanted, build_run

from paragone.analysis import analyse
from paragone.analysis.differences import read_differences
from paragone.report.pages.first.board import board_of
from paragone.report.read.reader import Reader
from paragone.store.folder import RunFolder


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    wanted = Wanted(models=("aurora", "photographs", "shuffled", "basalt"), prompts=40, side=8)
    folder = build_run(tmp_path_factory.mktemp("run"), wanted)
    # As `estimate` leaves it where prompts are missing: no winner by its own test, which cannot pair them.
    rows = folder.table("estimates").read(where=pl.col("group") == "").to_dicts()
    folder.table("estimates").replace([row | {"is_clear": False} for row in rows])
    analyse(folder)
    return folder


def test_estimates_matrix_and_plot_name_the_winners_of_the_differences(run: RunFolder) -> None:
    best = {"better": "basalt", "worse": "aurora"}
    wanted = {
        (change.metric, best[change.verdict])
        for change in read_differences(run)["aurora", "basalt"]
        if change.verdict in best
    }
    assert wanted  # the run is made so that some difference is clear
    rows = run.table("estimates").read(where=pl.col("is_clear")).to_dicts()
    assert {(row["metric"], row["model"]) for row in rows} == wanted
    board = board_of(Reader(run))
    table = board.tables[0]
    cells = [
        (head.metric, row.model)
        for row in table.rows
        for head, cell in zip(table.heads, row.cells, strict=True)
        if cell and cell.is_best
    ]
    assert set(cells) == wanted
    assert board.answer is not None
    plotted = {(row.name, lane.model) for row in board.answer.plot.rows for lane in row.lanes if lane.is_best}
    assert plotted == wanted


def test_of_more_models_the_winners_of_the_estimates_stay(run: RunFolder) -> None:
    folder = RunFolder(run.root)
    manifest = folder.read_manifest()
    for name in ("photographs", "shuffled"):
        manifest["models"][name]["role"] = ""
    folder.write_manifest(manifest)
    rows = folder.table("estimates").read(where=pl.col("group") == "").to_dicts()
    folder.table("estimates").replace([row | {"is_clear": row["model"] == "photographs"} for row in rows])
    analyse(folder)
    found = folder.table("estimates").read(where=pl.col("is_clear"))
    assert set(found["model"]) == {"photographs"}
    assert len(found) == 4  # columns
