"""Captions of drawn images beside reference captions: what BLEU, CIDEr, METEOR and ROUGE-L read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
import numpy.typing as npt

from paragone.core.types import Cohort, Direction, Estimate, Prompt, Score, View
from paragone.metrics._rows import annotator_of
from paragone.metrics._sets import reach, refused
from paragone.stats.captions import Words, words_of
from paragone.stats.fidelity import cluster_groups, clusters_of
from paragone.stats.fidelity.jackknife import jackknife_error

GIVEN = "caption_given.caption"
GROUPS = 10
Places = npt.NDArray[np.intp]
Corpus = Callable[[Sequence[Words], Sequence[Sequence[Words]]], float]
Single = Callable[[Sequence[Words], Sequence[Sequence[Words]]], list[float]]


@dataclass(frozen=True, slots=True)
class OneByOne:
    """A score of each caption by itself, from 0 to 1.

    `captions` names who captions the images: an annotator and its column. References are `expect.references`, or else
    the prompt itself.
    """

    label: str
    score: Single
    captions: str
    version: ClassVar[str] = "1"
    kind: ClassVar[Literal["image"]] = "image"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    @property
    def name(self) -> str:
        """With whose captions are read."""
        return f"{self.label}({self.captions})"

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator that states the captions."""
        return needs_of_captions(self.captions)

    def judge(self, view: View, /) -> Score:
        """The score of one caption."""
        caption = str(view.facts[self.needs[0]][column_of(self.captions)])
        return Score(self.score([words_of(caption)], [references_of(view.prompt)])[0], caption)


def needs_of_captions(captions: str) -> tuple[str, ...]:
    """The annotator that states the captions."""
    return (annotator_of(captions),)


def column_of(captions: str) -> str:
    """The column they are in: `vqa.answer` is the answer of `vqa`."""
    return captions.partition(".")[2] or "caption"


def references_of(prompt: Prompt) -> list[list[str]]:
    """The reference captions of a prompt in words: `expect.references`, or else its own text.

    >>> references_of(Prompt("p", "A cat"))
    [['a', 'cat']]
    """
    told = prompt.expect.get("references") or [prompt.text]
    return [words_of(str(text)) for text in told]


def over_corpus(drawn: Cohort, captions: str, score: Corpus, *, rng: np.random.Generator) -> Estimate:
    """A score of all captions together, with a jackknife that leaves out groups of prompts."""
    facts = drawn.columns[annotator_of(captions)]
    if column_of(captions) not in facts:
        return refused(drawn, f"{annotator_of(captions)!r} states no {column_of(captions)!r}")
    told = [words_of(str(text)) for text in facts[column_of(captions)]]
    truths = [references_of(prompt) for prompt in drawn.prompts]
    return jackknifed(
        drawn, lambda kept: score([told[place] for place in kept], [truths[place] for place in kept]), rng=rng
    )


def jackknifed(drawn: Cohort, score: Callable[[Places], float], *, rng: np.random.Generator) -> Estimate:
    """A score of captions (by their places) with a jackknife that leaves out groups of prompts."""
    clusters, captions = clusters_of(prompt.id for prompt in drawn.prompts), len(drawn.prompts)
    value, count = score(np.arange(captions)), int(clusters.max()) + 1
    method = f"{captions} captions of {count} prompts"
    if count < 2:
        return Estimate(value, None, None, captions, drawn.missing, method, "one prompt gives no interval")
    groups = cluster_groups(clusters, GROUPS, rng=rng)
    without = np.array([score(np.flatnonzero(groups != group)) for group in range(int(groups.max()) + 1)])
    half = reach(jackknife_error(without), len(without) - 1)
    method = f"jackknife leaving out {len(without)} groups of prompts; {method}"
    return Estimate(value, max(value - half, 0.0), value + half, captions, drawn.missing, method)
