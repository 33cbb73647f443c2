"""Annotators that read the facts of others do not look for themselves."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from tests.unit.annotators.looking import skip_without_weights

from paragone.annotators._networks.face import Face
from paragone.annotators.detectors.coco_detector_crops import CocoDetectorCrops
from paragone.annotators.faces import _centerface, _mesh, _mtcnn
from paragone.annotators.faces.faces import face_fact, face_from, largest_faces
from paragone.annotators.faces.faces_mtcnn_crops import first_face
from paragone.core import catalogue
from paragone.core.types import Picture

PICTURE = Picture(np.zeros((60, 80, 3), np.uint8), "", "PNG", "RGB", 0)


def face(box: tuple[float, ...], score: float) -> Mapping[str, Any]:
    """A face as `faces` states it after storage: plain lists and numbers."""
    points = np.array([[1.0, 2], [3, 4], [5, 6], [7, 8], [9, 10]], np.float32)
    return face_fact(Face(np.array(box, np.float32), score, points), PICTURE.pixels)


def test_a_face_survives_being_stated_even_where_the_border_cuts_it() -> None:
    stated = face((-12.0, 5.0, 30.0, 70.0), 0.75)
    assert stated["box"] == [0, 5, 30, 60]
    again = face_from(stated)
    np.testing.assert_array_equal(again.box, (-12, 5, 30, 70))
    np.testing.assert_array_equal(again.landmarks, [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]])
    assert again.score == 0.75


def test_small_and_unsure_faces_are_left_out_and_the_largest_comes_first() -> None:
    stated = [face((0, 0, 30, 30), 0.9), face((0, 0, 50, 40), 0.6), face((0, 0, 60, 60), 0.4), face((0, 0, 9, 9), 0.9)]
    kept = largest_faces({"boxes": stated}, threshold=0.5, smallest=24)
    assert [float(one.box[2]) for one in kept] == [50, 30]


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        *[
            ("face_mesh", "faces"),
            ("gender_face", "faces"),
            ("gender_faceres", "faces"),
            ("faces_mtcnn_crops", "faces_mtcnn"),
        ],
        ("coco_detector_crops", "coco_detector"),
    ],
)
def test_who_needs_whom(name: str, needed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = catalogue.make("annotators", name)
    assert made.needs == (needed,)

    def refuse(*_: object) -> None:
        raise AssertionError("it looked for itself")

    for module in (_centerface, _mtcnn):
        monkeypatch.setattr(module, "find_faces", refuse)
    monkeypatch.setattr("paragone.annotators.detectors.coco_detector.CocoDetector.see", refuse)
    [facts] = made.look([PICTURE], [], [{needed: {"boxes": []}}])
    assert set(facts) == set(made.columns)


def test_the_mesh_is_of_the_faces_that_were_found(monkeypatch: pytest.MonkeyPatch) -> None:
    points = np.full((_mesh.POINTS, 3), 5, np.float32)
    monkeypatch.setattr(_mesh, "meshes_of", lambda pixels, faces: [_mesh.Mesh(points, 0.9) for _ in faces])
    known = [{"faces": {"boxes": [face((0, 0, 40, 40), 0.9)]}}, {"faces": {"boxes": []}}]
    one, none = catalogue.make("annotators", "face_mesh").look([PICTURE, PICTURE], [], known)
    assert [box["box"] for box in one["boxes"]] == [[0, 0, 40, 40]]
    assert none["boxes"] == []


def test_the_first_face_is_the_first_that_is_stated() -> None:
    found = first_face({"boxes": [face((0, 0, 40, 50), 0.995), face((0, 0, 60, 60), 0.9)]})
    assert found is not None
    assert (found.box, found.score) == ((0, 0, 40, 50), 0.995)
    assert first_face({"boxes": []}) is None


def test_objects_under_the_threshold_are_not_cut_out() -> None:
    skip_without_weights("coco_detector_crops")
    stated = [{"label": "cat", "score": score, "box": [0, 0, 30, 30]} for score in (0.9, 0.6, 0.4)]
    [facts] = CocoDetectorCrops(threshold=0.5).look([PICTURE], [], [{"coco_detector": {"boxes": stated}}])
    assert facts["parts"] == 2
    np.testing.assert_allclose(facts["vector"][:2048], facts["vector"][2048:], atol=1e-5)  # the same part of a picture


def test_a_captioner_of_images_is_needed_and_one_of_prompts_is_asked() -> None:
    given, seen = (catalogue.make("annotators", "caption_meteor", {"captions": name}) for name in CAPTIONERS)
    assert (given.subject, given.needs, given.reads) == ("prompt", (), ("text", "caption"))
    assert (seen.subject, seen.needs, seen.reads) == ("pair", ("vqa",), ("text",))


CAPTIONERS = ("caption_given.caption", "vqa.answer")
