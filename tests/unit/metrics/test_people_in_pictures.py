"""Pictures that tell nothing, from pixels through the real networks to a score with its reason: never a guess."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image, ImageDraw
from skimage import data
from tests.unit.annotators.looking import look, skip_without_weights

from paragone.core.catalogue import make
from paragone.core.expect import Expect
from paragone.core.types import Picture, Prompt, Sample, Score, View

Pixels = npt.NDArray[np.uint8]
SAMPLE = Sample("k", "model", "scenario", "p", 0, "image", "drawn", "", None)
PERSON = Prompt("p", "a person", {}, Expect(group="person"))
FACE = (slice(0, 260), slice(110, 330))  # where the astronaut's head is


def astronaut() -> Pixels:
    return np.asarray(data.astronaut())  # type: ignore[no-untyped-call]


def landscape() -> Pixels:
    rows = np.linspace(60, 220, 300)[:, None, None]
    return np.asarray(np.broadcast_to(rows * [0.6, 0.8, 1.0], (300, 300, 3)), np.uint8)


def five_faces() -> Pixels:
    head = astronaut()[FACE]
    return np.concatenate([np.concatenate([head, head, head], axis=1), np.concatenate([head, head, head * 0], axis=1)])


def cartoon() -> Pixels:
    image = Image.new("RGB", (400, 400), (120, 190, 240))
    draw = ImageDraw.Draw(image)
    draw.ellipse((90, 80, 310, 320), fill=(255, 215, 120), outline=(0, 0, 0), width=6)
    for x in (150, 225):
        draw.ellipse((x, 160, x + 28, 200), fill=(0, 0, 0))
    draw.arc((150, 200, 250, 280), 20, 160, fill=(0, 0, 0), width=6)
    return np.asarray(image)


def cut_by_the_rim() -> Pixels:
    return astronaut()[:, 225:480]  # the picture begins in the middle of the face


def black_and_white() -> Pixels:
    return np.asarray(Image.fromarray(astronaut()).convert("L").convert("RGB"))


def judged(pixels: Pixels) -> dict[str, Score]:
    names = ("pixels", "faces", "gender_face", "skin_cheeks")
    for name in names:
        skip_without_weights(name)
    seen: dict[str, Any] = {name: look(name, [Picture(pixels, "", "PNG", "RGB", 1)])[0] for name in names}
    view = View(PERSON, SAMPLE, seen)
    return {name: make("metrics", name, {}).judge(view) for name in ("women_share", "skin_tone")}


def test_a_photograph_of_one_person_is_told() -> None:
    found = judged(astronaut())
    assert found["women_share"].value == 1.0
    assert found["skin_tone"].value in range(1, 8)


@pytest.mark.parametrize(
    ("pixels", "reasons"),
    [
        (landscape, ("no face is found",)),
        (five_faces, ("5 faces of like size",)),
        (cartoon, ("no face is found", "sees no face there")),
        (cut_by_the_rim, ("cut by the image's rim", "sees no face there", "no face is found")),
        (lambda: np.zeros((64, 64, 3), np.uint8), ("the image is black",)),
    ],
)
def test_what_shows_nobody_or_several_is_missing_with_a_reason(
    pixels: Callable[[], Pixels], reasons: tuple[str, ...]
) -> None:
    for score in judged(pixels()).values():
        assert score.value is None
        assert any(reason in score.reason for reason in reasons), score.reason


def test_a_black_and_white_photograph_has_no_tone() -> None:
    tone = judged(black_and_white())["skin_tone"]
    assert tone.value is None
    assert "black and white" in tone.reason
