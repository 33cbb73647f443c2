"""Captions of drawn images beside reference captions: what BLEU, CIDEr, METEOR and ROUGE-L read."""

from collections.abc import Callable, Sequence

import numpy as np

from paragone.core.types import Cohort, Estimate, Prompt
from paragone.metrics._rows import annotator_of
from paragone.metrics._sets import reach, refused
from paragone.stats.captions import Words, words_of
from paragone.stats.fidelity import cluster_groups, clusters_of
from paragone.stats.fidelity.jackknife import jackknife_error

GIVEN = "caption_given.caption"
GROUPS = 10
Corpus = Callable[[Sequence[Words], Sequence[Sequence[Words]]], float]


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
    value, clusters = score(told, truths), clusters_of(prompt.id for prompt in drawn.prompts)
    count = int(clusters.max()) + 1
    method = f"{len(told)} captions of {count} prompts"
    if count < 2:
        return Estimate(value, None, None, len(told), drawn.missing, method, "one prompt gives no interval")
    groups = cluster_groups(clusters, GROUPS, rng=rng)
    rest = [np.flatnonzero(groups != group) for group in range(int(groups.max()) + 1)]
    without = np.array([score([told[place] for place in kept], [truths[place] for place in kept]) for kept in rest])
    half = reach(jackknife_error(without), len(rest) - 1)
    method = f"jackknife leaving out {len(rest)} groups of prompts; {method}"
    return Estimate(value, max(value - half, 0.0), value + half, len(told), drawn.missing, method)
