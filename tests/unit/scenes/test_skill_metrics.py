"""The four skill metrics on boxes written by hand."""

from collections.abc import Sequence
from typing import Any, get_args

import pytest

from paragone.core.catalogue import make
from paragone.core.errors import BadOption
from paragone.core.types import Prompt, Sample, Score, View
from paragone.metrics.objects._skills import Protocol
from paragone.metrics.objects.skill_color import SkillColor
from paragone.metrics.objects.skill_count import SkillCount
from paragone.metrics.objects.skill_object import SkillObject
from paragone.metrics.objects.skill_spatial import SkillSpatial
from paragone.scenes.wording import Order, expectation

Row = dict[str, Any]
PROTOCOLS: tuple[Protocol, ...] = get_args(Protocol)
SAMPLE = Sample("k", "m", "s", "p", 0, "image", "drawn", "", None)


def box(
    label: str, score: float = 0.9, at: tuple[float, float] = (50, 50), colour: str = "plain", side: float = 20
) -> Row:
    x, y = at
    corners = [x - side / 2, y - side / 2, x + side / 2, y + side / 2]
    return {"label": label, "score": score, "box": corners, "colour": colour}


def view(text: str, boxes: Sequence[Row]) -> View:
    facts: dict[str, dict[str, Any]] = {
        "scene_detector": {"boxes": list(boxes)},
        "pixels": {"width": 100, "height": 100},
    }
    return View(Prompt("p", text), SAMPLE, facts)


def test_object_is_right_if_the_surest_detection_is_it() -> None:
    judge = SkillObject().judge
    assert judge(view("a dog", [box("car", 0.5), box("dog", 0.8)])) == Score(1, "a dog")
    assert judge(view("a dog", [box("car", 0.9), box("dog", 0.8)])) == Score(0, "a car, not a dog")
    assert judge(view("a dog", [box("dog", 0.2)])).value == 0


def test_object_without_threshold_takes_even_a_faint_detection() -> None:
    for protocol in PROTOCOLS[1:]:
        assert SkillObject(protocol=protocol).judge(view("a dog", [box("dog", 0.06)])).value == 1


def test_count_says_how_many_there_are() -> None:
    two = view("a photo of 3 dog", [box("dog"), box("dog"), box("cat"), box("dog", 0.1)])
    assert SkillCount().judge(two) == Score(0, "2 dogs, not 3")
    assert SkillCount(threshold=0.05).judge(two) == Score(1, "3 dogs")
    assert SkillCount(protocol="heim").judge(two).value == 1


def test_dallevals_count_looks_among_as_many_as_are_sure_of_any_class() -> None:
    # Two detections of any class above 0.7, three of the class: the two most like it are counted.
    boxes = [box("cat", 0.9), box("dog", 0.8), box("dog", 0.6), box("dog", 0.3)]
    judge = SkillCount(protocol="dalleval").judge
    assert judge(view("2 dogs", boxes)).value == 1
    assert judge(view("3 dogs", boxes)).value == 0


def test_dallevals_count_ranks_by_the_chance_of_the_class_where_the_detector_tells_it() -> None:
    # n is 1 (the cat). Most like a dog is the cat that is also 0.25 dog, so no dog is counted.
    boxes = [box("cat", 0.75) | {"also": {"dog": 0.25}}, box("dog", 0.2)]
    judge = SkillCount(protocol="dalleval").judge
    assert judge(view("1 dog", boxes)).value == 0
    assert judge(view("1 dog", [box("cat", 0.75), box("dog", 0.2)])).value == 1


def test_a_coco_detectors_words_are_ours_and_what_it_cannot_know_is_missing() -> None:
    def by_coco(text: str, *labels: str) -> View:
        return View(Prompt("p", text), SAMPLE, {"coco_detector": {"boxes": [box(label) for label in labels]}})

    assert SkillObject(detector="coco_detector").judge(by_coco("a bike", "bicycle")) == Score(1, "a bike")
    assert SkillObject(detector="coco_detector").judge(by_coco("a potted plant", "potted plant")).value == 1
    told = SkillCount(detector="coco_detector").judge(by_coco("a photo of 2 van", "car", "car"))
    assert told == Score(None, "the detector coco_detector has no class van; use scene_detector")


def test_colour_is_that_of_the_surest_object_asked_for() -> None:
    boxes = [box("bus", 0.9, colour="red"), box("dog", 0.8, colour="blue"), box("dog", 0.5, colour="red")]
    assert SkillColor().judge(view("a photo of blue dog", boxes)) == Score(1, "a blue dog")
    assert SkillColor().judge(view("a photo of red dog", boxes)) == Score(0, "a blue dog, not a red dog")
    assert SkillColor().judge(view("a photo of red bed", boxes)).reason == "no bed, not a red bed"


