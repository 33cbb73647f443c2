"""A 95 % interval holds the truth about 95 % of the time: a short, seeded slice of docs/coverage.md."""

import importlib.util
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.stats.estimate import estimate_mean
from paragone.stats.wilson import wilson

FOLDER = Path(__file__).parents[2] / "benchmarks"
RUNS = 300
SLICE = [
    ("means", "normal, 4 images", 20),
    ("means", "lognormal (skewness 6)", 50),
    ("means", "heavy tails (t with 3 degrees)", 20),
    ("means", "normal, 30 % of images missing at random", 20),
    ("shares of 0/1 scores", "0.02, 1 image", 20),
    ("shares of 0/1 scores", "0.95, 8 images that go together", 20),
    ("shares of 0/1 scores", "0.5, 4 images that go together", 20),
    ("paired differences", "normal, shared prompts, 0.3 apart", 20),
    ("paired differences", "skewed (exponential), no difference", 10),
    ("paired differences", "0/1, 0.98 and 0.90, 1 image", 10),
    ("paired differences", "0/1, 0.98 and 0.90, 4 images that go together", 20),
    ("win rates", "5 models, 3 metrics, 0.1 deviations apart", 20),
    ("ranges of ranks", "one column, 5 models, all equal", 20),
    ("pages that call no model best that is not", "9 models, 4 columns, all equal", 20),
    ("rank correlations", "Spearman, r = 0.9, 4 pairs a prompt, 0.3 within", 10),
    ("rank correlations", "Kendall, r = 0.6, 4 pairs a prompt, 0.6 within", 20),
    ("agreement of a judge with people", "4 images, 0.5 yes, judge wrong in 0.2", 20),
    ("Krippendorff's alpha", "nominal, 3 raters, guesses in 0.1 or 0.5", 20),
]


@pytest.fixture(scope="module")
def harness() -> Any:
    """benchmarks/coverage.py, by a name that is not that of the package `coverage`."""
    sys.path.append(str(FOLDER))
    spec = importlib.util.spec_from_file_location("benchmark_coverage", FOLDER / "coverage.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(FOLDER))
    return module


@pytest.mark.parametrize(("kind", "name", "prompts"), SLICE)
def test_intervals_hold_the_truth_about_as_often_as_they_say(harness: Any, kind: str, name: str, prompts: int) -> None:
    [case] = [one for one in harness.chosen(f"{kind}: {name}") if one.name == name and one.prompts == prompts]
    rows = harness.run(case, runs=RUNS, seed=1)
    assert rows
    for row in rows:  # one for each position: no model may be covered at the expense of another
        assert row.without < 0.05 * row.runs
        assert row.held > 0.93 - 3 * math.sqrt(0.93 * 0.07 / row.runs)
    # What may be too wide is known: 0/1 scores of few prompts, and ranks, of which whole numbers only are possible.
    if not any(word in f"{kind} {name}" for word in ("0/1", "rank", "win rates", "0.02", "pages")):
        assert all(row.held < 0.97 + 3 * math.sqrt(0.97 * 0.03 / row.runs) for row in rows)


def test_a_case_does_not_depend_on_the_others(harness: Any) -> None:
    [case] = [one for one in harness.chosen("shares of 0/1 scores: 0.1, 1 image") if one.prompts == 10]
    assert harness.run(case, runs=20, seed=3) == harness.run(case, runs=20, seed=3)
    assert harness.run(case, runs=200, seed=3) != harness.run(case, runs=200, seed=4)


def test_a_case_that_misses_the_target_is_marked(harness: Any) -> None:
    [case] = [one for one in harness.chosen("means: normal, low scores go missing") if one.prompts == 50]
    [row] = harness.run(case, runs=100, seed=1)
    assert row.mark == "**below target**; missed without a warning: 0.000"  # it says how many are missing
    assert "**below target**" in harness.line(row)


def test_the_page_has_a_row_for_every_case(harness: Any) -> None:
    page = (FOLDER.parent / "docs" / "coverage.md").read_text(encoding="utf-8")
    for case in harness.chosen(""):
        assert f"| {case.name}" in page, f"run benchmarks/coverage.py: the page lacks {case.name}"


def test_counting_images_of_a_prompt_as_independent_would_not_cover() -> None:
    # Four images a prompt that go together, counted as 160 independent images: 0.86. By prompts: 0.95.
    rng = np.random.default_rng(4)
    scores = (rng.random((1000, 40, 4)) < rng.beta(0.9, 2.1, size=(1000, 40, 1))).astype(np.float64)
    naive = np.array([wilson(successes, 160) for successes in range(161)])[scores.sum(axis=(1, 2)).astype(int)]
    assert np.mean((naive[:, 0] <= 0.3) & (naive[:, 1] >= 0.3)) < 0.88
    ours = [estimate_mean(one, rng=rng, binary=True) for one in scores.tolist()]
    assert np.mean([(one.low or 0) <= 0.3 <= (one.high or 1) for one in ours]) == pytest.approx(0.95, abs=0.02)
