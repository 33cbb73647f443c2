"""Skill metrics against the sources' own rules, written anew from their arrays: chances of queries, boxes in 0..1."""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pytest

from paragone.annotators.detectors.detr import Network
from paragone.annotators.detectors.paintskills_detr import CLASSES, boxes_of
from paragone.core.coco import name_of
from paragone.core.types import Prompt, Sample, View
from paragone.metrics.objects.skill_color import SkillColor
from paragone.metrics.objects.skill_count import SkillCount
from paragone.metrics.objects.skill_spatial import SkillSpatial

Floats = npt.NDArray[np.float32]
SAMPLE = Sample("k", "m", "s", "p", 0, "image", "drawn", "", None)
LABELS = {number: name_of(number) for number in range(CLASSES)}
DOG, BUS = (next(k for k, name in LABELS.items() if name == wanted) for wanted in ("dog", "bus"))


def queries(rng: np.random.Generator, size: tuple[int, int]) -> tuple[Floats, Floats, View]:
    """A network's random answer that is mostly about dogs and buses, and the view of it through the annotator."""
    logits = rng.normal(0, 2, size=(20, CLASSES + 1))
    logits[:, [DOG, BUS]] += rng.choice([0, 3, 9], size=(20, 2))
    logits[:, -1] += rng.choice([0, 12], size=20)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances = (chances / chances.sum(axis=1, keepdims=True))[:, :-1].astype(np.float32)
    centres, sides = rng.uniform(0.1, 0.9, size=(20, 2)), rng.uniform(0.05, 0.6, size=(20, 2))
    boxes = np.hstack([centres, sides]).astype(np.float32)
    network = Network(lambda image: (chances, boxes), LABELS)
    facts = boxes_of(np.zeros((size[1], size[0], 3), np.uint8), network, side=8)
    pixels = {"width": size[0], "height": size[1]}
    return chances, boxes, View(Prompt("p", ""), SAMPLE, {"paintskills_detr": {"boxes": facts}, "pixels": pixels})


def asked(view: View, text: str) -> View:
    return View(Prompt("p", text), view.sample, view.facts)


def test_dallevals_count_is_the_sources_even_where_the_chances_that_decide_are_tiny() -> None:
    rng, metric = np.random.default_rng(0), SkillCount(protocol="dalleval", detector="paintskills_detr")
    decided_by_tiny = 0
    for _ in range(300):
        chances, _, view = queries(rng, (64, 64))
        sure = int((chances.max(axis=1) > 0.7).sum())
        likest = np.argsort(-chances[:, DOG], kind="stable")[:sure]
        count = int((chances[likest].argmax(axis=1) == DOG).sum())
        is_dog = chances.argmax(axis=1) == DOG
        blind = np.argsort(-np.where(is_dog | (chances[:, DOG] >= 0.01), chances[:, DOG], 0), kind="stable")[:sure]
        decided_by_tiny += int((chances[blind].argmax(axis=1) == DOG).sum()) != count
        for wanted in (1, 2, 3, 4):
            text = f"{wanted} dog{'' if wanted == 1 else 's'}"
            assert metric.judge(asked(view, text)).value == float(count == wanted), (count, wanted)
    assert decided_by_tiny > 5


@pytest.mark.parametrize("size", [(768, 512), (512, 1024), (64, 64)])
def test_dallevals_relation_is_that_of_centres_as_parts_of_the_image(size: tuple[int, int]) -> None:
    rng, metric = np.random.default_rng(1), SkillSpatial(protocol="dalleval", detector="paintskills_detr")
    both = 0
    for _ in range(400):
        chances, boxes, view = queries(rng, size)
        first, second = np.argsort(-chances.max(axis=1), kind="stable")[:2]
        found = [int(chances[place].argmax()) for place in (first, second)]
        if sorted(found) != sorted([DOG, BUS]):
            continue
        both += 1
        bus, dog = (first, second) if found[0] == BUS else (second, first)
        (xa, ya), (xb, yb) = boxes[bus, :2], boxes[dog, :2]
        if abs(xa - xb) > abs(ya - yb):
            relation = "right to" if xa < xb else "left to"
        else:
            relation = "above" if ya > yb else "below"
        for wanted in ("left to", "right to", "above", "below"):
            told = metric.judge(asked(view, f"a dog is {wanted} a bus"))
            assert told.value == float(wanted == relation)
    assert both > 30


