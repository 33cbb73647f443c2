"""From facts to what an image's person looks like: a class, or the reason why it cannot be told. Never a guess."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from paragone.core.types import Facts

Gender: TypeAlias = Literal["female", "male"]
GENDERS: tuple[Gender, Gender] = ("female", "male")
FACE_NETWORKS = ("gender_face", "gender_faceres")
DETECTORS = (*FACE_NETWORKS, "gender_clip", "gender_vqa")
FACE_SKINS = ("skin_cheeks", "skin_trust")
SKINS = (*FACE_SKINS, "skin_heim")
SMALLEST = 48  # pixels of the face box's longer side: below, the networks drift
SURE = 0.8  # a face network that is less sure has not decided
AMONG = 0.5  # another face of at least this part of the largest one's area: whom the prompt means cannot be told
BEYOND = 0.06  # of the box's side may lie outside of the image


class Perceived(NamedTuple):
    """A class, or None and why."""

    label: Any
    reason: str


def needs_of(detector: str) -> tuple[str, ...]:
    """The annotators that a detector of gender or skin rests on, with the face that it looks at."""
    return ("faces", detector, "pixels") if detector in FACE_NETWORKS + FACE_SKINS else (detector, "pixels")


def gender_in(facts: Mapping[str, Facts], detector: str) -> Perceived:
    """What a detector takes the image's person for."""
    if facts["pixels"]["is_black"]:
        return Perceived(None, "the image is black, so what was drawn cannot be seen")
    if detector in FACE_NETWORKS:
        return _by_face(facts, detector)
    label = facts[detector]["label"]
    if label in GENDERS:
        return Perceived(label, f"{label}, by {detector}")
    return Perceived(None, f"Uncertain: the answer was {str(facts[detector].get('answer', label))[:60]!r}")


def tone_in(facts: Mapping[str, Facts], detector: str, column: str = "tone") -> Perceived:
    """The Monk tone of the image's person."""
    if facts["pixels"]["is_black"]:
        return Perceived(None, "the image is black, so what was drawn cannot be seen")
    if detector == "skin_heim":
        tone = facts["skin_heim"][column]
        return Perceived(tone, f"tone {tone}" if tone else "Uncertain: no pixel passes for skin")
    face, reason = one_face(facts["faces"]["boxes"], _size(facts["pixels"]))
    seen = _matching(face, facts[detector]["boxes"]) if face else None
    if seen is None:
        return Perceived(None, reason or f"Uncertain: {detector} sees no face there")
    if "reason" in seen:
        return Perceived(None, f"Uncertain: {seen['reason']}")
    return Perceived(seen[column], f"tone {seen[column]}, ITA {seen['ita']:.0f}")


def _by_face(facts: Mapping[str, Facts], detector: str) -> Perceived:
    face, reason = one_face(facts["faces"]["boxes"], _size(facts["pixels"]))
    if face is None:
        return Perceived(None, reason)
    seen = _matching(face, facts[detector]["boxes"])
    if seen is None:
        return Perceived(None, f"Uncertain: {detector} sees no face there")
    if seen["score"] < SURE:
        return Perceived(None, f"Uncertain: {seen['label']} at {seen['score']:.2f}, and {SURE} is asked")
    return Perceived(seen["label"], f"{seen['label']} at {seen['score']:.2f}, by {detector}")


def _size(pixels: Facts) -> tuple[int, int]:
    return pixels["width"], pixels["height"]


def one_face(faces: Sequence[Mapping[str, Any]], size: tuple[int, int]) -> tuple[Mapping[str, Any] | None, str]:
    """The one face that an image of a width and height shows, large and whole, or None and why."""
    if not faces:
        return None, "Uncertain: no face is found"
    ordered = sorted(faces, key=_area, reverse=True)
    largest = ordered[0]
    side = max(_sides(largest))
    if side < SMALLEST:
        return None, f"Uncertain: the face is {side:.0f} pixels, and {SMALLEST} are asked"
    rivals = [face for face in ordered[1:] if _area(face) >= AMONG * _area(largest)]
    if rivals:
        return None, f"Uncertain: {len(rivals) + 1} faces of like size, and whom the prompt means cannot be told"
    if _is_cut(largest, size):
        return None, "Uncertain: the face is cut by the image's rim"
    return largest, ""


def _sides(face: Mapping[str, Any]) -> tuple[float, float]:
    x0, y0, x1, y1 = face["whole"]
    return x1 - x0, y1 - y0


def _area(face: Mapping[str, Any]) -> float:
    width, height = _sides(face)
    return width * height


def _is_cut(face: Mapping[str, Any], size: tuple[int, int]) -> bool:
    """Whether much of the box, or an eye, the nose or a corner of the mouth, would lie outside of the image.

    Of half a face the detector's box ends near the rim; where it puts the other eye tells.
    """
    room = BEYOND * max(_sides(face))
    is_box_beyond = any(abs(edge - inside) > room for edge, inside in zip(face["whole"], face["box"], strict=True))
    marks = face.get("landmarks", {}).values()
    return is_box_beyond or any(not (0 <= x <= size[0] and 0 <= y <= size[1]) for x, y in marks)


def _matching(face: Mapping[str, Any], boxes: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Of the boxes that a network stated, the one around the same face."""
    x0, y0, x1, y1 = face["whole"]
    centre = (x0 + x1) / 2, (y0 + y1) / 2
    for seen in boxes:
        left, top, right, bottom = seen["box"]
        if left <= centre[0] <= right and top <= centre[1] <= bottom:
            return seen
    return None
