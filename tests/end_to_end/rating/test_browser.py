"""A rater in a real browser: by mouse, by keyboard, on a phone, without scripts; nothing that shuts anybody out."""

import time
from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="needs selenium: pip install selenium")

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from tests.end_to_end.rating.person import Person, serving
from tests.end_to_end.report.browser import NEEDS_BROWSER, log, start
from tests.rating_study import Visitor, run_of, study_of

from paragone.rating.store.doors import invite
from paragone.rating.store.study import Study

pytestmark = NEEDS_BROWSER


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    place = tmp_path_factory.mktemp("browser")
    texts = {"welcome": "Fourteen images, some three minutes.", "contact": "lab@example.org"}
    raters_of = {"per_item": 9, "items_each": 5, "gold_each": 1, "repeats_each": 0}
    questions = ["heim.alignment", "heim.aesthetics"]
    return study_of(place / "study", run_of(place / "run"), questions=questions, texts=texts, raters=raters_of)


@pytest.fixture(scope="module")
def base(study: Study) -> Iterator[str]:
    with serving(study) as address:
        yield address


@pytest.fixture(scope="module")
def driver() -> Iterator[webdriver.Chrome]:
    driver = start()
    yield driver
    driver.quit()


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
    values = [value for question, value in person.stored("question", "value") if question == "alignment"]
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
    assert [value for (value,) in person.stored("value")] == [4.0, 2.0] * 6


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
        assert [value for (value,) in person.stored("value")] == [3.0] * 12
    finally:
        driver.quit()


def test_the_owner_sees_it(driver: webdriver.Chrome, study: Study, base: str) -> None:
    driver.set_window_size(1280, 1000)
    person = Person(driver, study, base)
    driver.get(f"{base}/owner/{invite(study.engine, 'owner')[0]}")
    person.wait_for("Answers so far")
    person.keep("owner")
    assert person.findings() == []
    before = person.one("#facts").text
    Visitor(study).comes_in().votes(choice=1)  # somebody rates meanwhile
    for _ in range(20):  # what the owner sees is worked out anew after a moment
        person.script("dispatchEvent(new Event('focus'))")
        time.sleep(0.3)
        if person.one("#facts").text != before:
            break
    assert person.one("#facts").text != before
    assert not [one for one in log(driver, "browser") if "favicon" not in str(one["message"])]
