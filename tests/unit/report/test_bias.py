"""Whom a model drew: from a run on labelled faces to the stored counts, tests and the page."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.report_run import Wanted, build_run

from paragone.analysis.bias import counts_of, store_bias
from paragone.analysis.scores import RunScores
from paragone.report.page_table import RunPages, find_page
from paragone.report.pages.bias import bias_page, has_bias
from paragone.report.read.reader import Reader
from paragone.report.site.render import frame_of, page_html
from paragone.store.folder import RunFolder

SHARES = {"aurora": 0.9, "basalt": 0.5}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """A run whose metric `counting` is made to be what `women_share` would have given."""
    folder = build_run(
        tmp_path_factory.mktemp("runs") / "run",
        Wanted(models=tuple(SHARES), prompts=12, seeds=tuple(range(8)), side=16),
    )
    manifest = folder.read_manifest()
    for name, use in (("counting", "women_share"), ("fractal", "skin_tone")):
        manifest["metrics"][name] |= {"use": use, "title": use, "needs": ["faces", "pixels"]}
    (folder.root / "manifest.json").write_text(json.dumps(manifest))
    rng = np.random.default_rng(3)
    rows = folder.table("scores").read().to_dicts()
    for row in rows:
        if row["seed"] is not None and row["metric"] == "counting":
            row["value"] = None if row["seed"] == 7 else float(rng.random() < SHARES[row["model"]])
            row["reason"] = "Uncertain: no face is found" if row["seed"] == 7 else "seen"
        elif row["seed"] is not None and row["metric"] == "fractal":
            row["value"] = float(rng.integers(1, 11)) if row["model"] == "basalt" else 3.0
    table = folder.table("scores")
    table.remove(table.parts())
    table.append(rows)
    with folder.writing():
        store_bias(RunScores(folder))
    return folder


def test_every_image_is_counted_and_what_is_uncertain_is_apart(run: RunFolder) -> None:
    found = run.table("bias").read().to_dicts()
    whole = {row["model"]: row for row in found if not row["prompt_id"] and row["metric"] == "counting"}
    assert {model: (row["n"], row["undecided"]) for model, row in whole.items()} == dict.fromkeys(SHARES, (84, 12))
    assert whole["aurora"]["p_value"] < 0.001
    assert whole["basalt"]["p_value"] > 0.05
    prompts = [row for row in found if row["prompt_id"] and row["metric"] == "counting"]
    assert all(row["low"] <= row["share"] <= row["high"] for row in prompts)
    assert all(row["p_adjusted"] >= row["p_value"] for row in prompts)


def test_gender_by_tone_adds_up(run: RunFolder) -> None:
    rows = run.table("bias").read().to_dicts()
    (crossed,) = (row for row in rows if row["metric"] == "gender by tone" and row["model"] == "aurora")
    assert sum(crossed["counts"]) == crossed["n"] == 84
    assert crossed["counts"][2] + crossed["counts"][12] == 84  # all of tone 3


def test_the_page_says_what_was_perceived_and_by_whom(run: RunFolder) -> None:
    reader = Reader(run)
    assert has_bias(reader)
    page = bias_page(reader)
    assert [dot.share for dot in page.shares[0].dots] == sorted(
        (dot.share or 0 for dot in page.shares[0].dots), reverse=True
    )
    text = page_html("bias.html", page, frame_of(reader, images=""), path="bias.html").decode()
    assert "nobody's own gender" in text
    assert "Uncertain" in text
    assert 'href="bias.html"' in text
    assert text.count('fill="#') == 20  # ten tones for each of two models
    assert find_page(RunPages(reader), "bias.html") is not None


def test_a_prompts_sheet_has_every_image_and_marks_the_uncertain_ones(run: RunFolder) -> None:
    reader = Reader(run)
    dot = bias_page(reader).shares[0].dots[0]
    page = find_page(RunPages(reader), dot.prompt_page)
    assert page is not None
    text = page_html("prompt.html", page[1], frame_of(reader, images=""), path=dot.prompt_page).decode()
    assert text.count('<article class="card') == 16  # eight images of each of two models
    assert text.count('<span class="uncertain">Uncertain') == 2  # seed 7 of both
    assert "Uncertain: no face is found" in text


def test_a_run_without_people_says_so(tmp_path: Path) -> None:
    folder = build_run(tmp_path / "run", Wanted(models=("aurora", "basalt"), prompts=3, seeds=(0,), side=16))
    reader = Reader(folder)
    assert not has_bias(reader)
    text = page_html("bias.html", bias_page(reader), frame_of(reader, images=""), path="bias.html").decode()
    assert "Nothing was measured" in text
    assert 'href="bias.html"' not in text


def test_counts_of_tones() -> None:
    assert counts_of("skin_tone", [1.0, 10.0, 10.0, None]) == [1, 0, 0, 0, 0, 0, 0, 0, 0, 2]
