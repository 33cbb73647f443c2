"""The answer of the first page: the sentence, the plot, the prompts, and what to mind."""

import itertools
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
from tests.report_run import Wanted, build_run
from typer.testing import CliRunner

from paragone.analysis.changes import Change
from paragone.cli.main import app
from paragone.core.cells import Cell
from paragone.report.pages.first.answer import answer_of
from paragone.report.pages.first.board import board_of, board_of_aspect
from paragone.report.pages.first.board_cells import delta_of
from paragone.report.pages.first.differing import telling
from paragone.report.pages.first.interval_plot import is_dead, ticks_of
from paragone.report.pages.first.verdict import Duel, headline_of_many, headline_of_two
from paragone.report.read.reader import Reader
from paragone.report.site.render import frame_of, page_html
from paragone.stats.paired import Difference
from paragone.store.folder import RunFolder


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    wanted = Wanted(models=("aurora", "basalt", "photographs"), prompts=24, side=16)
    return Reader(build_run(tmp_path_factory.mktemp("run"), wanted))


def duel(better: int, worse: int, unclear: int) -> Duel:
    return Duel("a", "b", "", ["x"] * better, ["y"] * worse, unclear, 0)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((4, 0, 5), "a is better than b on 4 of 9 measures, worse on none, unclear on 5."),
        ((0, 3, 1), "b is better than a on 3 of 4 measures, worse on none, unclear on 1."),
        ((2, 1, 0), "a is better than b on 2 of 3 measures, but worse on 1, unclear on none."),
        ((0, 0, 7), "No clear difference between a and b on any of 7 measures."),
        ((0, 0, 0), "a and b cannot be compared: no measure has a paired test."),
    ],
)
def test_the_headline_counts_paired_verdicts(counts: tuple[int, int, int], said: str) -> None:
    assert headline_of_two(duel(*counts)) == said


def test_of_many_models_the_headline_counts_clear_winners() -> None:
    assert headline_of_many({"a": 0, "b": 0}, 5) == "No model is clearly best on any of 5 measures."
    assert headline_of_many({"a": 1, "b": 4}, 5) == "b is clearly best on 4 of 5 measures, a on 1."


def test_the_sentence_agrees_with_the_stored_differences(reader: Reader) -> None:
    stored = [change.verdict for change in reader.differences.of("basalt", "aurora") or []]
    board = board_of(reader)
    assert board.answer is not None
    wins, losses, unclear = (stored.count(word) for word in ("better", "worse", "no clear change"))
    told = duel(wins, losses, unclear)
    said = headline_of_two(told).replace("a is", "aurora is", 1).replace("than b", "than basalt")
    assert board.answer.headline == said.replace("between a and b", "between aurora and basalt")


def test_a_ceiling_takes_no_part_in_the_answer(reader: Reader) -> None:
    answer = answer_of(reader, list(reader.columns))
    assert answer.plot.models == ["aurora", "basalt"]
    assert all({tile.model for tile in one.images} <= {"aurora", "basalt"} for one in answer.prompts)


def test_prompts_are_chosen_by_measures_on_which_a_model_is_clearly_best() -> None:
    one, other = Cell("s", "chance"), Cell("s", "real")
    columns = {one: [{"is_clear": False}], other: [{"is_clear": False}, {"is_clear": True}]}
    reader = SimpleNamespace(columns=columns)
    assert telling(reader, [one, other]) == [other]  # type: ignore[arg-type]
    columns[other].pop()
    assert telling(reader, [one, other]) == [one, other]  # type: ignore[arg-type]


def test_the_prompts_that_differ_most_differ_and_none_is_sensitive(reader: Reader) -> None:
    answer = answer_of(reader, list(reader.columns))
    assert len(answer.prompts) == 3
    for one in answer.prompts:
        assert one.scores["aurora"] != one.scores["basalt"]
        assert not any(tile.is_sensitive for tile in one.images)


def test_an_aspect_has_an_answer_of_its_own(reader: Reader) -> None:
    answer = board_of_aspect(reader, "aesthetics").answer
    assert answer is not None
    assert {row.name for row in answer.plot.rows} == {"fractal"}
    assert answer.plot.of == 1


