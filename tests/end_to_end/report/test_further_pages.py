"""The pages that only some runs have, filled: everyone can use them, on a desk and on a phone."""

from collections.abc import Callable

import pytest

pytest.importorskip("selenium", reason="needs selenium: pip install 'paragone[test]'")
from selenium import webdriver
from tests.end_to_end.report.browser import NEEDS_BROWSER, Browser, hindrances
from tests.end_to_end.report.full_run import build_full_run

from paragone.report import urls

pytestmark = NEEDS_BROWSER
FILLED = {  # what shows that a page is not empty
    urls.PERTURBED: "main svg",
    urls.MAP: "svg.map circle",
    urls.BIAS: "main svg",
    urls.PEOPLE: "svg.beside circle",
    urls.TISE: "svg.parallel polyline",
    urls.HISTORY: "main svg",
}


@pytest.fixture(scope="module")
def full(driver: webdriver.Chrome, tmp_path_factory: pytest.TempPathFactory) -> Browser:
    folder = build_full_run(tmp_path_factory.mktemp("runs") / "full")
    return Browser(driver, (folder.root / "report").as_uri() + "/")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_everyone_can_use_the_pages_that_only_some_runs_have(
    full: Browser, screen: Callable[[int, str], None], width: int, scheme: str
) -> None:
    screen(width, scheme)
    full.emptied()
    found = {}
    for place, content in FILLED.items():
        full.open(place)
        assert full.all(content), f"{place} is empty"
        assert full.complaints() == [], place
        found[place] = hindrances(full, width)
    assert {place: told for place, told in found.items() if told} == {}
