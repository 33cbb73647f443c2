"""A headless browser for tests of the report: what pages show, what they said and what they asked for."""

import importlib.resources
import json
import shutil
from collections.abc import Callable, Iterator
from typing import Any, Self

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from paragone.report import urls
from paragone.report.page_table import PAGES, RunPages
from paragone.report.read.reader import Reader
from paragone.store.folder import RunFolder

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
NEEDS_BROWSER = pytest.mark.skipif(
    not CHROMIUM or not DRIVER, reason="needs a browser: apt-get install chromium chromium-driver"
)
TABLE = "table.sortable:not(.aspects)"


def start(*, scripts: bool = True) -> webdriver.Chrome:
    """A new browser, with scripts or without."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900", "--no-first-run"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    return webdriver.Chrome(options=options, service=Service(str(DRIVER)))


def log(driver: webdriver.Chrome, kind: str) -> list[dict[str, Any]]:
    """What the browser noted since the last call."""
    read: Any = driver.get_log
    return list(read(kind))


class Browser:
    """A headless browser that keeps what pages said and asked for."""

    def __init__(self, driver: webdriver.Chrome, base: str) -> None:
        self.driver, self.base = driver, base

    def emptied(self) -> Self:
        """The same with what was said and asked for before forgotten."""
        for kind in ("browser", "performance"):
            log(self.driver, kind)
        return self

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


LIVE_ONLY = (
    "../",
    "../history",
    "../search?q=dog",
    "../compare?a=first/aurora&b=first/basalt",
    "gallery.html?order=worst&page=2",
)


def hindrances(browser: Browser, width: int) -> list[str]:
    """What keeps someone from using the open page: serious findings of axe, and a page wider than the screen."""
    axe = (importlib.resources.files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
    # From outside the page, as its policy lets no other script in.
    browser.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
    found = browser.driver.execute_async_script("axe.run().then(arguments[arguments.length - 1])")
    serious = [rule for rule in found["violations"] if rule["impact"] in ("serious", "critical")]
    told = [f"{rule['id']}: {[node['html'][:150] for node in rule['nodes'][:3]]}" for rule in serious]
    across = browser.driver.execute_script("return document.documentElement.scrollWidth")
    return [*told, *([f"{across} pixels wide"] if across > width else [])]


def places(run: RunFolder) -> list[str]:
    """One page of each kind, from disk or live."""
    image = image_page(run, "p00007")
    listed = [
        *("index.html", "gallery.html", "compare.html", "protocol.html", "metric/fractal.html", image),
        "aspect/quality.html",
        *("against/basalt.html", "behind/counting/things/aurora.html", "prompts/things/1.html"),
        *("prompt/things/p00007.html", "prompt/things/p00003.html", "prompt/things/p00005.html"),
        *("compare/aurora/basalt.html", image_page(run, "p00005")),
    ]
    return list(dict.fromkeys([*listed, *_every_kind(run)]))


def _every_kind(run: RunFolder) -> Iterator[str]:
    """A page of each kind in the table of pages, whoever added it, as far as the run has one."""
    pages = RunPages(Reader(run))
    for kind in PAGES:
        if (labels := next(iter(kind.every(pages)), None)) is not None:
            yield urls.fill(kind.path, **labels)


def image_page(run: RunFolder, prompt_id: str) -> str:
    """The page of some image drawn for a prompt."""
    drawn = run.table("samples").read(["prompt_id", "key", "file"]).drop_nulls("file").sort("key")
    return urls.image(next(key for prompt, key, _ in drawn.iter_rows() if prompt == prompt_id))


def scores(browser: Browser) -> list[float]:
    script = "return [...document.querySelectorAll('#grid .score')].map((one) => Number(one.textContent))"
    return list(browser.driver.execute_script(script))
