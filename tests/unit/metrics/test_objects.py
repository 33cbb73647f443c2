"""Object-level metrics on detections written by hand."""

from typing import Any

import numpy as np
import pytest

from paragone.core.catalogue import make
from paragone.core.expect import Expect, Thing
from paragone.core.types import Cohort, Prompt, Sample, Score, SetScore, View
from paragone.stats.influences import standard_error


def box(label: str, score: float = 0.9) -> dict[str, Any]:
    return {"label": label, "score": score, "box": [0, 0, 1, 1]}


def prompt(name: str, *objects: tuple[str, int]) -> Prompt:
    return Prompt(name, name, expect=Expect(objects=tuple(Thing(*one) for one in objects)))


def cohort(*rows: tuple[Prompt, list[dict[str, Any]]]) -> Cohort:
    boxes = np.zeros(len(rows), dtype=object)
    boxes[:] = [found for _, found in rows]
    return Cohort(tuple(one for one, _ in rows), {"coco_detector": {"boxes": boxes}})


def judged(name: str, drawn: Cohort, **options: Any) -> SetScore:
    found: SetScore = make("metrics", name, options).judge(drawn, None, np.random.default_rng(0))
    return found


def counted(wanted: Prompt, boxes: list[dict[str, Any]], protocol: str) -> Score:
    sample = Sample("k", "m", "s", wanted.id, 0, "i", "drawn", "", None)
    view = View(wanted, sample, {"coco_detector": {"boxes": boxes}})
    found: Score = make("metrics", "counting_alignment", {"protocol": protocol}).judge(view)
    return found


@pytest.fixture
def drawn() -> Cohort:
    cat, dog = prompt("cat", ("cat", 1)), prompt("dog", ("dog", 1))
    return cohort(
        (cat, [box("cat")]),
        (cat, [box("cat", 0.4), box("dog")]),  # too unsure a cat
        (cat, [box("cat"), box("cat")]),
        (dog, []),  # nothing at all
        (dog, [box("dog")]),
    )


def test_object_accuracy_by_hand(drawn: Cohort) -> None:
    # cats 2 of 3, dogs 1 of 2
    assert judged("soa_c", drawn).value == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert judged("soa_i", drawn).value == pytest.approx(3 / 5)


def test_the_published_denominator_forgets_images_without_detections(drawn: Cohort) -> None:
    assert judged("soa_c", drawn, protocol="tise").value == pytest.approx((2 / 3 + 1) / 2)
    assert judged("soa_i", drawn, protocol="tise").value == pytest.approx(3 / 4)


def test_every_image_has_a_score_that_says_what_was_missing() -> None:
    both = prompt("cat and dog", ("cat", 1), ("dog", 1))
    none: list[dict[str, Any]] = []
    rows = ((both, [box("cat")]), (both, [box("dog"), box("cat")]), (both, none), (Prompt("mood", "a mood"), none))
    scores = judged("soa_i", cohort(*rows)).scores
    assert scores is not None
    assert scores[:3] == (Score(0.5, "no dog"), Score(1.0, "cat, dog detected"), Score(0.0, "no cat, no dog"))
    assert scores[3].value is None
    flattered = judged("soa_i", cohort(*rows), protocol="tise").scores
    assert flattered is not None
    assert flattered[2] == Score(None, "nothing was detected, so TISE leaves the image out")


def test_prompts_are_only_asked_for_the_objects_that_they_offer() -> None:
    for name in ("soa_c", "soa_i", "counting_alignment"):
        metric = make("metrics", name)
        assert metric.applies(prompt("p", ("cat", 1)))
        assert not metric.applies(Prompt("p", "a mood"))


def test_classes_can_be_the_common_or_the_rare_half() -> None:
    rows = [
        (prompt(f"c{index}", (f"class {index}", 1)), [box(f"class {index}")] if index < 40 else [])
        for index in range(50)
    ]
    rows += rows[:40]  # the first forty have twice the images
    assert judged("soa_c", cohort(*rows), classes="top40").value == 1.0
    assert judged("soa_c", cohort(*rows), classes="bottom40").value == 0.0


def test_the_error_is_that_of_prompts_not_of_images() -> None:
    rng = np.random.default_rng(0)
    rows = []
    for index in range(40):
        seen = [box("cat")] if rng.uniform() < 0.5 else []
        rows += [(prompt(f"p{index}", ("cat", 1)), seen)] * 8  # the eight images of a prompt agree
    found = judged("soa_i", cohort(*rows))
    assert found.n == 320
    assert found.value is not None
    assert len(found.influences) == 40
    # The standard error of a mean of 40, its deviation with 39 below: images of a prompt count once.
    error = np.sqrt(found.value * (1 - found.value) / 39)
    assert standard_error(found.influences) == pytest.approx(error)
    assert found.degrees == pytest.approx(39)


def test_prompts_that_name_no_object_give_no_value() -> None:
    found = judged("soa_c", cohort((Prompt("p", "a mood"), [])))
    assert found.value is None
    assert "expect.objects" in found.reason


def test_counting_by_hand() -> None:
    wanted = prompt("three cats and a dog", ("cat", 3), ("dog", 1))
    boxes = [box("cat"), box("dog"), box("dog"), box("bird"), box("bird", 0.2)]
    # cats 2 short, dogs 1 too many: sqrt((4 + 1) / 2); with the bird sqrt((4 + 1 + 1) / 3)
    assert counted(wanted, boxes, "tise").value == pytest.approx(np.sqrt(2.5))
    strict = counted(wanted, boxes, "strict")
    assert strict.value == pytest.approx(np.sqrt(2))
    assert "bird: 0 wanted, 1 seen" in strict.reason


def test_right_counts_score_zero_and_no_counts_score_nothing() -> None:
    assert counted(prompt("p", ("cat", 1)), [box("cat")], "strict").value == 0
    assert counted(Prompt("p", "a mood"), [], "strict").value is None


def test_titles_tell_two_of_a_kind_apart() -> None:
    names: list[tuple[str, dict[str, Any]]] = [
        ("soa_c", {}),
        ("soa_c", {"protocol": "tise"}),
        ("rprecision", {"candidates": 10}),
        ("skill_color", {}),
    ]
    assert [make("metrics", name, options).title for name, options in names] == [
        "SOA-C",
        "SOA-C (tise)",
        "R-precision, 10 candidates",
        "Colour accuracy (scene_detector)",
    ]
