"""What a reader does with the report: sort, filter, follow a number to its images, compare, browse."""

import pytest

pytest.importorskip("selenium", reason="needs selenium: pip install 'paragone[test]'")
from selenium.webdriver.support.ui import Select
from tests.end_to_end.report.browser import NEEDS_BROWSER, TABLE, Browser, scores

pytestmark = NEEDS_BROWSER


def test_a_click_on_a_head_sorts_the_leaderboard_and_the_address_keeps_it(disk: Browser) -> None:
    disk.open("index.html")
    before = disk.models()
    disk.click(f"{TABLE} th[data-column=fractal] button.sort")
    columns = [head.get_attribute("data-column") for head in disk.all(f"{TABLE} thead tr:last-child th")]
    place = columns.index("fractal") + 1
    values = [float(cell.get_attribute("data-value") or "nan") for cell in disk.all(f"{TABLE} td:nth-child({place})")]
    assert values == sorted(values)
    after = disk.models()
    disk.driver.refresh()
    assert disk.models() == after
    for _ in range(2):
        disk.click(f"{TABLE} th[data-column=fractal] button.sort")
    assert disk.models() == before


def test_words_in_the_filter_leave_matching_models_and_metrics(disk: Browser) -> None:
    disk.open("index.html")
    disk.one("#filter-models").send_keys("bas")
    disk.one("#filter-metrics").send_keys("count")
    assert disk.models() == ["basalt"]
    heads = [head for head in disk.all(f"{TABLE} th[data-direction]") if head.is_displayed()]
    assert [head.get_attribute("data-column") for head in heads] == ["counting"]


def test_an_aspect_leads_to_its_own_leaderboard(disk: Browser) -> None:
    disk.open("index.html")
    disk.click(".verdicts a[href*=quality]")
    assert "Quality" in disk.one(".kicker").text
    assert [head.get_attribute("data-column") for head in disk.all(f"{TABLE} th[data-direction]")] == [
        "diversity",
        "frechet",
    ]
    disk.click(".tabs a")
    assert len(disk.all(f"{TABLE} th[data-direction]")) == 4


def test_from_a_cell_to_an_image_and_its_reason(disk: Browser) -> None:
    disk.open("index.html")
    disk.click("tr[data-model=aurora] td a.cell")
    assert "counting of aurora on things" in disk.one("h1").text
    disk.click(".grid .card a.frame")
    assert disk.driver.execute_script("return document.querySelector('.shot img').naturalWidth") == 32
    assert "expected 1, found 2 <script>" in disk.one(".scores").text


def test_overlays_can_be_switched_off_and_on(disk: Browser) -> None:
    disk.open("prompt/things/p00007.html")
    box = disk.one(".overlay .layer-0 rect")
    assert box.is_displayed()
    disk.click("#layer-0")
    assert not box.is_displayed()
    disk.click("#layer-0")
    assert box.is_displayed()


def test_a_baseline_can_be_pinned(disk: Browser) -> None:
    disk.open("index.html")
    disk.click(".menu summary")
    disk.click('.menu a[href="against/basalt.html"]')
    assert disk.one("h1").text == "Differences from basalt"
    assert disk.one("tr[data-model=aurora] .delta").text[:1] in "▲▼○"


def test_two_models_are_compared_with_their_images(disk: Browser) -> None:
    disk.open("compare.html")
    disk.click('a[href="compare/aurora/basalt.html"]')
    assert disk.one("h1").text == "basalt against aurora"
    assert len(disk.all(".couple img")) > 0


def test_the_gallery_filters_and_grows_as_one_scrolls(disk: Browser) -> None:
    disk.open("gallery.html")
    disk.wait(lambda: disk.one("#found").text == "144 images")
    disk.wait(lambda: len(disk.all("#grid .card")) >= 60)
    disk.driver.execute_script("window.scrollTo(0, document.body.scrollHeight)")
    disk.wait(lambda: len(disk.all("#grid .card")) >= 120)
    Select(disk.one("[name=model]")).select_by_value("basalt")
    disk.wait(lambda: disk.one("#found").text == "48 images")
    Select(disk.one("[name=order]")).select_by_value("worst")
    Select(disk.one("[name=metric]")).select_by_value("fractal")
    disk.wait(lambda: "metric=fractal" in disk.driver.current_url)
    disk.wait(lambda: scores(disk) == sorted(scores(disk), reverse=True) and len(set(scores(disk))) > 5)
    Select(disk.one("[name=tag]")).select_by_value("colour=red")
    disk.wait(lambda: 0 < int(disk.one("#found").text.split()[0]) < 48)


def test_the_static_gallery_and_the_live_one_agree(disk: Browser, address: str) -> None:
    queries = (
        "metric=fractal&order=best",
        "metric=counting&verdict=wrong&model=aurora",
        "metric=fractal&model=aurora&other=basalt&order=models",
        "metric=fractal&other=counting&order=metrics&model=basalt",
        "metric=counting&text=chair&low=0.5",
    )
    for query in queries:
        found = []
        for base in (disk.base, address):
            disk.driver.get(f"{base}gallery.html?{query}")
            disk.wait(lambda: disk.one("#found").text != "144 images")
            disk.wait(lambda: len(disk.all("#grid .card")) > 0)
            found.append((disk.one("#found").text, scores(disk)[:20]))
        assert found[0] == found[1], query


def test_light_and_dark_can_be_chosen_and_stay(live: Browser) -> None:
    live.open("index.html")
    ground = "return getComputedStyle(document.documentElement).backgroundColor"
    before = live.driver.execute_script(ground)
    live.click("[data-theme-switch]")
    after = live.driver.execute_script(ground)
    assert before != after
    live.open("protocol.html")
    assert live.driver.execute_script(ground) == after
    live.driver.execute_script("localStorage.clear()")
