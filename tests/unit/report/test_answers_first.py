"""What pages say first: behind a number, on an image, in the gallery, among runs, over time."""

import json
from pathlib import Path

import polars as pl
import pytest
from starlette.testclient import TestClient
from tests.report_run import Wanted, build_run

from paragone.core.cells import Cell
from paragone.report.live.find import find_runs
from paragone.report.live.known import KnownRuns
from paragone.report.live.server import application
from paragone.report.live.state import state_of
from paragone.report.numbers import formatted, short
from paragone.report.pages.behind import behind_page, scored_column
from paragone.report.pages.compare import compare_index
from paragone.report.pages.gallery import gallery_page, read_query
from paragone.report.pages.history import has_history, history_of, history_over, line_of
from paragone.report.pages.prompt_list import prompt_list
from paragone.report.read.reader import Reader
from paragone.report.site.build import Build
from paragone.report.site.history_chart import history_chart
from paragone.store.folder import RunFolder

MODELS = ("aurora", "basalt", "photographs")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return build_run(tmp_path_factory.mktemp("runs") / "first", Wanted(models=MODELS, prompts=12, side=16))


@pytest.fixture(scope="module")
def reader(folder: RunFolder) -> Reader:
    return Reader(folder)


def test_images_behind_a_set_metric_are_not_called_missing(reader: Reader) -> None:
    page = behind_page(reader, scored_column(reader, Cell("things", "frechet")), "aurora")
    assert page is not None
    assert page.absent
    assert {tile.score for tile in page.absent if tile.file} == {""}


def test_the_worst_are_never_as_good_as_the_best(folder: RunFolder, tmp_path: Path) -> None:
    reader = Reader(folder)
    page = behind_page(reader, scored_column(reader, Cell("things", "counting")), "photographs")
    assert page is not None
    assert {tile.score for tile in page.worst} <= {"0"}
    perfect = build_run(tmp_path, Wanted(models=("aurora",), prompts=3, seeds=(0,), side=8))
    scores = (
        perfect.table("scores")
        .read()
        .with_columns(value=pl.when(pl.col("metric") == "counting").then(1.0).otherwise("value"))
    )
    perfect.table("scores").remove(perfect.table("scores").parts())
    perfect.table("scores").append(scores.to_dicts())
    reader = Reader(perfect)
    page = behind_page(reader, scored_column(reader, Cell("things", "counting")), "aurora")
    assert page is not None
    assert (page.worst, page.all_alike) == ([], "All 3 scores are 1.")


def test_large_numbers_are_written_out() -> None:
    assert short(1694.0) == "1694"
    assert formatted(12345.6, None, None).value == "12346"


def test_the_gallery_sets_models_side_by_side_with_a_mark(reader: Reader) -> None:
    page = gallery_page(reader, read_query(reader, {"metric": "counting"}))
    assert not page.tiles
    assert len(page.rows) == 20  # 60 tiles in three columns
    first = page.rows[0].tiles
    assert [tile.model for tile in first if tile] == reader.models
    marks = {(tile.score, tile.mark) for row in page.rows for tile in row.tiles if tile}
    assert marks <= {("1", "pass"), ("0", "fail"), ("missing", "")}
    assert len(gallery_page(reader, read_query(reader, {"metric": "counting", "page": "2"})).rows) == 4


def test_a_metric_without_yes_and_no_gives_no_mark(reader: Reader) -> None:
    page = gallery_page(reader, read_query(reader, {"metric": "fractal"}))
    assert {tile.mark for row in page.rows for tile in row.tiles if tile} == {""}


def test_prompts_are_listed_with_images_and_scores(reader: Reader) -> None:
    page = prompt_list(reader, "things", 1)
    assert page is not None
    assert (page.models, page.metric) == (["aurora", "basalt"], "counting")
    tile, score, mark = page.rows[0].images[0]
    assert tile is not None
    assert tile.model == "aurora"
    assert (score, mark) in {("1", "pass"), ("0", "fail"), ("0.5", ""), ("missing", "")}


def test_models_that_compete_are_compared_first(reader: Reader) -> None:
    page = compare_index(reader)
    assert page.pairs[0][:2] == ("aurora", "basalt")
    assert page.picked == ("aurora", "basalt")


def test_an_image_says_its_verdict_before_its_facts(folder: RunFolder) -> None:
    Build(folder).run()
    page = next(iter(sorted((folder.root / "report" / "image").rglob("*.html"))))
    text = page.read_text(encoding="utf-8")
    told = json.loads(page.with_suffix(".json").read_text())
    if told["marks"]:
        assert text.index('class="marks"') < text.index("Facts about this image")
    assert text.index(">Scores<") < text.index("Facts about this image")
    assert 'rel="next"' in text or 'rel="prev"' in text


