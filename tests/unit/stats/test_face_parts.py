"""The thesis's tests on face parts, at and beside their thresholds."""

import pytest

from paragone.core.errors import BadInput
from paragone.stats.face_parts import Face, Part, crop_of

FACE = Face((0, 0, 200, 240), 0.999, (40, 90), (160, 94), (100, 140), (70, 190), (130, 190))


@pytest.mark.parametrize(
    ("part", "changed", "kept"),
    [
        ("face", {"box": (0, 0, 100, 115)}, True),
        ("face", {"box": (0, 0, 100, 114)}, False),
        ("eyes", {"right_eye": (140, 90)}, True),
        ("eyes", {"right_eye": (139, 90)}, False),
        ("eyes", {"right_eye": (160, 97.9)}, True),
        ("eyes", {"right_eye": (160, 98)}, False),
        ("mouth", {"mouth_right": (105, 190)}, True),
        ("mouth", {"mouth_right": (104, 190)}, False),
        ("nose", {"nose": (100, 93)}, True),
        ("nose", {"nose": (100, 92)}, False),
    ],
)
def test_a_part_is_kept_from_its_threshold_on(part: Part, changed: dict[str, tuple[float, ...]], kept: bool) -> None:
    found = crop_of(FACE._replace(**changed), part)  # type: ignore[arg-type]
    assert (found.box is not None) == kept
    assert bool(found.reason) != kept


def test_only_real_faces_must_be_certain() -> None:
    unsure = FACE._replace(score=0.99)
    assert crop_of(unsure, "mouth").box is not None
    assert crop_of(unsure, "mouth", is_real=True).box is None


def test_the_nose_reaches_ten_pixels_beyond_the_eyes_and_its_point() -> None:
    # Eyes at 92 on average, nose at 140: 82 to 150, so 68 wide around x = 100.
    assert crop_of(FACE, "nose").box == (66.0, 82.0, 134.0, 150.0)


def test_an_unknown_part_is_told() -> None:
    with pytest.raises(BadInput, match="there are face, eyes"):
        crop_of(FACE, "ear")  # type: ignore[arg-type]
