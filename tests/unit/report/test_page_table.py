"""One table of pages serves the static site and the live one, and building pages works nothing out."""

from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import polars as pl
import pytest
from starlette.testclient import TestClient
from tests.report_run import Wanted, build_run

from paragone.report import urls
from paragone.report.live.find import find_runs
from paragone.report.live.server import application
from paragone.report.page_table import PAGES, RunPages, find_page
from paragone.report.pages.prompts import prompt_pages
from paragone.report.read.reader import Reader
from paragone.report.site.build import Build
from paragone.stats import agreement, bootstrap, correlate, estimate, paired
from paragone.store.folder import RunFolder


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    wanted = Wanted(models=("aurora", "basalt", "photographs", "ckpt-1", "ckpt-2"), prompts=7, seeds=(0, 1), side=16)
    return build_run(tmp_path_factory.mktemp("runs") / "run", wanted)


@pytest.fixture(scope="module")
def pages(run: RunFolder) -> RunPages:
    reader = Reader(run)
    found = RunPages(reader)
    found.hold(next(prompt_pages(reader, reader.prompt_batch_of("things", ["p00003"]))))
    return found


def test_every_kind_of_static_page_is_answered_live(run: RunFolder, pages: RunPages) -> None:
    client = TestClient(application(find_runs([run.root]), token=None, hosts=None))
    there = {kind: labels for kind in PAGES if (labels := list(kind.every(pages)))}
    # Pages of one subject (a map, bias, perturbations) are only where a run has it; these every run has.
    assert {kind.name for kind in there} >= {
        *("leaderboard", "aspect", "baseline", "metric", "behind a number", "comparisons", "pair", "prompts"),
        *("gallery", "history", "protocol", "prompt", "image"),
    }
    for kind, labels in there.items():
        for few in (labels[0], labels[-1]):
            path = urls.fill(kind.path, **few)
            assert client.get(f"/run/{path}").status_code == 200, path


def test_a_path_leads_back_to_its_kind_and_page(pages: RunPages) -> None:
    for kind in PAGES:
        for labels in kind.every(pages):
            found = find_page(pages, urls.fill(kind.path, **labels))
            assert found is not None
            assert found[0] is kind
            assert found[1] == kind.make(pages, labels)


def test_the_static_site_holds_every_page_of_the_table_and_no_other(run: RunFolder) -> None:
    Build(run).run()
    reader = Reader(run)
    pages = RunPages(reader)
    expected = set()
    for page in prompt_pages(reader, next(reader.prompt_batches("things"))):
        pages.hold(page)
        expected |= {urls.fill(kind.path, **labels) for kind in PAGES for labels in kind.every(pages)}
    site = run.root / "report"
    assert {path.relative_to(site).as_posix() for path in site.rglob("*.html")} == expected


def test_building_a_report_works_nothing_out(run: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any, **named: Any) -> NoReturn:
        raise AssertionError("a statistic was computed while the report was built")

    monkeypatch.setattr(np.random, "default_rng", refuse)
    monkeypatch.setattr(pl, "corr", refuse)
    for module in (agreement, bootstrap, correlate, estimate, paired):
        for name, value in vars(module).items():
            if callable(value) and getattr(value, "__module__", "") == module.__name__ and not isinstance(value, type):
                monkeypatch.setattr(module, name, refuse)
    Build(run, tmp_path / "site").run()
    page = (tmp_path / "site" / "metric" / "fractal.html").read_text()
    assert "colour" in page  # its groups are there all the same
    assert (tmp_path / "site" / "compare" / "photographs" / "aurora.html").is_file()


def test_a_page_that_is_not_there_is_not_found(pages: RunPages) -> None:
    for path in (
        "metric/none.html",
        "against/none.html",
        "prompts/things/9.html",
        "prompts/things/x.html",
        "else.html",
    ):
        assert find_page(pages, path) is None
