"""Annotators on photographs that scikit-image carries: what anyone can see in them must be among the facts.

These run where scikit-image is installed and `paragone weights fetch default` has been run.
"""

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.annotators import looking

from paragone.core.catalogue import make
from paragone.core.types import Picture, Prompt, Sample, View
from paragone.images.decode import decode


def look(name: str, photograph: str) -> Any:
    looking.skip_without_weights(name)
    spec = importlib.util.find_spec("skimage")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("install scikit-image, which carries photographs, to un-skip")
    path = Path(spec.submodule_search_locations[0]) / "data" / photograph
    [facts] = looking.look(name, [decode(path.read_bytes())])
    return facts


@pytest.mark.parametrize(
    ("photograph", "label", "box"),
    [
        ("chelsea.png", "cat", (0, 0, 410, 300)),
        ("coffee.png", "cup", (170, 20, 425, 320)),
        ("motorcycle_left.png", "motorcycle", (110, 40, 685, 450)),
        ("camera.png", "person", (0, 70, 325, 512)),
    ],
)
def test_objects_are_found_where_they_are(photograph: str, label: str, box: tuple[float, ...]) -> None:
    best = look("coco_detector", photograph)["boxes"][0]
    assert best["label"] == label
    assert best["score"] > 0.7
    np.testing.assert_allclose(best["box"], box, atol=15)


@pytest.mark.parametrize(
    ("photograph", "text", "strict", "heim"),
    [
        ("chelsea.png", "a photo of a cat", 1.0, 1.0),
        ("chelsea.png", "a photo of 1 cat", 1.0, 1.0),
        ("chelsea.png", "a photo of 2 cats", 0.0, 0.0),
        ("coffee.png", "a photo of a cup", 1.0, 1.0),
        ("coffee.png", "a photo of a cat", 0.0, 0.0),
        ("coffee.png", "a cup is above a spoon", 1.0, 0.0),  # HEIM counts the faint second cup, and wants one
        ("coffee.png", "a cup is below a spoon", 0.0, 0.0),
    ],
)
def test_heims_detection_prompts_are_judged_on_photographs(
    photograph: str, text: str, strict: float, heim: float
) -> None:
    sample = Sample("k", "m", "s", "p", 0, "image", "drawn", "", None)
    view = View(Prompt("p", text), sample, {"coco_detector": look("coco_detector", photograph)})
    for protocol, expected in (("strict", strict), ("heim", heim)):
        found = make("metrics", "detection_correct", {"protocol": protocol}).judge(view)
        assert found.value == expected, found.reason


@pytest.mark.parametrize(
    ("photograph", "label"), [("chelsea.png", "Egyptian cat"), ("coffee.png", "espresso"), ("camera.png", "tripod")]
)
def test_the_classifier_names_the_subject(photograph: str, label: str) -> None:
    assert look("mobilenet_v2", photograph)["labels"][0]["label"] == label


# Measured by eye in the 512 x 512 photograph: the two pupils and the tip of the nose.
EYES_AND_NOSE = {"eye_left": (204, 101), "eye_right": (247, 103), "nose": (224, 128)}


@pytest.mark.parametrize("name", ["faces", "faces_mtcnn"])
def test_the_astronaut_has_one_face_with_eyes_and_nose(name: str) -> None:
    [face] = look(name, "astronaut.png")["boxes"]
    np.testing.assert_allclose(face["box"], (181, 60, 269, 175), atol=8)
    for mark, place in EYES_AND_NOSE.items():
        np.testing.assert_allclose(face["landmarks"][mark], place, atol=4, err_msg=mark)


@pytest.mark.parametrize("name", ["faces", "faces_mtcnn", "face_mesh", "gender_face", "gender_faceres"])
def test_a_cup_has_no_face(name: str) -> None:
    assert look(name, "coffee.png")["boxes"] == []


def test_the_mesh_puts_both_irises_on_the_eyes_and_finds_skin_on_the_cheeks() -> None:
    [face] = look("face_mesh", "astronaut.png")["boxes"]
    assert face["score"] > 0.99
    points = np.array(face["points"])
    np.testing.assert_allclose(points[468, :2], EYES_AND_NOSE["eye_left"], atol=3)
    np.testing.assert_allclose(points[473, :2], EYES_AND_NOSE["eye_right"], atol=3)
    red, green, blue = face["cheek_rgb"]
    assert red > green > blue > 100


def test_the_gender_network_is_sure_on_an_upright_chip() -> None:
    [face] = look("gender_face", "astronaut.png")["boxes"]
    assert face["label"] == "female"
    assert face["p_male"] < 0.05


def test_the_second_network_of_gender_agrees_and_leaves_small_faces_out() -> None:
    [face] = look("gender_faceres", "astronaut.png")["boxes"]
    assert face["label"] == "female"
    assert face["p_male"] < 0.5  # 0.26: by the metrics' 0.8 it is Uncertain
    spec = importlib.util.find_spec("skimage")
    assert spec is not None
    assert spec.submodule_search_locations
    photograph = decode((Path(spec.submodule_search_locations[0]) / "data" / "astronaut.png").read_bytes()).pixels
    small = Picture(np.ascontiguousarray(photograph[::4, ::4]), "", "PNG", "RGB", 0)  # the face is then 29 pixels high
    assert looking.look("gender_faceres", [small]) == [{"boxes": []}]


def test_a_printed_page_is_read() -> None:
    text = look("ocr", "page.png")["text"]
    assert text.startswith("Region-based segmentation\nLet us first determine markers of the coins and the\n")
    assert "histogram of grey values" in text


def test_a_photograph_without_text_gives_none() -> None:
    assert look("ocr", "astronaut.png") == {"text": "", "boxes": []}


def test_the_foreground_of_a_silhouette_is_the_silhouette() -> None:
    facts = look("foreground", "horse.png")
    np.testing.assert_allclose(facts["box"], (20, 10, 390, 318), atol=15)
    assert 0.2 < facts["share"] < 0.5


@pytest.mark.parametrize("photograph", ["chelsea.png", "coffee.png", "astronaut.png"])
def test_harmless_photographs_are_safe(photograph: str) -> None:
    assert look("nsfw", photograph)["nsfw"] < 0.1


def test_objects_are_cut_out_and_told_one_after_another() -> None:
    facts = look("coco_detector_crops", "coffee.png")
    boxes = [box for box in look("coco_detector", "coffee.png")["boxes"] if box["score"] >= 0.5]
    assert facts["parts"] == len(boxes) > 0
    assert facts["vector"].shape == (facts["parts"] * 2048,)
    assert facts["logits"].shape == (facts["parts"] * 1000,)
    assert look("coco_detector_crops", "page.png")["parts"] == 0


def test_the_astronaut_has_a_face_and_a_nose_but_her_eyes_are_too_near_for_the_thesis() -> None:
    facts = look("faces_mtcnn_crops", "astronaut.png")
    assert facts["face"].shape == facts["nose"].shape == (2048,)
    assert facts["eyes"] is None  # 43 pixels apart; 100 are asked
    assert facts["is_sure"] is True
    assert look("faces_mtcnn_crops", "coffee.png")["face"] is None
