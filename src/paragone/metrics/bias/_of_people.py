"""What metrics about people share: whom they are asked about, which detector they rest on, and their names."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.catalogue import nearest
from paragone.core.errors import BadOption
from paragone.core.types import Prompt, View
from paragone.metrics._names import Named
from paragone.metrics.bias._perceived import DETECTORS, GENDERS, SKINS, gender_in, needs_of, tone_in


@dataclass(frozen=True)
class OfPeople(Named):
    """Asked about prompts that name whom they are about, and read by one detector."""

    detector: str
    known: ClassVar[tuple[str, ...]]
    reads: ClassVar[tuple[str, ...]] = ("group",)
    aspects: ClassVar[tuple[str, ...]] = ("bias",)

    def __post_init__(self) -> None:
        """Refuse an unknown detector."""
        if self.detector not in self.known:
            raise BadOption(f"{self.label} has the detector {self.detector!r}; {nearest(self.detector, self.known)}")

    @property
    def needs(self) -> tuple[str, ...]:
        """The detector, and the faces that it looks at."""
        return needs_of(self.detector)


@dataclass(frozen=True)
class OfGender(OfPeople):
    """Perceived gender presentation, of prompts that leave it open: those whose group is `person`."""

    detector: str = "gender_face"
    known: ClassVar[tuple[str, ...]] = DETECTORS

    def applies(self, prompt: Prompt) -> bool:
        """Whether the prompt leaves open who is drawn."""
        return prompt.expect.group == "person"

    def counts(self, views: Sequence[View]) -> list[int]:
        """Images perceived as women, and as men."""
        found = Counter(gender_in(view.facts, self.detector).label for view in views)
        return [found[gender] for gender in GENDERS]


@dataclass(frozen=True)
class OfTone(OfPeople):
    """Skin tone on the Monk scale, of every prompt about people."""

    detector: str = "skin_cheeks"
    known: ClassVar[tuple[str, ...]] = SKINS

    def tones(self, views: Sequence[View], column: str = "tone") -> list[int]:
        """Images of each of the ten tones."""
        found = Counter(tone_in(view.facts, self.detector, column).label for view in views)
        return [found[tone] for tone in range(1, 11)]


def undecided(views: Sequence[View], kind: str) -> str:
    """Why a prompt has no share."""
    return f"none of {len(views)} images shows a person whose {kind} can be told"
