"""A built run, browsers, and the run's report from disk and served live, once for all tests here."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from tests.report_run import Wanted, build_run

from paragone.report.live.find import find_runs
from paragone.report.live.server import application
from paragone.report.site.build import Build
from paragone.store.folder import RunFolder

if TYPE_CHECKING:  # selenium may be absent: the tests then skip, and this file must still load
    from selenium import webdriver
    from tests.end_to_end.report.browser import Browser

WANTED = Wanted(models=("aurora", "basalt", "photographs"), prompts=24, seeds=(0, 1), side=32, hostile=True)


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    folder = build_run(tmp_path_factory.mktemp("runs") / "first", WANTED)
    samples = folder.table("samples").read(["image"]).drop_nulls()["image"].unique().sort()
    rows = [f"{image},{rater},{number * rater % 5}" for number, image in enumerate(samples) for rater in (1, 2)]
    (folder.root / "ratings.csv").write_text("\n".join(["image,rater,value", *rows]))
    Build(folder).run()
    return folder


@pytest.fixture(scope="session")
def driver() -> "Iterator[webdriver.Chrome]":
    from tests.end_to_end.report.browser import start

    driver = start()
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def still(run: RunFolder) -> "Iterator[Browser]":
    """The static site in a browser that runs no scripts."""
    from tests.end_to_end.report.browser import Browser, start

    driver = start(scripts=False)
    yield Browser(driver, (run.root / "report").as_uri() + "/")
    driver.quit()


@pytest.fixture
def disk(driver: "webdriver.Chrome", run: RunFolder) -> "Browser":
    """The static site, opened from disk."""
    from tests.end_to_end.report.browser import Browser

    return Browser(driver, (run.root / "report").as_uri() + "/").emptied()


@pytest.fixture(scope="session")
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
def live(driver: "webdriver.Chrome", address: str) -> "Browser":
    from tests.end_to_end.report.browser import Browser

    return Browser(driver, address).emptied()


@pytest.fixture
def screen(driver: "webdriver.Chrome") -> Iterator[Callable[[int, str], None]]:
    """Sets the width of the screen and the colour scheme."""

    def fit(width: int, scheme: str) -> None:
        size: dict[str, Any] = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 600}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    yield fit
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
