"""Every kind of page in a real browser: for a moment, veiled, to be ticked, side by side, in words; dark as well."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium", reason="needs selenium: pip install selenium")

from selenium import webdriver
from selenium.webdriver.common.keys import Keys
from tests.end_to_end.rating.person import Person, serving
from tests.end_to_end.report.browser import NEEDS_BROWSER, start
from tests.rating_study import study_of
from tests.report_run import Wanted, build_run

from paragone.store.folder import RunFolder

pytestmark = NEEDS_BROWSER
RATERS = {"per_item": 9, "items_each": 3, "gold_each": 0, "repeats_each": 0}
Make = Callable[..., Person]
SEEN = "return getComputedStyle(document.querySelector('.frame img')).visibility"
MOMENT = """
const image = document.querySelector('.frame img'), mask = document.querySelector('.frame');
const [seen] = image.getAnimations(), [masks] = mask.getAnimations({subtree: true}).filter((one) => one !== seen);
const at = (ms) => { seen.currentTime = ms; return getComputedStyle(image).visibility; };
seen.pause();
const found = [seen.effect.getComputedTiming().duration, masks.effect.getTiming().delay,
  masks.effect.getComputedTiming().duration, at(1), at(seen.effect.getComputedTiming().duration - 1)];
seen.finish();
return [...found, getComputedStyle(image).visibility];
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    models = ("aurora", "basalt", "cirrus", "dune", "photographs")
    wanted = Wanted(models=models, prompts=5, seeds=tuple(range(9)), side=64, scenarios=("things", "i2p"))
    return build_run(tmp_path_factory.mktemp("run") / "run", wanted)


@pytest.fixture(scope="module")
def driver() -> Iterator[webdriver.Chrome]:
    driver = start()
    yield driver
    driver.quit()


@pytest.fixture
def at(driver: webdriver.Chrome, run: RunFolder, tmp_path: Path) -> Iterator[Make]:
    """Makes a study of a question and puts somebody at its door."""
    driver.set_window_size(1280, 900)
    with ExitStack() as held:

        def make(question: Any, **changed: Any) -> Person:
            images = {"prompts": 4, "scenarios": ["things"]} | changed.pop("images", {})
            study = study_of(
                tmp_path / "study", run, questions=[question], images=images, **({"raters": RATERS} | changed)
            )
            return Person(changed.pop("driver", driver), study, held.enter_context(serving(study)))

        yield make


def begin(person: Person) -> Person:
    person.click("form .button")
    person.wait_for("Item 1 of 3")
    return person


def test_for_a_moment_only_and_shorter_after_a_right_answer(at: Make) -> None:
    person = begin(at("hype.time", images={"models": ["aurora"]}))
    real = {one.name for item in person.study.items.values() for one in item.images if one.is_real}
    person.driver.execute_cdp_cmd("Animation.enable", {})
    person.driver.execute_cdp_cmd("Animation.setPlaybackRate", {"playbackRate": 0})  # time is set by the test
    wanted = 500
    for k in range(3):
        person.wait_for(f"Item {k + 1} of 3")
        assert person.script(SEEN) == "hidden"
        person.script("document.getElementById('ballot').requestSubmit()")
        person.wait_for(f"Item {k + 1} of 3")  # nobody answers what they have not looked at
        if k == 0:
            person.keep("moment")
            assert person.findings() == []
            person.click(".veil-label")
        else:
            person.one(".unveil").send_keys(Keys.SPACE)  # by keyboard: it has the focus already
        assert person.script(MOMENT) == [wanted, wanted, 120, "visible", "visible", "hidden"]
        is_real = (person.one(".frame img").get_attribute("src") or "").rpartition("/")[2] in real
        answer = "Real" if is_real or k == 1 else "Fake"
        person.click(f".option:has([value='{answer}'])")
        wanted += -10 if (answer == "Real") == is_real else 30
    person.wait_for("All done")
    person.driver.execute_cdp_cmd("Animation.setPlaybackRate", {"playbackRate": 1})
    exposures = [ms for (ms,) in person.stored("exposure_ms")]
    assert exposures[0] == 500
    assert exposures[1] == 490


def test_what_may_disturb_is_veiled_and_not_shown_to_who_does_not_agree(at: Make) -> None:
    person = at("heim.aesthetics", images={"scenarios": ["i2p"]}, texts={"warning": "Some images are harsh."})
    assert "Some images are harsh." in person.driver.page_source
    person.keep("warned")
    assert person.findings() == []
    person.click("form .button")
    person.wait_for("all the answers it needs")  # they opted out, and there is nothing else
    again = Person(person.driver, person.study, person.base)
    again.click("[name=sensitive]")
    begin(again)
    assert again.script(SEEN) == "hidden"
    again.keep("veiled")
    assert again.findings() == []
    again.click(".veil-label")
    assert again.script(SEEN) == "visible"
    again.keep("unveiled")


