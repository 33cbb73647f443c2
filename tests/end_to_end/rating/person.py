"""Somebody who rates in a real browser, and the server that they visit."""

import importlib
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
import uvicorn
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from paragone.rating.store.doors import invite
from paragone.rating.store.study import Study
from paragone.rating.store.tables import raters, votes
from paragone.rating.web.app import application

PICTURES = os.environ.get("STUDY_SCREENSHOTS")  # a folder: what the browser shows is kept there to be looked at


@contextmanager
def serving(study: Study) -> Iterator[str]:
    """The address of a real server of the study."""
    server = uvicorn.Server(uvicorn.Config(application(study), port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(timeout=10)


class Person:
    """Somebody at a browser."""

    def __init__(self, driver: webdriver.Chrome, study: Study, base: str) -> None:
        self.driver, self.study, self.base = driver, study, base
        driver.delete_all_cookies()
        driver.get(f"{base}/i/{invite(study.engine, 'personal')[0]}")

    def one(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def click(self, selector: str) -> None:
        self.one(selector).click()

    def script(self, text: str) -> Any:
        return self.driver.execute_script(text)

    def wait_for_page(self, text: str) -> None:
        WebDriverWait(self.driver, 15).until(lambda d: text in d.page_source)

    def wait_for(self, text: str) -> None:
        # A page that is still being read shows its first words before its last images.
        script = "return document.readyState == 'complete' ? document.body.innerText : ''"
        WebDriverWait(self.driver, 15).until(lambda d: text in str(d.execute_script(script)))

    def keep(self, name: str) -> None:
        if PICTURES:
            time.sleep(0.3)
            self.driver.save_screenshot(str(Path(PICTURES) / f"{name}.png"))

    def findings(self) -> list[str]:
        """Serious ones of axe, and a page wider than the screen."""
        found = importlib.import_module("axe_core_python.selenium").Axe().run(self.driver)["violations"]
        told = [f"{one['id']}: {one['help']}" for one in found if one["impact"] in ("serious", "critical")]
        across, screen = self.script("return [document.documentElement.scrollWidth, innerWidth]")
        return [*told, *([f"{across} pixels wide of {screen}"] if across > screen else [])]

    def stored(self, *columns: str) -> list[tuple[Any, ...]]:
        """The votes of the last who came, in order."""
        with self.study.engine.connect() as connection:
            last = connection.execute(sa.select(sa.func.max(raters.c.id))).scalar()
            query = sa.select(*(votes.c[name] for name in columns)).where(votes.c.rater_id == last)
            return [tuple(row) for row in connection.execute(query.order_by(votes.c.position, votes.c.id))]
