"""Annotators without weights that tests install as a plug-in: enough for almost every metric to have a number."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from paragone.core.components import Annotator, Subject
from paragone.core.keys import key_of
from paragone.core.types import Column, Facts, Picture, Prompt

ENTRY_POINTS = """
[paragone.annotators]
thumb_image = plug:ThumbImage
thumb_text = plug:ThumbText
thumb_boxes = plug:ThumbBoxes
"""
LABELS = ("dog", "car", "person", "bus")


def vector_of(text: str) -> "np.ndarray[Any, np.dtype[np.float32]]":
    """Twelve numbers that a text gives, the same on any machine."""
    rng = np.random.default_rng(int(key_of(text), 16))
    return rng.normal(size=12).astype(np.float32)


class ThumbImage(Annotator):
    """The mean colour of each quarter of an image."""

    name: ClassVar[str] = "thumb_image"
    version: ClassVar[str] = "1"
    batch: ClassVar[int] = 8
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector", "logits": "vector"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> list[Facts]:
        return [{"vector": _quarters(picture), "logits": 2 * _quarters(picture)} for picture in pictures]


def _quarters(picture: Picture) -> "np.ndarray[Any, np.dtype[np.float32]]":
    height, width, _ = picture.pixels.shape
    parts = [picture.pixels[y : y + height // 2, x : x + width // 2] for y in (0, height // 2) for x in (0, width // 2)]
    return np.concatenate([part.mean(axis=(0, 1)) / 64 for part in parts]).astype(np.float32)


class ThumbText(Annotator):
    """What a text is to the same encoder: numbers of its own."""

    name: ClassVar[str] = "thumb_text"
    version: ClassVar[str] = "1"
    batch: ClassVar[int] = 8
    subject: ClassVar[Subject] = "prompt"
    reads: ClassVar[tuple[str, ...]] = ("text",)
    may_read: ClassVar[tuple[str, ...]] = ("references", "distractors")
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector", "references": "vector", "distractors": "vector"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> list[Facts]:
        return [
            {"vector": vector_of(prompt.text)}
            | {name: _joined(getattr(prompt.expect, name)) for name in ("references", "distractors")}
            for prompt in prompts
        ]


def _joined(texts: Sequence[str]) -> Any:
    return np.concatenate([vector_of(text) for text in texts]) if texts else np.zeros(0, np.float32)


class ThumbBoxes(Annotator):
    """Boxes that an image's own bytes decide."""

    name: ClassVar[str] = "thumb_boxes"
    version: ClassVar[str] = "1"
    batch: ClassVar[int] = 8
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json", "width": "integer", "height": "integer"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> list[Facts]:
        return [
            {"boxes": _boxes(picture), "width": picture.pixels.shape[1], "height": picture.pixels.shape[0]}
            for picture in pictures
        ]


def _boxes(picture: Picture) -> list[dict[str, Any]]:
    rng = np.random.default_rng(int(picture.content[:16], 16))
    places = rng.integers(0, 8, (int(rng.integers(1, 4)), 2)).tolist()
    return [
        {"label": LABELS[int(rng.integers(4))], "score": 0.9, "box": [x, y, x + 6, y + 6], "colour": "red"}
        for x, y in places
    ]
