"""Aspects in words where two models compete, and what a plan's run prints of them."""

import pytest
from tests.report_run import Wanted, build_run

from paragone.cli.terminal.blocks import print_verdict
from paragone.report.pages.first.aspect_verdicts import aspect_verdicts
from paragone.report.pages.first.board import board_of
from paragone.report.read.reader import Reader
from paragone.store.folder import RunFolder


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    wanted = Wanted(models=("aurora", "photographs", "shuffled", "basalt"), prompts=40, side=8)
    return build_run(tmp_path_factory.mktemp("run"), wanted)


def test_two_models_have_verdicts_and_no_win_rates(run: RunFolder) -> None:
    board = board_of(Reader(run))
    said = {one.name: one.says for one in board.verdicts}
    assert said["alignment"] == "aurora is better on 1 of 1 measure (counting)"
    assert said["aesthetics"] == "no clear difference on 1 measure"
    assert not board.rankings


def test_more_models_have_win_rates(tmp_path_factory: pytest.TempPathFactory) -> None:
    wanted = Wanted(models=("aurora", "basalt", "cinder"), prompts=8, side=8)
    reader = Reader(build_run(tmp_path_factory.mktemp("three"), wanted))
    assert not aspect_verdicts(reader)
    assert [one.name for one in board_of(reader).rankings] == ["win rate"]


def test_the_terminal_ends_with_the_headline_of_the_page(run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    print_verdict(run)
    printed = capsys.readouterr().out
    answer = board_of(Reader(run)).answer
    assert answer is not None
    assert printed.strip().splitlines()[-1] == answer.headline
    assert "alignment" in printed
    assert "win rate" not in printed
