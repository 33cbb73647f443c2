"""A rater in a real browser: by mouse, by keyboard, on a phone, without scripts; nothing that shuts anybody out."""

import importlib
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="needs selenium: pip install selenium")

import sqlalchemy as sa
import uvicorn
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from tests.end_to_end.report.browser import NEEDS_BROWSER, log, start
from tests.rating_study import run_of, study_of

from paragone.rating.store.doors import invite
from paragone.rating.store.study import Study
from paragone.rating.store.tables import raters, votes
from paragone.rating.web.app import application

pytestmark = NEEDS_BROWSER
PICTURES = os.environ.get("STUDY_SCREENSHOTS")  # a folder: what the browser shows is kept there to be looked at


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    place = tmp_path_factory.mktemp("browser")
    texts = {"welcome": "Fourteen images, some three minutes.", "contact": "lab@example.org"}
    raters_of = {"per_item": 9, "items_each": 5, "gold_each": 1, "repeats_each": 0}
    questions = ["heim.alignment", "heim.aesthetics"]
    return study_of(place / "study", run_of(place / "run"), questions=questions, texts=texts, raters=raters_of)


@pytest.fixture(scope="module")
def base(study: Study) -> Iterator[str]:
    config = uvicorn.Config(application(study), port=0, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(timeout=10)


@pytest.fixture(scope="module")
def driver() -> Iterator[webdriver.Chrome]:
    driver = start()
    yield driver
    driver.quit()


class Person:
    """Somebody at a browser."""

    def __init__(self, driver: webdriver.Chrome, study: Study, base: str) -> None:
        self.driver, self.study, self.base = driver, study, base
        driver.delete_all_cookies()
        driver.get(f"{base}/i/{invite(study.engine, 'personal')[0]}")

    def click(self, selector: str) -> None:
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def wait_for_page(self, text: str) -> None:
        WebDriverWait(self.driver, 15).until(lambda d: text in d.page_source)

    def wait_for(self, text: str) -> None:
        script = "return document.body.innerText"
        WebDriverWait(self.driver, 15).until(lambda d: text in str(d.execute_script(script)))

    def keep(self, name: str) -> None:
        if PICTURES:
            time.sleep(0.3)
            self.driver.save_screenshot(str(Path(PICTURES) / f"{name}.png"))

    def findings(self) -> list[str]:
        found = importlib.import_module("axe_core_python.selenium").Axe().run(self.driver)["violations"]
        return [f"{one['id']}: {one['help']}" for one in found if one["impact"] in ("serious", "critical")]


def stored(study: Study) -> list[tuple[str, int, float | None]]:
    """The votes of the last who came, in order."""
    with study.engine.connect() as connection:
        last = connection.execute(sa.select(sa.func.max(raters.c.id))).scalar()
        query = sa.select(votes.c.question, votes.c.position, votes.c.value).where(votes.c.rater_id == last)
        return [tuple(row) for row in connection.execute(query.order_by(votes.c.position, votes.c.id))]


def test_by_mouse_with_undo_pause_and_no_serious_finding(driver: webdriver.Chrome, study: Study, base: str) -> None:
    driver.set_window_size(1280, 900)
    person = Person(driver, study, base)
    person.keep("door")
    assert person.findings() == []
    person.click("form .button")
    person.wait_for("Item 1 of 6")
    assert person.findings() == []
    person.keep("rate")
    for k in range(6):
        person.wait_for(f"Item {k + 1} of 6")
        for question in ("alignment", "aesthetics"):
            person.click(f"label.option:has([name='q.{question}']):nth-of-type({k % 5 + 1})")
        if k == 2:
            person.keep("answered")
        person.click("#ballot .button")
        if k == 1:
            person.wait_for("Item 3 of 6")
            person.click("#back button")
            person.wait_for("Item 2 of 6")
            for question in ("alignment", "aesthetics"):
                person.click(f"label.option:has([name='q.{question}']):nth-of-type(5)")
            person.click("#ballot .button")
    person.wait_for("All done")
    person.keep("done")
    assert person.findings() == []
    values = [value for question, _, value in stored(study) if question == "alignment"]
    assert values == [1.0, 5.0, 3.0, 4.0, 5.0, 1.0]
    assert not [one for one in log(driver, "browser") if "favicon" not in str(one["message"])]


def test_by_keyboard_alone_on_a_phone_sized_page(driver: webdriver.Chrome, study: Study, base: str) -> None:
    driver.set_window_size(390, 844)
    person = Person(driver, study, base)
    driver.find_element(By.CSS_SELECTOR, "form .button").send_keys(Keys.ENTER)
    for k in range(6):
        person.wait_for(f"Item {k + 1} of 6")
        if k == 1:
            person.keep("phone")
            width = driver.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
            assert width[0] <= width[1]
        driver.switch_to.active_element.send_keys("4")
        driver.switch_to.active_element.send_keys("2")
        driver.switch_to.active_element.send_keys(Keys.ENTER)
    person.wait_for("All done")
    assert [value for *_, value in stored(study)] == [4.0, 2.0] * 6


def test_without_scripts(study: Study, base: str) -> None:
    driver = start(scripts=False)
    try:
        person = Person(driver, study, base)
        person.click("form .button")
        for k in range(6):
            person.wait_for_page(f"Item {k + 1} of 6")
            for question in ("alignment", "aesthetics"):
                person.click(f"label.option:has([name='q.{question}']):nth-of-type(3)")
            person.click("#ballot .button")
        person.wait_for_page("All done")
        assert [value for *_, value in stored(study)] == [3.0] * 12
    finally:
        driver.quit()


def test_the_owner_sees_it(driver: webdriver.Chrome, study: Study, base: str) -> None:
    driver.set_window_size(1280, 1000)
    person = Person(driver, study, base)
    driver.get(f"{base}/owner/{invite(study.engine, 'owner')[0]}")
    person.wait_for("Answers so far")
    person.keep("owner")
    assert person.findings() == []
