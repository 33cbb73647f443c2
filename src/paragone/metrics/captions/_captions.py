"""Captions of drawn images beside reference captions: what BLEU, CIDEr, METEOR and ROUGE-L read."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from paragone.core.components import ImageMetric, SetMetric
from paragone.core.keys import key_of_texts
from paragone.core.types import Cohort, Direction, Prompt, Score, SetScore, View
from paragone.metrics._names import NamedByOptions
from paragone.metrics._rows import annotator_of
from paragone.metrics._sets import refused
from paragone.stats.captions import Words
from paragone.stats.words import words_of

GIVEN = "caption_given.caption"
GROUPS = 20
Places = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Captioned(NamedByOptions):
    """What metrics of captions share: who captions the images, and what is read of a prompt.

    `captions` names an annotator and its column. References are `expect.references`, or else the prompt itself.
    """

    captions: str = GIVEN
    may_read: ClassVar[tuple[str, ...]] = ("references",)
    version: ClassVar[str] = "2"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator that states the captions."""
        return (annotator_of(self.captions),)

    @property
    def reads(self) -> tuple[str, ...]:
        """The text, and the caption where it comes with the prompt."""
        return ("text", "caption") if self.captions == GIVEN else ("text",)

    @property
    def column(self) -> str:
        """The column they are in: `vqa.answer` is the answer of `vqa`."""
        return self.captions.partition(".")[2] or "caption"


@dataclass(frozen=True)
class OneByOne(Captioned, ImageMetric):
    """A score of each caption by itself, from 0 to 1."""

    def judge(self, view: View, /) -> Score:
        """The score of one caption."""
        caption = str(view.facts[self.needs[0]][self.column])
        return Score(self.score(words_of(caption), references_of(view.prompt)), caption)

    @abstractmethod
    def score(self, caption: Words, references: Sequence[Words]) -> float:
        """How well it agrees with the references."""


@dataclass(frozen=True)
class Together(Captioned, SetMetric):
    """A score of all captions together."""

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The score of all captions, with a jackknife that leaves out groups of prompts."""
        facts = drawn.columns[self.needs[0]]
        if self.column not in facts:
            return refused(drawn, f"{self.needs[0]!r} states no {self.column!r}")
        captions = [words_of(str(text)) for text in facts[self.column]]
        truths = [references_of(prompt) for prompt in drawn.prompts]
        return jackknifed(
            drawn, lambda kept: self.score([captions[place] for place in kept], [truths[place] for place in kept])
        )

    @abstractmethod
    def score(self, captions: Sequence[Words], references: Sequence[Sequence[Words]]) -> float:
        """How well they agree with their references."""


def references_of(prompt: Prompt) -> list[list[str]]:
    """The reference captions of a prompt in words: `expect.references`, or else its own text.

    >>> references_of(Prompt("p", "A cat"))
    [['a', 'cat']]
    """
    return [words_of(text) for text in prompt.expect.references or (prompt.text,)]


def jackknifed(drawn: Cohort, score: Callable[[Places], float]) -> SetScore:
    """A score of captions (by their places) with the influences of groups of prompts, each left out in turn.

    A prompt's group follows from its id, so that groups are the same whichever model is judged. They differ in size;
    with h = prompts / prompts in the group, its influence is (h s - (h - 1) s_without - mean) / sqrt(G (h - 1)), the
    mean being that of the first two terms, bias corrected (Busing, Meijer and van der Leeden, 1999).
    """
    captions, prompts = len(drawn.prompts), {prompt.id for prompt in drawn.prompts}
    value = score(np.arange(captions))
    method = f"{captions} captions of {len(prompts)} prompts"
    groups = np.array([group_of(prompt.id) for prompt in drawn.prompts])
    present = sorted(set(groups.tolist()))
    if len(present) < 2:
        return SetScore(value, captions, drawn.missing, method, "no interval: there are too few prompts to leave out")
    sizes = np.array([sum(group_of(prompt) == group for prompt in prompts) for group in present])
    without = np.array([score(np.flatnonzero(groups != group)) for group in present])
    times = len(prompts) / sizes
    corrected = len(present) * value - ((1 - 1 / times) * without).sum()
    influences = (times * value - (times - 1) * without - corrected) / np.sqrt(len(present) * (times - 1))
    return SetScore(
        value,
        captions,
        drawn.missing,
        f"jackknife leaving out {len(present)} groups of prompts; {method}",
        influences={f"group {group}": float(part) for group, part in zip(present, influences, strict=True)},
        degrees=len(present) - 1,
    )


def group_of(prompt: str) -> int:
    """The group of a prompt, from 0 to 19, by its id alone."""
    return int(key_of_texts("group", prompt)[:12], 16) % GROUPS
