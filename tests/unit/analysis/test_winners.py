"""The clear winner of two models is the one that their stored difference names."""

import polars as pl
import pytest
from tests.report_run import Wanted, build_run

from paragone.analysis import analyse
from paragone.analysis.changes import Change, turn
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


def test_of_more_models_a_winner_stays_where_every_difference_bears_it(run: RunFolder) -> None:
    manifest = run.read_manifest()
    manifest["models"]["shuffled"]["role"] = ""
    run.write_manifest(manifest)
    rows = run.table("estimates").read(where=pl.col("group") == "").to_dicts()
    run.table("estimates").replace([row | {"is_clear": row["model"] == "aurora"} for row in rows])
    analyse(run)
    ahead = {
        metric: {
            change.verdict
            for rival, changes in _of("aurora", run)
            for change in changes
            if change.metric == metric and rival != "photographs"  # which is a ceiling
        }
        for metric in manifest["metrics"]
    }
    found = run.table("estimates").read(where=pl.col("is_clear"))
    assert set(found["model"]) == {"aurora"}
    assert set(found["metric"]) == {metric for metric, verdicts in ahead.items() if verdicts == {"better"}}
    assert 0 < len(found) < len(ahead)  # a column in which it is not clear of every other is among them


def _of(model: str, run: RunFolder) -> list[tuple[str, list[Change]]]:
    """The differences of a model from each other one."""
    found = []
    for (a, b), changes in read_differences(run).items():
        if model in (a, b):
            found.append((a if b == model else b, changes if b == model else [turn(change) for change in changes]))
    return found
