"""Where the eyes, the mouth and the nose of a face are, and whether they are large enough to judge: the thesis's rules.

Masrourisaadat (2023). Points are those of a five-point face detector (MTCNN there), in pixels of the image or face crop
that was looked at. The thesis gives the tests in pixels but not the margins of every crop; what is ours is said below.

In pixels, few faces pass that are not close-ups. The rules `strict` are ours: the same numbers as shares of the eyes'
distance, which the thesis wants to be 100 pixels, so that a face passes or fails whatever size it has.
"""

from typing import Literal, NamedTuple, TypeAlias

from paragone.core.errors import BadInput

Point: TypeAlias = tuple[float, float]  # x, y
Part: TypeAlias = Literal["face", "eyes", "mouth", "nose"]
Rules: TypeAlias = Literal["thesis", "strict"]
PARTS: tuple[Part, ...] = ("face", "eyes", "mouth", "nose")

FACE_TALLER = 15.0  # a face box is at least this much higher than wide; this rejects turned and cut faces
REAL_SURE = 0.99  # asked of real images only, so that poor drawings are not left out of the score
EYES_APART = 100.0
EYES_LEVEL = 8.0
MOUTH_WIDE = 35.0
NOSE_BUFFER = 10.0
LEAST_FACE = 40.0  # `strict`: pixels of a face's height, below which there is nothing to judge
FRONTAL = 0.3  # `strict`: of the face's width, how far apart the eyes of a face seen from before are at the least


class Face(NamedTuple):
    """A detected face: its box, how sure the detector is, and five points (left and right as seen in the image)."""

    box: tuple[float, float, float, float]  # x0, y0, x1, y1
    score: float
    left_eye: Point
    right_eye: Point
    nose: Point
    mouth_left: Point
    mouth_right: Point


class Crop(NamedTuple):
    """The box of a part, or None and why there is none."""

    box: tuple[float, float, float, float] | None
    reason: str = ""


def crop_of(face: Face, part: Part, *, is_real: bool = False, rules: Rules = "thesis") -> Crop:
    """The box of one part of a face under the thesis's rules, or under those relative to its size (`strict`).

    >>> face = Face((0, 0, 200, 240), 0.95, (40, 90), (160, 94), (100, 140), (70, 190), (130, 190))
    >>> crop_of(face, "eyes").box
    (10.0, 60.0, 190.0, 124.0)
    >>> crop_of(face, "face", is_real=True).reason
    'the detector is sure to 0.95; real faces need more than 0.99'
    """
    if part not in PARTS:
        raise BadInput(f"a face has no part {part!r} here; there are {', '.join(PARTS)}")
    if is_real and face.score <= REAL_SURE:
        return Crop(None, f"the detector is sure to {face.score:g}; real faces need more than {REAL_SURE:g}")
    x0, y0, x1, y1 = face.box
    apart = face.right_eye[0] - face.left_eye[0]
    if rules == "thesis":
        return {"face": _face, "eyes": _eyes, "mouth": _mouth, "nose": _nose}[part](face, 1.0)
    if y1 - y0 < LEAST_FACE:
        return Crop(None, f"the face is {y1 - y0:g} pixels high; it needs {LEAST_FACE:g}")
    if apart < FRONTAL * (x1 - x0):
        return Crop(
            None, f"the eyes are {apart / (x1 - x0):.2f} of the face apart, so it is turned; {FRONTAL:g} is asked"
        )
    return {"face": _face, "eyes": _eyes, "mouth": _mouth, "nose": _nose}[part](face, apart / EYES_APART)


def _face(face: Face, scale: float) -> Crop:
    x0, y0, x1, y1 = face.box
    taller = (y1 - y0) - (x1 - x0)
    if taller < FACE_TALLER * scale:
        return Crop(None, f"the face is {taller:g} pixels higher than wide; it needs {FACE_TALLER * scale:g}")
    return Crop((float(x0), float(y0), float(x1), float(y1)))


def _eyes(face: Face, scale: float) -> Crop:
    """Both eyes with a margin of a quarter of their distance on every side (the margin is ours)."""
    (left, upper), (right, lower) = face.left_eye, face.right_eye
    apart, uneven = right - left, abs(lower - upper)
    if apart < EYES_APART * scale:
        return Crop(None, f"the eyes are {apart:g} pixels apart; they need {EYES_APART * scale:g}")
    if uneven >= EYES_LEVEL * scale:
        return Crop(None, f"one eye is {uneven:g} pixels higher; they need less than {EYES_LEVEL * scale:g}")
    margin = apart / 4
    return Crop((left - margin, min(upper, lower) - margin, right + margin, max(upper, lower) + margin))


def _mouth(face: Face, scale: float) -> Crop:
    """The mouth with a margin of a third of its width on every side (the margin is ours)."""
    (left, upper), (right, lower) = face.mouth_left, face.mouth_right
    width = right - left
    if width < MOUTH_WIDE * scale:
        return Crop(None, f"the mouth is {width:g} pixels wide; it needs {MOUTH_WIDE * scale:g}")
    margin = width / 3
    return Crop((left - margin, min(upper, lower) - margin, right + margin, max(upper, lower) + margin))


def _nose(face: Face, scale: float) -> Crop:
    """From the middle of the eyes to the point of the nose, 10 pixels more above and below, and as wide as high."""
    x, y = face.nose
    middle = (face.left_eye[1] + face.right_eye[1]) / 2
    if y <= middle:
        return Crop(None, "the nose is not below the eyes")
    top, bottom = middle - NOSE_BUFFER * scale, y + NOSE_BUFFER * scale
    half = (bottom - top) / 2  # the width is ours
    return Crop((x - half, top, x + half, bottom))