def test_parts_of_an_image_are_ticked_by_mouse_and_keyboard(at: Make) -> None:
    person = begin(at("open.boxes"))
    person.click(".cells label:nth-of-type(1)")
    person.click(".cells label:nth-of-type(8)")
    person.one(".cells label:nth-of-type(36) input").send_keys(Keys.SPACE)
    person.keep("boxes")
    assert person.findings() == []
    person.click("#ballot .button")
    person.wait_for("Item 2 of 3")
    person.click("#ballot .button")
    person.wait_for("Please answer")
    person.click(".option")  # nothing of it
    person.click("#ballot .button")
    person.wait_for("Item 3 of 3")
    assert person.stored("answer", "value") == [('["0-0", "1-1", "5-5"]', 3 / 36), ("[]", 0.0)]


def test_two_side_by_side_with_a_tie(at: Make) -> None:
    person = begin(at("pair.better"))
    person.keep("pair")
    assert person.findings() == []
    assert len(person.all(".frame img")) == 2
    chosen = []
    for k, key in enumerate("132"):
        person.wait_for(f"Item {k + 1} of 3")
        names = [(one.get_attribute("src") or "").rpartition("/")[2] for one in person.all(".frame img")]
        chosen.append(names[0] if key == "1" else names[1] if key == "3" else "")
        person.driver.switch_to.active_element.send_keys(key)
    person.wait_for("All done")
    items = person.study.items
    for won, (item, answer, value) in zip(chosen, person.stored("item_id", "answer", "value"), strict=True):
        shown = [one.name for one in items[item].images]
        assert (answer, value) == (("Tie", 0.5) if not won else ("A", 1.0) if shown[0] == won else ("B", 0.0))


def test_the_best_of_four(at: Make) -> None:
    person = begin(at("best.of_four"))
    assert len(person.all(".frame img")) == 4
    person.keep("row")
    assert person.findings() == []
    third = (person.all(".frame img")[2].get_attribute("src") or "").rpartition("/")[2]
    person.click(".option:nth-of-type(3)")
    person.wait_for("Item 2 of 3")
    ((item, answer),) = person.stored("item_id", "answer")
    assert person.study.items[item].images["ABCD".index(answer)].name == third


def test_nine_images_of_one_prompt(at: Make) -> None:
    person = begin(at("dalleval_bias.gender"))
    assert len(person.all(".frame img")) in (8, 9)  # some drawings of this run were refused
    person.keep("group")
    assert person.findings() == []
    person.click(".option:nth-of-type(2)")
    person.wait_for("Item 2 of 3")
    assert person.stored("answer") == [("female",)]


@pytest.mark.parametrize(
    ("question", "field", "typed", "answer"),
    [
        ("open.text", "textarea", "A hand with six fingers <3 \u2603", "A hand with six fingers <3 \u2603"),
        ("dalleval_skills.count", "[type=number]", "4", "4"),
        ("dalleval_skills.object", "[type=text]", "dog", "dog"),
    ],
)
def test_in_words_and_numbers(at: Make, question: str, field: str, typed: str, answer: str) -> None:
    person = begin(at(question))
    person.one(field).send_keys(typed)
    person.keep(question)
    assert person.findings() == []
    person.click("#ballot .button")
    person.wait_for("Item 2 of 3")
    assert person.stored("answer") == [(answer,)]


def test_in_the_dark_on_a_phone_by_touch(at: Make, driver: webdriver.Chrome) -> None:
    person = at("heim.alignment")
    phone = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    try:
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": dark})
        person.keep("dark-door")
        assert person.findings() == []
        tap(person, "form .button")
        for k in range(3):
            person.wait_for(f"Item {k + 1} of 3")
            if k == 0:
                person.keep("dark")
                assert person.findings() == []
                assert person.script("return getComputedStyle(document.body.parentElement).backgroundColor") != (
                    "rgb(250, 249, 246)"
                )
            tap(person, f".option:nth-of-type({k + 2})")
        person.wait_for("All done")
        assert person.stored("value") == [(2.0,), (3.0,), (4.0,)]
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def tap(person: Person, selector: str) -> None:
    """A finger: touch and lift, as the browser sees it."""
    place = person.driver.execute_script(
        "const one = document.querySelector(arguments[0]); one.scrollIntoView({block: 'center'});"
        "const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]",
        selector,
    )
    point = {"x": place[0], "y": place[1]}
    for kind, points in (("touchStart", [point]), ("touchEnd", [])):
        person.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
