"""Every kind of page for everyone: quiet, without the network, on a phone, by keyboard, without scripts."""

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="needs selenium: pip install 'paragone[test]'")
from selenium.webdriver.common.keys import Keys
from tests.end_to_end.report.browser import LIVE_ONLY, NEEDS_BROWSER, TABLE, Browser, hindrances, places
from tests.report_run import HOSTILE_NAMES, Wanted, build_run

from paragone.report.site.build import Build
from paragone.store.folder import RunFolder

pytestmark = NEEDS_BROWSER


@pytest.mark.parametrize("kind", ["disk", "live"])
def test_pages_are_quiet_and_ask_for_nothing_outside(kind: str, run: RunFolder, request: pytest.FixtureRequest) -> None:
    browser: Browser = request.getfixturevalue(kind)
    base = browser.base.removesuffix("first/") if kind == "live" else run.root.as_uri()
    for place in [*places(run), *(LIVE_ONLY if kind == "live" else ())]:
        browser.open(place)
        assert browser.driver.execute_script("return document.fonts.ready.then(() => document.fonts.size)") >= 2
        assert browser.complaints() == [], place
    asked = [url for url in browser.addresses() if not url.startswith("data:")]
    assert len(asked) > 50
    assert [url for url in asked if not url.startswith(base)] == []


def test_hostile_text_runs_nothing(disk: Browser, run: RunFolder) -> None:
    for page in sorted((run.root / "report" / "prompt").rglob("*.html"))[:8]:
        disk.driver.get(page.as_uri())
        assert disk.all("main script, main i, img[onerror]") == []
    assert disk.complaints() == []


def test_hostile_names_run_nothing_not_even_in_the_gallery(disk: Browser, tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=HOSTILE_NAMES, prompts=3, seeds=(0,), side=8, hostile=True))
    Build(folder).run()
    pages = ("index.html", "gallery.html", "compare.html", "protocol.html", "metric/fractal.html")
    for page in pages:
        disk.driver.get((folder.root / "report" / page).as_uri())
        assert disk.all("main script, main i, img[onerror]") == []
    disk.driver.get((folder.root / "report" / "gallery.html").as_uri())
    disk.wait(lambda: len(disk.all("#grid .card")) == 9)
    assert HOSTILE_NAMES[0] in disk.one("#grid").text
    assert disk.complaints() == []


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_everyone_can_use_every_page(
    live: Browser, run: RunFolder, screen: Callable[[int, str], None], width: int, scheme: str
) -> None:
    screen(width, scheme)
    for place in [*places(run), *LIVE_ONLY, "../no-such-page"]:
        live.open(place)
        assert hindrances(live, width) == [], place


def test_the_keyboard_reaches_the_content_first(disk: Browser) -> None:
    disk.open("index.html")
    disk.one("body").send_keys(Keys.TAB)
    assert disk.driver.switch_to.active_element.text == "Skip to the content"


def test_sorting_menus_and_veils_work_by_keyboard(disk: Browser) -> None:
    disk.open("index.html")
    disk.one(f"{TABLE} th[data-column=fractal] button.sort").send_keys(Keys.ENTER)
    assert disk.one(f"{TABLE} th[data-column=fractal]").get_attribute("aria-sort") == "ascending"
    disk.one(".menu summary").send_keys(Keys.ENTER)
    assert disk.one(".menu").get_attribute("open") is not None
    disk.one(".menu summary").send_keys(Keys.ESCAPE)
    assert disk.one(".menu").get_attribute("open") is None
    disk.open("prompt/things/p00005.html")
    disk.one(".veil .unveil input").send_keys(Keys.SPACE)
    disk.wait(lambda: disk.one(".veil img").value_of_css_property("filter") == "none")


def test_without_scripts_images_are_still_two_clicks_away(still: Browser) -> None:
    still.open("index.html")
    assert not still.all("button.sort")
    still.one("tr[data-model=aurora] td a.cell").click()
    still.one(".grid .card a.frame").click()
    assert still.one(".shot img").is_displayed()


def test_without_scripts_every_page_shows_its_content(still: Browser, run: RunFolder) -> None:
    for place in places(run):
        still.open(place)
        assert len(still.one("main").text) > 60, place
        assert not [one for one in still.all(".js") if one.is_displayed()], place
