"""The report's page of people: spreads by model, metrics beside people at three levels, and where they disagree."""

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy.stats import somersd
from tests.report_run import Wanted, build_run

from paragone.analysis import analyse
from paragone.report.pages.study.page import has_people, people_page
from paragone.report.read.reader import Reader
from paragone.report.site.build import build_report
from paragone.stats.raters.beside import beside, pairwise_accuracy
from paragone.store.folder import RunFolder
from paragone.store.ratings import store_ratings


def test_pairs_that_are_ordered_alike_by_hand() -> None:
    # People order three couples of four images' six (two are tied twice); the metric has one tie among those.
    metric, people = [1.0, 2.0, 2.0, 0.0], [1.0, 2.0, 3.0, 3.0]
    # Ordered by people: 01 alike, 02 alike, 03 against, 12 tied by the metric, 13 against.
    assert pairwise_accuracy(metric, people).value == pytest.approx((1 + 1 + 0 + 0.5 + 0) / 5)
    assert pairwise_accuracy(metric, [1.0] * 4).value is None
    assert beside([1, 2, 3], [2, 4, 6])["pearson"].value == pytest.approx(1)
    assert beside([1, 1], [1, 2])["spearman"].value is None


def test_accuracy_is_somers_d_from_0_to_1_and_its_interval_too() -> None:
    rng = np.random.default_rng(2)
    people = rng.integers(1, 6, 60).astype(float)
    metric = np.round(people + rng.normal(0, 2, 60))
    units = [f"p{k // 4}" for k in range(60)]
    found, d = pairwise_accuracy(metric.tolist(), people.tolist(), units=units), somersd(people, metric).statistic
    assert found.value == pytest.approx(0.5 + d / 2, abs=1e-12)
    assert found.low is not None
    assert found.high is not None
    assert 0 < found.low < 0.5 + d / 2 < found.high < 1


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    folder = build_run(tmp_path / "run", Wanted(models=("aurora", "basalt"), prompts=10, seeds=(0,), side=16))
    scores = folder.table("scores").read(where=pl.col("metric") == "fractal").drop_nulls("value")
    samples = folder.table("samples").read(["key", "model", "scenario", "prompt_id", "seed", "image"])
    joined = scores.drop("key").join(samples, on=["model", "scenario", "prompt_id", "seed"])
    rows = [
        {name: one[name] for name in ("model", "scenario", "prompt_id", "seed", "image")}
        | {"sample": one["key"], "question": "alignment", "rater": f"r{rater}", "answer": "<b>so</b>"}
        | {"value": 1.0 if one["value"] > scores["value"].median() else 5.0}
        for one in joined.to_dicts()
        for rater in range(2)
    ]
    with folder.writing():
        store_ratings(folder, "study", rows)
        analyse(folder)
    return folder


def test_people_and_a_metric_that_says_the_opposite_number_agree(run: RunFolder) -> None:
    page = people_page(Reader(run))
    assert page is not None
    (asked,) = page.asked
    assert [spread.model for spread in asked.spreads] == ["aurora", "basalt"]
    best = next(chart for chart in asked.charts if chart.metric == "fractal")  # lower is better: it was turned round
    assert [(level.over, level.n) for level in best.levels] == [("image", 19), ("prompt", 10), ("model", 2)]
    pearson, spearman, _, accuracy = best.levels[0].coefficients
    assert float(spearman.value) > 0.8
    assert float(accuracy.value) == 1
    assert pearson.interval
    assert best.levels[2].coefficients[0].interval == "no interval"
    assert any(one.title == "fractal" and one.image.n == 19 for one in asked.together)
    assert len(best.apart) == 6


def test_the_page_is_built_and_words_stay_words(run: RunFolder) -> None:
    site = Path(build_report(run)).parent
    text = (site / "people.html").read_text()
    assert "&lt;b&gt;so" in text
    assert "<b>so" not in text
    thumbs = re.findall(r'src="(thumbs/[^"]+)"', text)
    assert thumbs
    assert all((site / one).is_file() for one in thumbs)
    assert 'href="people.html"' in (site / "index.html").read_text()


def test_without_ratings_there_is_no_such_page(tmp_path: Path) -> None:
    folder = build_run(tmp_path / "run", Wanted(models=("aurora",), prompts=3, seeds=(0,), side=16))
    assert not has_people(Reader(folder))
    assert people_page(Reader(folder)) is None
