"""Aspects beside each other: correlation over models, the published table, and the matrix."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.report_run import Wanted, build_run
from typer.testing import CliRunner

from paragone.analysis import analyse
from paragone.analysis.aspects import published_rates
from paragone.cli.main import app
from paragone.report.pages.aspects import aspects_page
from paragone.report.read.reader import Reader
from paragone.report.site.slopes import dot, radius
from paragone.store.folder import RunFolder

MODELS = ("aurora", "basalt", "cinder", "dune", "ember")


def ranks(rates: dict[str, list[float]]) -> list[dict[str, Any]]:
    return [
        {"model": f"m{n}", "ranking": f"win_rate for {aspect}", "best": n + 1, "worst": n + 1, "value": rate}
        | {"low": rate / 2, "high": min(1.0, rate + 0.1), "n": 1, "missing": 0, "method": "", "reason": ""}
        for aspect, values in rates.items()
        for n, rate in enumerate(values)
    ]


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return build_run(tmp_path, Wanted(models=MODELS, prompts=4, side=8))


def correlated(folder: RunFolder, rates: dict[str, list[float]]) -> dict[tuple[str, str], dict[str, Any]]:
    with folder.writing():
        folder.table("ranks").replace(ranks(rates))
        analyse(folder)
    return {(row["aspect"], row["other"]): row for row in folder.table("aspects").read().to_dicts()}


def test_aspects_that_order_models_alike_have_rho_one(folder: RunFolder) -> None:
    up = [0.0, 0.25, 0.5, 0.75, 1.0]
    found = correlated(folder, {"alignment": up, "quality": [rate / 2 for rate in up], "bias": up[::-1]})
    assert found["alignment", "quality"]["value"] == pytest.approx(1.0)
    assert found["alignment", "bias"]["value"] == pytest.approx(-1.0)
    assert found["alignment", "bias"]["n"] == 5


def test_four_models_are_too_few(folder: RunFolder) -> None:
    found = correlated(folder, {"alignment": [0.0, 0.3, 0.6, 1.0], "quality": [1.0, 0.6, 0.3, 0.0]})
    row = found["alignment", "quality"]
    assert row["value"] is None
    assert row["reason"] == "4 models have both; a correlation over models needs 5"


def test_the_papers_table_is_whole_and_as_printed() -> None:
    table = published_rates()
    assert len(table.rates) == 26
    assert len(table.aspects) == 11
    assert all(len(rates) == 11 for rates in table.rates.values())
    assert table.rates["DALL-E 2 (3.5B)"] == (0.971, 1, 0.843, 0.67, 0.993, 0.947, 0.1, 0.76, 0.8, 0.36, 0.32)
    # A win rate is a share of the other 25: over all models a column without ties averages one half.
    for place, aspect in enumerate(table.aspects):
        mean = sum(rates[place] for rates in table.rates.values()) / 26
        assert mean == pytest.approx(0.5, abs=0.015), aspect


def test_the_page_shows_twelve_aspects_and_says_which_the_run_does_not_tell_of(folder: RunFolder) -> None:
    page = aspects_page(Reader(folder))
    assert len(page.aspects) == 12
    told = {aspect.name for aspect in page.aspects if aspect.place}
    assert told == {"alignment", "reasoning", "aesthetics", "quality"}
    for row in page.rows:
        for aspect, one in zip(page.aspects, row.dots, strict=True):
            if not aspect.place:
                assert one.rate is None
                assert one.why == "this run does not tell of it"


def test_correlations_are_a_triangle_in_heims_order_with_two_digits_and_their_sign(folder: RunFolder) -> None:
    up = [0.0, 0.25, 0.5, 0.75, 1.0]
    correlated(folder, {"bias": up[::-1], "quality": up, "alignment": [0.0, 0.5, 0.25, 0.75, 1.0]})
    page = aspects_page(Reader(folder))
    assert [row.aspect for row in page.together] == ["alignment", "quality", "bias"]
    assert [len(row.cells) for row in page.together] == [0, 1, 2]
    first, last = page.together[1].cells[0], page.together[2].cells[1]
    assert first is not None
    assert last is not None
    assert (first.rho.value, first.shade) == ("0.90", "for 4")  # ranks differ by 1 twice: 1 - 6 * 2 / 120
    assert (last.rho.value, last.shade, last.n) == ("-1.00", "against 4", 5)
    assert page.is_bare


def test_a_dots_area_goes_with_the_rate() -> None:
    assert radius(0.25) == radius(1.0) / 2
    assert 'class="none"' in str(dot(None, None, None))
    assert str(dot(0.5, 0.2, 0.9)).count("<circle") == 3


def test_the_table_by_aspect_has_every_model_and_aspect(folder: RunFolder) -> None:
    found = CliRunner().invoke(app, ["table", str(folder.root), "--aspects", "--json"])
    rows = json.loads(found.stdout)
    assert len(rows) == 12 * len(folder.read_manifest()["models"])
    shown = CliRunner().invoke(app, ["table", str(folder.root), "--aspects", "--markdown"]).stdout
    assert "alignment" in shown
    assert "toxicity" not in shown
