"""The report in a real browser: what a reader does with it, what it asks for, and whether everyone can use it."""

import importlib.resources
import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.report_run import Wanted, build_run

from paragone.report.build import Build
from paragone.report.live import application
from paragone.report.serving import find_runs
from paragone.store.folder import RunFolder

pytest.importorskip("selenium", reason="needs selenium: pip install 'paragone[test]'")
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
    not CHROMIUM or not DRIVER, reason="needs a browser: apt-get install chromium chromium-driver"
)
TABLE = "table.sortable:not(.aspects)"
WANTED = Wanted(models=("aurora", "basalt", "photographs"), prompts=24, seeds=(0, 1), side=32, hostile=True)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    folder = build_run(tmp_path_factory.mktemp("runs") / "first", WANTED)
    Build(folder).run()
    return folder


def log(driver: webdriver.Chrome, kind: str) -> list[dict[str, Any]]:
    """What the browser noted since the last call."""
    read: Any = driver.get_log
    return list(read(kind))


class Browser:
    """A headless browser that keeps what pages said and asked for."""

    def __init__(self, driver: webdriver.Chrome, base: str) -> None:
        self.driver, self.base = driver, base

    def open(self, place: str) -> None:
        self.driver.get(self.base + place)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def click(self, selector: str) -> None:
        # A script's click: what lies under a sticky header or below the fold is clicked all the same.
        self.driver.execute_script("arguments[0].click()", self.one(selector))

    def wait(self, until: Callable[[], object]) -> None:
        WebDriverWait(self.driver, 20).until(lambda _: until())

    def models(self) -> list[str]:
        rows = self.all(f"{TABLE} tbody tr")
        return [row.get_attribute("data-model") or "" for row in rows if row.is_displayed()]

    def complaints(self) -> list[str]:
        return [str(entry["message"]) for entry in log(self.driver, "browser")]

    def addresses(self) -> list[str]:
        """Every address asked for since the last call."""
        found = []
        for entry in log(self.driver, "performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found


@pytest.fixture(scope="module")
def driver() -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900", "--no-first-run"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    yield driver
    driver.quit()


@pytest.fixture
def disk(driver: webdriver.Chrome, run: RunFolder) -> Browser:
    """The static site, opened from disk."""
    log(driver, "browser")
    log(driver, "performance")
    return Browser(driver, (run.root / "report").as_uri() + "/")


@pytest.fixture(scope="module")
def address(run: RunFolder) -> Iterator[str]:
    """The live site, served for real."""
    import uvicorn

    app = application(find_runs([run.root]), token=None, hosts=["127.0.0.1"])
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/first/"
    server.should_exit = True
    thread.join()


@pytest.fixture
def live(driver: webdriver.Chrome, address: str) -> Browser:
    log(driver, "browser")
    log(driver, "performance")
    return Browser(driver, address)


def places(run: RunFolder) -> list[str]:
    """One page of each kind."""
    report = run.root / "report"
    image = next(report.glob("image/*/*.html")).relative_to(report).as_posix()
    return [
        *("index.html", "gallery.html", "compare.html", "protocol.html", "metric/fractal.html", image),
        "aspect/quality.html",
        *("against/basalt.html", "behind/counting/things/aurora.html", "prompts/things/1.html"),
        *("prompt/things/p00007.html", "prompt/things/p00003.html", "compare/aurora/basalt.html"),
    ]


def test_a_click_on_a_head_sorts_the_leaderboard_and_the_address_keeps_it(disk: Browser) -> None:
    disk.open("index.html")
    before = disk.models()
    disk.click(f"{TABLE} th[data-column=fractal] button.sort")
    values = [float(cell.get_attribute("data-value") or "nan") for cell in disk.all(f"{TABLE} td:nth-child(5)")]
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
    disk.click("table.aspects th[data-column=quality] a")
    assert disk.one("h1").text == "Quality"
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
    assert "Differences from basalt" in disk.one(".notice").text
    assert disk.one("tr[data-model=aurora] .delta").text[:1] in "▲▼○"


def test_two_models_are_compared_with_their_images(disk: Browser) -> None:
    disk.open("compare.html")
    disk.click('a[href="compare/aurora/basalt.html"]')
    assert disk.one("h1").text == "From aurora to basalt"
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


def scores(browser: Browser) -> list[float]:
    script = "return [...document.querySelectorAll('#grid .score')].map((one) => Number(one.textContent))"
    return list(browser.driver.execute_script(script))


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


def test_a_sensitive_image_is_blurred_until_asked_for(disk: Browser) -> None:
    disk.open("prompt/things/p00005.html")
    blur = "return getComputedStyle(document.querySelector('.veil img')).filter"
    assert "blur" in disk.driver.execute_script(blur)
    disk.click(".veil .unveil input")
    disk.wait(lambda: disk.driver.execute_script(blur) == "none")


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


@pytest.mark.parametrize("kind", ["disk", "live"])
def test_pages_are_quiet_and_ask_for_nothing_outside(kind: str, run: RunFolder, request: pytest.FixtureRequest) -> None:
    browser: Browser = request.getfixturevalue(kind)
    base = browser.base if kind == "live" else run.root.as_uri()
    for place in places(run):
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


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_everyone_can_use_every_page(disk: Browser, run: RunFolder, width: int, scheme: str) -> None:
    axe = (importlib.resources.files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
    screen: dict[str, Any] = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 600}
    disk.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    feature = {"name": "prefers-color-scheme", "value": scheme}
    disk.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    for place in places(run):
        disk.open(place)
        disk.driver.execute_script(axe)
        found = disk.driver.execute_async_script("axe.run().then(arguments[arguments.length - 1])")
        serious = [rule for rule in found["violations"] if rule["impact"] in ("serious", "critical")]
        told = [(rule["id"], [node["html"][:150] for node in rule["nodes"][:3]]) for rule in serious]
        assert told == [], place
        across = disk.driver.execute_script("return document.documentElement.scrollWidth")
        assert across <= width, f"{place} is {across} pixels wide"
    disk.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    disk.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_the_keyboard_reaches_the_content_first(disk: Browser) -> None:
    disk.open("index.html")
    from selenium.webdriver.common.keys import Keys

    disk.one("body").send_keys(Keys.TAB)
    assert disk.driver.switch_to.active_element.text == "Skip to the content"


def test_without_scripts_images_are_still_two_clicks_away(run: RunFolder, tmp_path: Path) -> None:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu"):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    try:
        driver.get((run.root / "report" / "index.html").as_uri())
        assert not driver.find_elements(By.CSS_SELECTOR, "button.sort")
        driver.find_element(By.CSS_SELECTOR, "tr[data-model=aurora] td a.cell").click()
        driver.find_element(By.CSS_SELECTOR, ".grid .card a.frame").click()
        assert driver.find_element(By.CSS_SELECTOR, ".shot img").is_displayed()
    finally:
        driver.quit()
