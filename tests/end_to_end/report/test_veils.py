"""Sensitive sets: images blurred and prompts folded until asked for on every page, with scripts and without."""

import pytest

pytest.importorskip("selenium", reason="needs selenium: pip install 'paragone[test]'")
from collections.abc import Iterator

from selenium import webdriver
from selenium.webdriver.remote.webelement import WebElement
from tests.end_to_end.report.browser import NEEDS_BROWSER, Browser, image_page
from tests.report_run import Wanted, build_run

from paragone.report.site.build import Build
from paragone.store.folder import RunFolder

pytestmark = NEEDS_BROWSER
KINDS = ("gallery", "prompt", "image", "pair", "behind")


@pytest.fixture(scope="module")
def unsafe(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """A run of which every image is sensitive, by its scenario."""
    wanted = Wanted(models=("aurora", "basalt"), prompts=8, seeds=(0,), side=16, scenarios=("nsfw_things",))
    folder = build_run(tmp_path_factory.mktemp("runs") / "unsafe", wanted)
    Build(folder).run()
    return folder


def place_of(kind: str, run: RunFolder) -> str:
    return {
        "gallery": "gallery.html",
        "prompt": "prompt/nsfw_things/p00003.html",
        "image": image_page(run, "p00003"),
        "pair": "compare/aurora/basalt.html",
        "behind": "behind/fractal/nsfw_things/aurora.html",
    }[kind]


@pytest.fixture(params=["scripts", "no scripts"])
def browser(request: pytest.FixtureRequest, unsafe: RunFolder, driver: webdriver.Chrome, still: Browser) -> Browser:
    """The unsafe site from disk, in either browser."""
    base = (unsafe.root / "report").as_uri() + "/"
    return Browser(driver if request.param == "scripts" else still.driver, base)


def filters(browser: Browser) -> Iterator[tuple[WebElement, str]]:
    for image in browser.all("main img"):
        yield image, image.value_of_css_property("filter")


@pytest.mark.parametrize("kind", KINDS)
def test_every_sensitive_image_is_blurred_and_every_prompt_folded_until_it_is_asked_for(
    browser: Browser, unsafe: RunFolder, kind: str
) -> None:
    browser.open(place_of(kind, unsafe))
    browser.wait(lambda: browser.all("main img"))
    found = [value for _, value in filters(browser)]
    assert len(found) > 0
    assert [value for value in found if "blur" not in value] == []
    assert browser.all("main .fold .said")
    assert not any(words.is_displayed() for words in browser.all("main .said"))
    browser.one("main .unveil input").click()
    browser.wait(lambda: "none" in [value for _, value in filters(browser)])
    assert [value for _, value in filters(browser)].count("none") == 1  # the others stay as they were


def test_the_leaderboards_glance_leaves_sensitive_images_out(browser: Browser) -> None:
    browser.open("index.html")
    assert browser.all("table.board")
    assert browser.all("main img") == []