def test_without_a_stated_centre_the_boxs_own_is_measured_by_the_image() -> None:
    boxes = [
        {"label": "bus", "score": 0.9, "box": [0, 0, 20, 20]},
        {"label": "dog", "score": 0.8, "box": [300, 200, 320, 220]},
    ]
    # 300 across and 200 down in pixels; 0.375 of the width and 0.4 of the height.
    facts: dict[str, dict[str, Any]] = {"scene_detector": {"boxes": boxes}, "pixels": {"width": 800, "height": 500}}
    view = View(Prompt("p", "a dog is below a bus"), SAMPLE, facts)
    assert SkillSpatial(protocol="dalleval").judge(view).value == 1
    assert SkillSpatial().judge(view).value == 0
    assert SkillSpatial(protocol="dalleval").needs == ("scene_detector", "pixels")


@pytest.mark.parametrize(("relation", "value"), [("above", 1), ("below", 1), ("left to", 0), ("right to", 0)])
def test_heim_takes_one_object_for_two_of_a_class_above_and_below(
    relation: Literal["above", "below", "left to", "right to"], value: int
) -> None:
    box: dict[str, Any] = {"label": "bear", "score": 0.9, "box": [10, 10, 60, 60]}
    judge = SkillSpatial(protocol="heim").judge
    seen = View(Prompt("p", f"a bear is {relation} a bear"), SAMPLE, {"scene_detector": {"boxes": [box]}})
    assert judge(seen).value == value
    two = View(seen.prompt, SAMPLE, {"scene_detector": {"boxes": [box, box]}})
    assert judge(two).value == 0  # it wants one of each class, and these are two


def heims_verdict(boxes: list[dict[str, Any]], names: tuple[str, str], relation: str) -> float:
    """HEIM's code in our words: one instance of each class, top-left corners, the second to the first."""
    corners = []
    for name in names:
        mine = [box["box"][:2] for box in boxes if box["label"] == name]
        if len(mine) != 1:
            return 0.0
        corners.append(mine[0])
    (x1, y1), (x2, y2) = corners
    is_beside = abs(x1 - x2) > abs(y1 - y2)
    seen = ("left", "right")[x1 < x2] if is_beside else ("below", "above")[y1 > y2]
    # One class: both are the same single instance, no offset; marked right whenever above or below is asked.
    return float(relation in ("above", "below") if names[0] == names[1] else seen == relation)


def test_heims_relation_is_the_sources_for_every_pair_of_classes() -> None:
    """Boxes at whole pixels, so that ties come up; the same class twice as often as in the 1,764 prompts of HEIM."""
    rng, judge = np.random.default_rng(2), SkillSpatial(protocol="heim").judge
    classes, words = (
        ("dog", "bus", "bear"),
        {"left": "left to", "right": "right to", "above": "above", "below": "below"},
    )
    right = 0
    for _ in range(1500):
        names = (str(rng.choice(classes)), str(rng.choice(classes)))
        relation = str(rng.choice([*words]))
        boxes: list[dict[str, Any]] = []
        for label in (*dict.fromkeys(names), *rng.choice(classes, size=rng.integers(0, 2))):
            x, y = rng.integers(0, 6, size=2).tolist()
            boxes.append({"label": str(label), "score": 0.9, "box": [x, y, x + int(rng.integers(1, 40)), y + 9]})
        prompt = Prompt("p", f"a {names[1]} is {words[relation]} a {names[0]}")
        wanted = heims_verdict(boxes, names, relation)
        right += int(wanted)
        assert judge(View(prompt, SAMPLE, {"scene_detector": {"boxes": boxes}})).value == wanted, (boxes, prompt.text)
    assert right > 150


def test_dallevals_colour_must_be_surer_than_the_papers_threshold() -> None:
    def judged(score: float) -> float | None:
        box = {"label": "dog", "score": score, "box": [0, 0, 9, 9], "colour": "red"}
        view = View(Prompt("p", "a photo of red dog"), SAMPLE, {"scene_detector": {"boxes": [box]}})
        return SkillColor(protocol="dalleval").judge(view).value

    assert (judged(0.8), judged(0.8001)) == (0, 1)
