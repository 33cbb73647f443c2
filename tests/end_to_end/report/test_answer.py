"""The new views in a browser: the answer, copies, the grid of the gallery, keys and slider, history."""

import time
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="needs selenium: pip install 'paragone[test]'")
from selenium.webdriver.common.keys import Keys
from tests.end_to_end.report.browser import NEEDS_BROWSER, TABLE, Browser, image_page
from tests.report_run import Wanted, build_run

from paragone.report.site.build import Build
from paragone.store.folder import RunFolder

pytestmark = NEEDS_BROWSER


def test_the_first_screen_holds_the_verdict_and_numbers_on_a_phone_too(disk: Browser) -> None:
    size = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    disk.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        disk.open("index.html")
        bottom = "return document.querySelector(arguments[0]).getBoundingClientRect().bottom"
        assert disk.driver.execute_script(bottom, "h1.headline") < 844
        assert disk.driver.execute_script(bottom, ".lanes .numbers .value") < 844
    finally:
        disk.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_first_column_stays_while_the_matrix_scrolls(disk: Browser) -> None:
    disk.driver.set_window_size(700, 900)
    try:
        disk.open("index.html")
        assert disk.one(".cue").is_displayed()
        left = f"return document.querySelector('{TABLE} tbody th').getBoundingClientRect().left"
        before = disk.driver.execute_script(left)
        disk.driver.execute_script("document.querySelector('.matrix .scroll').scrollLeft = 200")
        assert disk.driver.execute_script(left) == before
    finally:
        disk.driver.set_window_size(1280, 900)


def test_the_plot_is_copied_as_a_picture_and_the_table_as_latex(disk: Browser) -> None:
    disk.open("index.html")
    keep = """
      window.kept = [];
      window.ClipboardItem = class { constructor(parts) { this.parts = parts; } };
      const write = async (items) => { window.kept.push(items[0].parts); };
      Object.defineProperty(navigator, "clipboard", { value: { write } });
    """
    disk.driver.execute_script(keep)
    disk.click("[data-copy=latex]")
    disk.wait(lambda: "clipboard" in disk.one("#copied").text)
    read = "window.kept[0]['text/plain'].text().then(arguments[arguments.length - 1])"
    assert "\\toprule" in disk.driver.execute_async_script(read)
    disk.click("[data-copy=image]")
    disk.wait(lambda: "plot" in disk.one("#copied").text)
    start = """
      window.kept[1]['image/png'].arrayBuffer()
        .then((data) => arguments[arguments.length - 1]([...new Uint8Array(data).slice(0, 4), data.byteLength]))
    """
    *begin, length = disk.driver.execute_async_script(start)
    assert bytes(begin) == b"\x89PNG"
    assert length > 5000  # not an empty canvas


@pytest.mark.parametrize("kind", ["disk", "live"])
def test_the_gallery_is_a_grid_of_prompts_by_models_with_marks(kind: str, request: pytest.FixtureRequest) -> None:
    browser: Browser = request.getfixturevalue(kind)
    browser.open("gallery.html?metric=counting")
    browser.wait(lambda: len(browser.all("#grid table.rows tbody tr")) >= 20)
    heads = [head.text for head in browser.all("#grid thead th")]
    assert heads == ["Prompt", "photographs", "aurora", "basalt"]
    assert browser.all("#grid .card.pass .mark")
    assert browser.all("#grid .card.fail .mark")


def test_arrow_keys_step_through_the_images_of_a_prompt(disk: Browser, run: RunFolder) -> None:
    disk.open(image_page(run, "p00007"))
    first = disk.driver.current_url
    way, back = (
        (Keys.ARROW_RIGHT, Keys.ARROW_LEFT) if disk.all(".steps a[rel=next]") else (Keys.ARROW_LEFT, Keys.ARROW_RIGHT)
    )
    disk.one("body").send_keys(way)
    disk.wait(lambda: disk.driver.current_url != first)
    disk.one("body").send_keys(back)
    disk.wait(lambda: disk.driver.current_url == first)


def test_a_slider_lays_one_model_over_another(disk: Browser, run: RunFolder) -> None:
    disk.open(image_page(run, "p00007"))
    over = disk.one(".slide .over")
    assert "50%" in over.value_of_css_property("clip-path")
    disk.one("[data-slide]").send_keys(Keys.HOME)
    assert "100%" in over.value_of_css_property("clip-path")


def test_checkpoints_have_a_chart_of_their_history(disk: Browser, tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("ckpt-1000", "ckpt-2000"), prompts=3, seeds=(0,), side=8))
    Build(folder).run()
    disk.driver.get((folder.root / "report" / "index.html").as_uri())
    disk.click('nav a[href="history.html"]')
    chart = disk.one(".history-chart")
    assert "1000: " in (chart.get_attribute("aria-label") or "")
    assert chart.size["height"] > 80


def test_a_list_of_runs_can_be_filtered(live: Browser) -> None:
    live.open("../")
    live.one("[name=runs]").send_keys("basalt", Keys.ENTER)
    live.wait(lambda: "runs=basalt" in live.driver.current_url)
    time.sleep(0.1)
    assert len(live.all("table.runs tbody tr")) == 1