def test_a_detector_without_colours_gives_a_missing_score() -> None:
    bare = {"label": "dog", "score": 0.9, "box": [0, 0, 9, 9]}
    assert SkillColor().judge(view("a photo of red dog", [bare])).value is None


@pytest.mark.parametrize(
    ("relation", "at"), [("left to", (10, 50)), ("right to", (90, 50)), ("above", (50, 10)), ("below", (50, 90))]
)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_relation_is_that_of_the_second_object_to_the_first(
    relation: str, at: tuple[float, float], protocol: Protocol
) -> None:
    boxes = [box("bus", at=(50, 50)), box("dog", at=at)]
    judge = SkillSpatial(protocol=protocol).judge
    assert judge(view(f"a photo of bus and dog; dog is {relation} bus", boxes)).value == 1
    assert judge(view(f"a photo of dog and bus; bus is {relation} dog", boxes)).value == 0


def test_strict_wants_both_objects_and_no_third_of_them() -> None:
    text = "a dog is left to a bus"
    bus, dog = box("bus", at=(80, 50)), box("dog", at=(20, 50))
    assert SkillSpatial().judge(view(text, [dog])) == Score(0, "1 dog, not a bus and a dog")
    assert SkillSpatial().judge(view(text, [dog, bus, box("dog", at=(20, 90))])).value == 0
    assert SkillSpatial().judge(view(text, [dog, bus, box("dog", 0.1)])) == Score(1, "dog left to bus")


def test_a_pair_of_one_class_is_judged_by_its_axis_and_needs_two() -> None:
    across = [box("dog", at=(20, 50)), box("dog", at=(80, 50))]
    for protocol in PROTOCOLS[:2]:
        judge = SkillSpatial(protocol=protocol).judge
        assert [judge(view(f"a dog is {r} a dog", across)).value for r in ("left to", "right to", "above")] == [1, 1, 0]
        assert judge(view("a dog is above a dog", across[:1])).value == 0


def test_heims_rule_takes_corners_for_centres() -> None:
    judge = SkillSpatial(protocol="heim").judge
    # Centres: right by 30 against up by 25. Corners: right by 10 against up by 45.
    wide = [box("bus", at=(50, 60)), box("dog", at=(80, 35), side=60)]
    assert SkillSpatial().judge(view("a dog is right to a bus", wide)).value == 1
    assert judge(view("a dog is above a bus", wide)).value == 1


def test_a_skill_applies_to_its_orders_however_they_are_written() -> None:
    assert SkillCount().applies(Prompt("p", "3 dogs"))
    assert SkillCount().applies(Prompt("p", "some dogs", expect=expectation(Order("count", ("dog",), count=3))))
    assert not SkillCount().applies(Prompt("p", "a dog"))
    assert not SkillCount().applies(Prompt("p", "a watercolour of a lake"))


def test_a_skill_sees_what_it_needs_of_a_prompt() -> None:
    metric = SkillSpatial()
    full = Prompt("p", "two things", expect=expectation(Order("spatial", ("bus", "dog"), relation="left")))
    seen = full.only(metric.reads + metric.may_read)
    boxes = {"scene_detector": {"boxes": [box("bus", at=(50, 50)), box("dog", at=(10, 50))]}}
    assert metric.judge(View(seen, SAMPLE, boxes)) == Score(1, "dog left to bus")


def test_only_changed_options_are_in_the_name() -> None:
    assert SkillColor().name == "skill_color(scene_detector)"
    assert SkillColor(protocol="dalleval", detector="detr").name == "skill_color(detr, dalleval)"


def test_prompts_of_another_skill_are_missing_not_wrong() -> None:
    other = SkillCount().judge(view("a dog", [box("dog")]))
    assert other.value is None
    assert "object" in other.reason
    assert SkillObject().judge(view("a watercolour of a lake", [])).value is None


def test_unknown_protocols_are_refused() -> None:
    with pytest.raises(BadOption, match="no protocol 'tise'"):
        make("metrics", "skill_count", {"protocol": "tise"})
    with pytest.raises(BadOption, match="there are dalleval, strict"):
        make("metrics", "skill_color", {"protocol": "heim"})


def test_the_metric_needs_the_detector_it_is_told() -> None:
    assert SkillCount(detector="coco_detector").needs == ("coco_detector",)
