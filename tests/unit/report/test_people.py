"""Ratings by people in the report: read strictly, told beside each metric."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.report_run import Wanted, build_run

from paragone.analysis import analyse, people
from paragone.analysis.people import alpha_of, take_ratings
from paragone.analysis.ratings import ratings_in, read_ratings
from paragone.core.cells import Cell
from paragone.core.errors import BadInput
from paragone.core.keys import content_hash
from paragone.report.pages.people import with_people
from paragone.report.read.reader import Reader
from paragone.report.site.build import Build
from paragone.stats.correlate import spearman
from paragone.store.folder import RunFolder


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    wanted = Wanted(models=("aurora", "basalt"), prompts=12, seeds=(0, 1), side=16)
    return build_run(tmp_path_factory.mktemp("ratings") / "run", wanted)


def table_of(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def ratings_like(run: RunFolder, path: Path, metric: str, sign: int) -> Path:
    """Two raters who see images just as the metric does, or just the other way round."""
    scores = Reader(run).scored(Cell("things", metric)).frame.drop_nulls("value")
    given = scores.select("model", "prompt_id", "seed", value=sign * pl.col("value"), question=pl.lit("beauty"))
    pl.concat([given.with_columns(rater=pl.lit(name)) for name in ("ann", "ben")]).write_parquet(path)
    return path


@pytest.mark.parametrize("sign", [1, -1])
def test_raters_who_see_as_the_metric_does_correlate_fully_with_it(run: RunFolder, tmp_path: Path, sign: int) -> None:
    take_ratings(run, ratings_like(run, tmp_path / "people.parquet", "fractal", sign))
    (row,) = with_people(Reader(run), Cell("things", "fractal"))
    assert float(row.rho) == float(row.tau) == sign
    assert (row.raters, row.alpha) == (2, "1.00")
    assert row.n == 24  # 12 prompts x 2 models; the seeds of a prompt are one pair


def test_set_metrics_have_no_pairs_to_correlate(run: RunFolder, tmp_path: Path) -> None:
    take_ratings(run, ratings_like(run, tmp_path / "people.parquet", "fractal", 1))
    assert with_people(Reader(run), Cell("things", "frechet")) == []


def test_alpha_is_krippendorffs() -> None:
    # Items (1, 2), (1, 1), (2, 2), (2, 1) of two raters. Ordinal, two values: observed disagreement 4 / 8, expected
    # 2 * 4 * 4 / (8 * 7) = 4 / 7, so alpha = 1 - (1 / 2) / (4 / 7) = 0.125.
    values = [1.0, 2.0, 1.0, 1.0, 2.0, 2.0, 2.0, 1.0]
    answers = pl.DataFrame({"model": "m", "prompt_id": list("aabbccdd"), "seed": 0, "value": values})
    assert alpha_of(answers) == pytest.approx(0.125)


def test_an_image_may_be_named_by_its_hash(run: RunFolder, tmp_path: Path) -> None:
    samples = run.table("samples").read(["scenario", "model", "prompt_id", "seed", "image"])
    first = samples.drop_nulls("image").row(0, named=True)
    found = read_ratings(table_of(tmp_path / "r.csv", f"image,value\n{first['image']},4\n"), samples)
    told = found.row(0, named=True)
    assert {name: told[name] for name in ("model", "prompt_id", "seed", "value", "question")} == {
        "model": first["model"],
        "prompt_id": first["prompt_id"],
        "seed": first["seed"],
        "value": 4.0,
        "question": "rating",
    }


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("model,prompt_id,value\naurora,p00000,4\n", "line 2 has no seed"),
        ("model,prompt_id,seed,value\naurora,nowhere,0,4\n", "no image things / aurora / nowhere / 0"),
        ("model,prompt_id,seed,value\naurora,p00000,0,good\n", "the value is 'good'; write a number"),
        ("model,prompt_id,seed,value\naurora,p00000,0,inf\n", "the value is 'inf'; write a number"),
        ("model,prompt_id,seed,value\naurora,p00000,0,\n", "the value is None; write a number"),
    ],
)
def test_a_rating_that_cannot_be_used_is_one_clear_line(
    run: RunFolder, tmp_path: Path, text: str, problem: str
) -> None:
    with pytest.raises(BadInput, match=problem):
        take_ratings(run, table_of(tmp_path / "r.csv", text))


def test_a_table_in_the_run_folder_is_found_and_shown(tmp_path: Path) -> None:
    folder = build_run(tmp_path / "run", Wanted(models=("aurora",), prompts=12, seeds=(0,), side=16))
    Build(folder).run()
    page = folder.root / "report" / "metric" / "fractal.html"
    assert "Agreement with people" not in page.read_text()
    ratings_like(folder, folder.root / "ratings.parquet", "fractal", 1)
    Build(folder).run()
    assert "Agreement with people" in page.read_text()
    assert "24 by 2 raters" in (folder.root / "report" / "protocol.html").read_text()


def test_what_came_out_is_stored_and_made_again_only_when_ratings_or_scores_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = build_run(tmp_path / "run", Wanted(models=("aurora",), prompts=12, seeds=(0,), side=8))
    given = ratings_like(folder, tmp_path / "people.parquet", "fractal", 1)
    Build(folder, ratings=given).run()
    before = folder.table("people").read()
    assert before.filter(metric="fractal").select("question", "rho", "tau").row(0) == ("beauty", 1.0, 1.0)
    assert set(before["source"]) == {content_hash(given.read_bytes())}

    made: list[int] = []

    def counted(*columns: Any, **named: Any) -> Any:
        made.append(1)
        return spearman(*columns, **named)

    monkeypatch.setattr(people, "spearman", counted)
    Build(folder, ratings=given).run()
    assert (made, folder.table("people").read().equals(before)) == ([], True)
    Build(folder, ratings=ratings_like(folder, tmp_path / "other.parquet", "fractal", -1)).run()
    assert made
    assert folder.table("people").read().filter(metric="fractal")["rho"].item() == -1.0


def test_numbers_beside_people_go_when_the_scores_they_rest_on_change(tmp_path: Path) -> None:
    folder = build_run(tmp_path / "run", Wanted(models=("aurora",), prompts=12, seeds=(0,), side=8))
    take_ratings(folder, ratings_like(folder, tmp_path / "people.parquet", "fractal", 1))
    analyse(folder)
    assert set(folder.table("people").read()["metric"]) == {"counting", "diversity", "fractal"}
    more = folder.table("scores").read().filter(metric="fractal").row(0, named=True)
    folder.table("scores").append([more | {"key": "0" * 32, "prompt_id": "new", "value": 1.0}])
    analyse(folder)
    assert set(folder.table("people").read()["metric"]) == {"counting", "diversity"}


def test_a_table_that_leads_out_of_the_run_folder_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    table_of(tmp_path / "secret.csv", "a\n1\n")
    (tmp_path / "run" / "ratings.csv").symlink_to(tmp_path / "secret.csv")
    assert ratings_in(tmp_path / "run") is None