@pytest.mark.parametrize("words", ["In front", "Beside it", "Prompts that hold", "Beside people", "Goes together with"])
def test_no_template_has_the_old_labels(words: str) -> None:
    templates = Path(__file__).parents[3] / "src" / "paragone" / "report" / "templates"
    assert not [path.name for path in templates.glob("*.html") if words in path.read_text(encoding="utf-8")]


def test_a_checkpoint_belongs_to_a_line() -> None:
    assert line_of("run_step_500_ema") == ("run_step_ema", 500.0, "500")
    assert line_of("1234") is None  # a number alone is no line


def test_checkpoints_of_a_run_have_a_history_by_step(tmp_path: Path) -> None:
    models = ("ckpt-1000", "ckpt-2000", "ckpt-500", "other")
    folder = build_run(tmp_path, Wanted(models=models, prompts=4, seeds=(0,), side=8))
    reader = Reader(folder)
    page = history_of(reader)
    assert [point.label for point in page.charts[0].points] == ["500", "1000", "2000"]
    stored = {row["model"]: row["value"] for row in reader.columns[Cell("things", "counting")]}
    chart = next(chart for chart in page.charts if chart.measure == "counting")
    assert [point.value for point in chart.points] == [stored[f"ckpt-{step}"] for step in (500, 1000, 2000)]
    drawn = str(history_chart(chart))
    assert 'role="img"' in drawn
    assert ">step<" in drawn
    Build(folder).run()
    assert 'href="history.html"' in (folder.root / "report" / "index.html").read_text(encoding="utf-8")


def test_a_run_without_checkpoints_has_no_history(reader: Reader) -> None:
    assert not has_history(reader)
    assert history_over([]).charts == []


def test_unlike_protocols_are_never_joined_by_a_line(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("ckpt-1", "ckpt-2"), prompts=3, seeds=(0,), side=8))
    rows = folder.table("estimates").read().to_dicts()
    folder.table("estimates").replace([row | {"protocol": f"p {row['model']}"} for row in rows])
    assert history_of(Reader(folder)).charts == []


@pytest.fixture(scope="module")
def client(folder: RunFolder) -> TestClient:
    app = application(find_runs([folder.root]), token=None, hosts=["testserver"])
    return TestClient(app)


def test_the_list_of_runs_tells_state_date_and_result(client: TestClient) -> None:
    (row,) = client.get("/?format=json").json()["rows"]
    assert row["state"].startswith("done")
    assert "measures" in row["headline"]
    assert row["updated"].startswith("2026-11-15")
    assert client.get("/?format=json&runs=nothing-like-it").json()["rows"] == []
    assert len(client.get("/?format=json&runs=AURORA").json()["rows"]) == 1


def test_a_page_that_is_not_there_is_still_a_page(client: TestClient) -> None:
    for place in ("/no/such/page.html", "/nowhere", "/first/metric/none.html"):
        answer = client.get(place)
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert "There is no such page here." in answer.text


def test_a_run_that_begins_later_joins_and_no_name_changes(tmp_path: Path) -> None:
    small = Wanted(models=("aurora",), prompts=2, seeds=(0,), side=8)
    build_run(tmp_path / "b", small)
    known = KnownRuns(find_runs([tmp_path]), [tmp_path])
    build_run(tmp_path / "a", small)
    assert list(known) == ["b"]
    known.look_again()
    assert set(known) == {"a", "b"}
    assert known["b"].folder.root.name == "b"


def test_a_run_that_draws_shows_how_far_it_is_and_loads_itself_anew(tmp_path: Path) -> None:
    whole = build_run(tmp_path / "whole", Wanted(models=("aurora", "basalt"), prompts=3, seeds=(0,), side=8))
    begun = RunFolder(tmp_path / "runs" / "begun")
    begun.write_manifest(whole.read_manifest())
    begun.table("prompts").append(whole.table("prompts").read().to_dicts())
    begun.table("samples").append(whole.table("samples").read().to_dicts()[:2])
    state = state_of(Reader(begun))
    assert (state.words, state.is_running) == ("drawing: 2 of 6 images", True)
    client = TestClient(application(find_runs([tmp_path / "runs"]), token=None, hosts=["testserver"]))
    for place in ("/", "/begun/"):
        assert 'http-equiv="refresh"' in client.get(place).text
    assert "drawing: 2 of 6 images" in client.get("/").text