def test_a_model_that_drew_nothing_is_the_headline(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora", "basalt"), prompts=4, seeds=(0,), side=8))
    dead = {"file": None, "image": None, "outcome": "failed", "reason": "connection refused"}
    mine = pl.col("model") == "basalt"
    rows = folder.table("samples").read(where=mine).to_dicts()
    folder.table("samples").drop(mine)
    folder.table("samples").append([row | dead for row in rows])
    answer = board_of(Reader(folder)).answer
    assert answer is not None
    assert answer.headline == "No comparison: basalt drew none of 4 images."
    assert answer.alarms[0] == "basalt drew nothing: 4 of 4 images are missing: connection refused."
    assert "4 has" not in answer.alarms[1]
    assert answer.alarms[-1].startswith("Few prompts (things has 4)")


def test_a_missing_number_is_no_tie(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora", "basalt"), prompts=4, seeds=(0,), side=8))
    rows = folder.table("estimates").read().to_dicts()
    gone = {"value": None, "low": None, "high": None}
    folder.table("estimates").replace(
        [row | {"is_clear": False} | (gone if row["model"] == "basalt" else {}) for row in rows]
    )
    answer = board_of(Reader(folder)).answer
    assert answer is not None
    assert {row.verdict for row in answer.plot.rows} == {"cannot be compared"}


def test_few_prompts_are_told_in_visible_text(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora", "basalt"), prompts=6, seeds=(0,), side=8))
    reader = Reader(folder)
    page = page_html("board.html", board_of(reader), frame_of(reader, images=""), path="index.html").decode()
    assert "only 6 prompts" in page


def test_columns_in_which_nothing_differs_come_last(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora", "basalt"), prompts=4, seeds=(0,), side=8))
    rows = folder.table("estimates").read().to_dicts()
    same = {"value": 0.0, "low": 0.0, "high": 0.2, "is_clear": False}
    folder.table("estimates").replace([row | same if row["metric"] == "counting" else row for row in rows])
    (table,) = board_of(Reader(folder)).tables
    assert table.heads[-1].metric == "counting"  # alignment would come first
    assert table.groups[-1] == ("no difference", 1)
    assert sum(count for _, count in table.groups) == len(table.heads)


def test_a_column_is_dead_without_values_or_with_one_for_all() -> None:
    assert is_dead([{"value": None}, {"value": None}])
    assert is_dead([{"value": 1.0}, {"value": 1.0}])
    assert not is_dead([{"value": 1.0}])
    assert not is_dead([{"value": 1.0}, {"value": 0.5}])


@pytest.mark.parametrize("ends", [(0.0, 1.0), (1494.0, 1702.0), (-0.3, 0.001), (1e-6, 3e-6), (5.0, 5.0)])
def test_ticks_are_few_even_and_take_the_range_in(ends: tuple[float, float]) -> None:
    ticks = ticks_of(*ends)
    steps = [b - a for a, b in itertools.pairwise(ticks)]
    assert 2 <= len(ticks) <= 5
    assert ticks[0] <= ends[0] + 1e-9
    assert ticks[-1] >= ends[1] - 1e-9
    assert max(steps) == pytest.approx(min(steps), rel=1e-3)


def test_what_has_no_better_direction_may_still_be_clearly_different() -> None:
    found = Difference(0.5, 0.4, 0.6, 0.0001, 20, 0)
    assert delta_of(Change("s", "m", None, found, 0.0005)).verdict == "different"
    assert delta_of(Change("s", "m", None, found, 0.2)).verdict == ""


def test_a_clear_test_with_zero_in_the_interval_says_so() -> None:
    found = Difference(0.5, -0.1, 0.6, 0.0001, 20, 0)
    told = delta_of(Change("s", "m", "higher", found, 0.0005))
    assert (told.verdict, "the interval includes 0" in told.note) == ("no clear change", True)


def test_ten_models_and_forty_measures_fit_in_a_light_page(reader: Reader, tmp_path: Path) -> None:
    folder = many(tmp_path)
    page = page_html("board.html", board_of(Reader(folder)), frame_of(Reader(folder), images=""), path="index.html")
    static = Path(__file__).parents[3] / "src" / "paragone" / "report" / "static"
    names = ("style.css", "page.js", "board.js", "icon.svg", "inter.woff2", "source-serif.woff2")
    assert page.count(b'class="cell"') == 400
    assert len(page) + sum((static / name).stat().st_size for name in names) < 300_000


def many(root: Path) -> RunFolder:
    """Ten models on ten scenarios with four measures each."""
    models = tuple(f"checkpoint-{number}" for number in range(10))
    scenarios = tuple(f"scenario-{number}" for number in range(10))
    return build_run(root, Wanted(models=models, prompts=2, seeds=(0,), side=8, scenarios=scenarios))


def test_a_judge_out_of_its_domain_decides_nothing(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora", "basalt"), prompts=24, seeds=(0, 1), side=8))
    reader = Reader(folder)
    notice = {"kind": "out of domain", "metric": "counting", "annotator": "", "text": "counting was made for scenes"}
    reader.notices = [notice | {"model": "aurora"}]
    board = board_of(reader)
    assert board.answer is not None
    assert "counting was made for scenes" in board.answer.alarms
    assert board.answer.reasons[-1] == "Not counted, as the judge is out of its domain: counting."
    assert "counting" not in {row.name for row in board.answer.plot.rows}
    (table,) = board.tables
    assert table.groups[-1] == ("out of domain", 1)
    assert not any(row.cells[-1].is_best for row in table.rows if row.cells[-1])
    page = page_html("board.html", board, frame_of(reader, images=""), path="index.html").decode()
    assert "judge out of domain" in page


def test_the_first_page_and_the_table_name_what_was_left_out(tmp_path: Path) -> None:
    folder = build_run(tmp_path / "run", Wanted(models=("aurora", "basalt"), prompts=6, seeds=(0,), side=8))
    lost = {"absent": {"coco": "get <coco>", "drawbench": "get <coco>"}, "skipped": {"fid": "no reference"}}
    folder.write_manifest(folder.read_manifest() | lost)
    reader = Reader(folder)
    board = board_of(reader)
    assert board.answer is not None
    assert board.answer.left_out == ["coco, drawbench (get <coco>)", "fid (no reference)"]
    page = page_html("board.html", board, frame_of(reader, images=""), path="index.html").decode()
    assert "Left out of this run: <bdi>coco, drawbench (get &lt;coco&gt;)</bdi>; <bdi>fid (no reference)</bdi>." in page
    told = CliRunner().invoke(app, ["table", str(folder.root)]).output
    assert "left out: coco, drawbench (get <coco>)" in told
    assert "left out: fid (no reference)" in told


def test_many_reasons_are_cut_on_the_first_page(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora", "basalt"), prompts=6, seeds=(0,), side=8))
    lost = {f"metric-{number}": f"reason {number}" for number in range(9)}
    folder.write_manifest(folder.read_manifest() | {"skipped": lost})
    board = board_of(Reader(folder))
    assert board.answer is not None
    assert len(board.answer.left_out) == 4
    assert board.answer.left_out[-1] == "and more, for 6 other reasons"
