"""A question: what is asked of which images, and what an answer is worth."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple

from paragone.scenes.vocabulary import Skill

Kind = Literal["scale", "choice", "number", "text", "pair", "best", "boxes"]
Shows = Literal["image", "pair", "row", "group"]
CELLS = 6  # a side of the raster of `boxes`
LONGEST = 2000  # characters of free text


class Answer(NamedTuple):
    """An answer as it is stored: a number where there is one, and words."""

    value: float | None
    words: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a study."""

    name: str
    ask: str
    kind: Kind
    shows: Shows = "image"
    options: tuple[str, ...] = ()
    help: str = ""
    needs_prompt: bool = False  # the words are shown beside the image
    checks_words: bool = False  # another prompt's words beside the image have a known answer
    mixes_real: bool = False  # the source shows real images among the drawn ones
    is_detection: bool = False  # right or wrong: real or fake
    staircase: bool = False  # shown for a limited time, shorter after right answers
    suggest: bool = False  # a field that completes, for many options
    low: float = 0
    high: float = 100
    skill: Skill | None = None  # the prompt itself says which answer is right: then that is what counts

    @property
    def bounds(self) -> tuple[float, float]:
        """The ends of what an answer can be worth; infinite where it is words."""
        if self.skill:
            return 0.0, 1.0
        if self.kind == "scale":
            return 1.0, float(len(self.options))
        if self.kind == "number":
            return float(self.low), float(self.high)
        return (0.0, 1.0) if self.kind in ("boxes", "pair", "best") else (-math.inf, math.inf)

    def choices(self, images: int) -> tuple[str, ...]:
        """The options as shown; of `best` one for each image."""
        if self.kind == "best":
            return tuple("ABCDEFGH"[:images])
        return self.options

    def read(self, given: Sequence[str], *, images: int) -> Answer | None:
        """What was sent as an answer; None if it is none."""
        if self.kind == "boxes":
            return self._cells(given)
        text = given[0].strip() if given else ""
        if self.kind == "text":
            kept = text[:LONGEST]
            return Answer(_of_lines(kept) if self.name == "copyright" else None, kept) if text else None
        if self.kind == "number":
            return self._number(text)
        choices = self.choices(images)
        if text not in choices:
            return None
        return Answer(self._worth(choices.index(text), len(choices)), text)

    def _worth(self, place: int, choices: int) -> float | None:
        if self.kind == "scale":
            return float(place + 1)
        if self.kind == "pair":
            return 1 - place / (choices - 1)  # the first wins 1, the last 0, a tie between them
        return None

    def _number(self, text: str) -> Answer | None:
        try:
            number = float(text)
        except ValueError:
            return None
        return Answer(number, text) if math.isfinite(number) and self.low <= number <= self.high else None

    @staticmethod
    def _cells(given: Sequence[str]) -> Answer | None:
        names = {f"{row}-{column}" for row in range(CELLS) for column in range(CELLS)}
        ticked = sorted(set(given) & names)
        if not ticked and "none" not in given:
            return None
        return Answer(len(ticked) / CELLS**2, json.dumps(ticked))

    def as_json(self) -> dict[str, Any]:
        """What the study's store keeps."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Question":
        """The same read back."""
        return cls(**{**stored, "options": tuple(stored.get("options", ()))})


def _of_lines(text: str) -> float:
    """HEIM's copyright: 1 where any line is more than "none"."""
    return float(any(line.strip() and line.strip().lower() != "none" for line in text.splitlines()))
