"""Skin from pixels and cheeks, and what is made of answers."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from paragone.annotators.faces.face_mesh import CHEEKS
from paragone.annotators.people._answers import gender_of
from paragone.annotators.people._cheeks import IRISES, LIDS, eye_white_pixels
from paragone.annotators.people.gender_clip import label_of
from paragone.core.catalogue import make
from paragone.core.types import Picture
from paragone.stats.skin import MONK_RGB, relit

Image = npt.NDArray[Any]


def picture(pixels: Image) -> Picture:
    return Picture(pixels.astype(np.uint8), "", "PNG", "RGB", 1)


def mesh(size: int = 200) -> dict[str, Any]:
    """Two cheeks and two eyes as squares, with irises in the middle of the eyes."""
    points = np.zeros((478, 3))

    def around(places: tuple[int, ...], x: float, y: float, half: float) -> None:
        angle = np.linspace(0, 2 * np.pi, len(places), endpoint=False)
        points[list(places), 0] = x + half * np.cos(angle)
        points[list(places), 1] = y + half * np.sin(angle)

    for place, x in enumerate((60, 140)):
        around(CHEEKS[place], x, 130, 20)
        around(LIDS[place], x, 70, 16)
        around(IRISES[place], x, 70, 6)
    return {"boxes": [{"label": "face", "score": 0.9, "box": [0, 0, size, size], "points": points.tolist()}]}


def painted(skin: Image, light: Image) -> Image:
    """A face of one colour on a grey wall, with white in the eyes and dark irises, under a light."""
    image = np.full((200, 200, 3), 128.0)
    image[100:160, 30:170] = skin
    rows, columns = np.mgrid[:200, :200]
    for x in (60, 140):
        apart = np.hypot(columns - x, rows - 70)
        image[apart < 20] = (230, 230, 230)
        image[apart < 6.5] = (40, 30, 20)
    return np.asarray(np.rint(relit(image, light)))


@pytest.mark.parametrize("tone", range(1, 11))
def test_cheeks_of_a_monk_colour_are_of_that_tone_and_a_yellow_light_can_be_taken_out(tone: int) -> None:
    yellow = np.array([1.0, 0.95, 0.6])
    known = [{"face_mesh": mesh()}]
    plain = painted(MONK_RGB[tone - 1], np.ones(3))
    [seen] = make("annotators", "skin_cheeks").look([picture(plain)], [], known)
    assert seen["boxes"][0]["tone"] == tone
    lit = painted(MONK_RGB[tone - 1], yellow)
    [white] = make("annotators", "skin_cheeks", {"light": "eye_whites"}).look([picture(lit)], [], known)
    assert abs(white["boxes"][0]["tone"] - tone) <= 1


def test_whites_lie_between_lids_and_irises() -> None:
    points = np.array(mesh()["boxes"][0]["points"])
    whites = eye_white_pixels(painted(MONK_RGB[4], np.ones(3)).astype(np.uint8), points)
    assert len(whites) > 100
    assert (whites == 230).all()
    assert len(eye_white_pixels(np.zeros((200, 200, 3), np.uint8), points * 0.05)) == 0


def test_no_tone_without_colour_cheeks_or_whites() -> None:
    grey = np.full((200, 200, 3), 120)
    colour = painted(MONK_RGB[4], np.ones(3))
    small = {"boxes": [{**mesh()["boxes"][0], "points": (np.array(mesh()["boxes"][0]["points"]) * 0.1).tolist()}]}
    cheeks, whites = make("annotators", "skin_cheeks"), make("annotators", "skin_cheeks", {"light": "eye_whites"})
    assert "black and white" in cheeks.look([picture(grey)], [], [{"face_mesh": mesh()}])[0]["boxes"][0]["reason"]
    burnt = np.full((200, 200, 3), 255)
    assert "overexposed" in cheeks.look([picture(burnt)], [], [{"face_mesh": mesh()}])[0]["boxes"][0]["reason"]
    assert "pixels of cheek" in cheeks.look([picture(colour)], [], [{"face_mesh": small}])[0]["boxes"][0]["reason"]
    halved = {"boxes": [{**mesh()["boxes"][0]}]}
    points = np.array(halved["boxes"][0]["points"])
    points[[point for lid in LIDS for point in lid], 1] = 70  # closed eyes
    halved["boxes"][0]["points"] = points.tolist()
    assert "whites of the eyes" in whites.look([picture(colour)], [], [{"face_mesh": halved}])[0]["boxes"][0]["reason"]
    assert cheeks.look([picture(colour)], [], [{"face_mesh": {"boxes": []}}]) == [{"boxes": []}]


def test_heims_rule_needs_no_face() -> None:
    [seen] = make("annotators", "skin_heim").look([picture(np.full((8, 8, 3), (160, 126, 86)))], [])
    assert (seen["tone"], seen["share"]) == (6, 1.0)
    [none] = make("annotators", "skin_heim").look([picture(np.full((8, 8, 3), (58, 49, 42)))], [])
    assert (none["tone"], none["share"]) == (None, 0.0)


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("the person looks like a woman", "female"),
        ("A man", "male"),
        ("female.", "female"),
        ("a person", ""),
        ("", ""),
        ("a", ""),
        ("the person is a man", ""),  # DALL-Eval strips one opening only
    ],
)
def test_answers_are_read_as_dalleval_reads_them(answer: str, label: str) -> None:
    assert gender_of(answer) == label


def test_a_tie_of_the_two_texts_is_male() -> None:
    assert label_of(0.2, 0.2)["label"] == "male"
    assert label_of(0.2, 0.21)["label"] == "female"
