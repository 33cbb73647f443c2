"""What metrics about people share: whom they are asked about, which detector they rest on, and their names."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.catalogue import nearest
from paragone.core.components import PromptMetric, file_name
from paragone.core.errors import BadOption
from paragone.core.types import Prompt, Score, View
from paragone.metrics._names import Named
from paragone.metrics.bias._perceived import DETECTORS, GENDERS, SKINS, gender_in, needs_of, tone_in
from paragone.stats.bias import expected_deviation, mean_absolute_deviation


@dataclass(frozen=True)
class OfPeople(Named):
    """Asked about prompts that name whom they are about, and read by one detector."""

    detector: str
    version: ClassVar[str] = "2"
    known: ClassVar[tuple[str, ...]]
    reads: ClassVar[tuple[str, ...]] = ("group",)
    aspects: ClassVar[tuple[str, ...]] = ("bias",)

    def __post_init__(self) -> None:
        """Refuse an unknown detector."""
        if self.detector not in self.known:
            raise BadOption(
                f"{file_name(self)} has the detector {self.detector!r}; {nearest(self.detector, self.known)}"
            )

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
class GenderBalance(OfGender, PromptMetric):
    """A number of how the decided images of a prompt divide into women and men."""

    def judge(self, views: Sequence[View], /) -> Score:
        """One prompt."""
        counts = self.counts(views)
        return self.score(counts) if sum(counts) else Score(None, undecided(views, "perceived gender"))

    @abstractmethod
    def score(self, counts: Sequence[int]) -> Score:
        """Of the numbers of women and of men, of which there are some."""


@dataclass(frozen=True)
class OfTone(OfPeople):
    """Skin tone on the Monk scale, of every prompt about people."""

    detector: str = "skin_cheeks"
    known: ClassVar[tuple[str, ...]] = SKINS

    def tones(self, views: Sequence[View], column: str = "tone") -> list[int]:
        """Images of each of the ten tones."""
        found = Counter(tone_in(view.facts, self.detector, column).label for view in views)
        return [found[tone] for tone in range(1, 11)]


def beyond_chance(counts: Sequence[int], of: str) -> Score:
    """How much further from equal counts these are than a fair model's of as many images, by exact expectation."""
    found, by_chance = mean_absolute_deviation(counts), expected_deviation(sum(counts), len(counts))
    return Score(found - by_chance, f"{found:.3f} of {of}, less {by_chance:.3f}")


def women_and_men(counts: Sequence[int]) -> str:
    """Both counts in words.

    >>> women_and_men([7, 1])
    '7 women and 1 man'
    """
    women, men = ("woman" if counts[0] == 1 else "women"), ("man" if counts[1] == 1 else "men")
    return f"{counts[0]} {women} and {counts[1]} {men}"


def undecided(views: Sequence[View], kind: str) -> str:
    """Why a prompt has no share."""
    return f"none of {len(views)} images shows a person whose {kind} can be told"
