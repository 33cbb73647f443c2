"""TISE's caption sets made by rule from prompts: each metric's own, where the source's files are not at hand.

The rules are ours; TISE (Dinh et al., 2022) publishes the sizes (its table 10) and one example of each. Whatever is
chosen by chance is chosen by the prompts' ids and a seed, so the order of a file changes nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from paragone.core.expect import Expect, Thing
from paragone.core.keys import key_of
from paragone.core.types import Prompt
from paragone.scenarios.captions._classes import CLASSES
from paragone.scenarios.captions._counts import counts_in, mentions_in
from paragone.stats.positions import WORDS, contrary

MISMATCHED = 99
SIZES = {"realism": 10_000, "rprecision": 5_000, "soa": 15_223, "pa": 1_046, "ca": 1_000}  # TISE's table 10


def chosen(prompts: Iterable[Prompt], n: int, seed: int) -> list[Prompt]:
    """So many of them, in an order of chance that the ids alone decide."""
    return sorted(prompts, key=lambda prompt: key_of("chosen", seed, prompt.id))[:n]


def realism(prompts: Sequence[Prompt], n: int, seed: int) -> list[Prompt]:
    """One caption of each photograph, for so many photographs."""
    first: dict[str, Prompt] = {}
    for prompt in chosen(prompts, len(prompts), seed):
        first.setdefault(prompt.tags.get("image", prompt.id), prompt)
    return list(first.values())[:n]


def rprecision(prompts: Sequence[Prompt], n: int, seed: int) -> list[Prompt]:
    """Each with 99 captions of other photographs, no two alike and none its own; fewer where there are too few."""
    return with_mismatched(prompts, realism(prompts, n, seed), seed)


def with_mismatched(every: Sequence[Prompt], some: Sequence[Prompt], seed: int) -> list[Prompt]:
    """Some of the prompts, each with 99 captions out of all."""
    texts: dict[str, str] = {}  # by text, the photograph
    for prompt in sorted(every, key=lambda prompt: prompt.id):
        texts.setdefault(prompt.text, prompt.tags.get("image", prompt.id))
    return [_with_mismatched(prompt, texts, seed) for prompt in some]


def _with_mismatched(prompt: Prompt, texts: dict[str, str], seed: int) -> Prompt:
    every = list(texts)
    own = prompt.tags.get("image", prompt.id)
    rng = np.random.default_rng(int(key_of("mismatched", seed, prompt.id), 16))
    others: list[str] = []
    for place in rng.permutation(len(every)):
        text = every[place]
        if text != prompt.text and texts[text] != own:
            others.append(text)
            if len(others) == MISMATCHED:
                break
    return replace(prompt, expect=replace(prompt.expect, distractors=tuple(others)))


def object_accuracy(prompts: Sequence[Prompt], n: int, seed: int) -> list[Prompt]:
    """For each class, captions that name it: as many for every class as n allows; the class is what is expected."""
    by_class: dict[str, list[Prompt]] = {label: [] for label in CLASSES}
    for prompt in chosen(prompts, len(prompts), seed):
        for label in dict.fromkeys(mention.label for mention in mentions_in(prompt.text)):
            by_class[label].append(prompt)
    return [
        replace(
            prompt,
            id=f"label_{CLASSES.index(label):02d}_{label.replace(' ', '')}_{prompt.id}",
            tags={**prompt.tags, "class": label},
            expect=Expect(objects=(Thing(label),)),
        )
        for label, prompt in _in_turns(by_class, n)
    ]


def positions(prompts: Sequence[Prompt], n: int, seed: int) -> list[Prompt]:
    """For each word of position, captions that have it, with the caption that says its opposite."""
    by_word: dict[str, list[Prompt]] = {word: [] for word in WORDS}
    for prompt in chosen(prompts, len(prompts), seed):
        for word in WORDS:
            turned = _turned(prompt.text, word)
            if turned is not None:
                expect = replace(prompt.expect, distractors=(turned,))
                name = f"{word.replace(' ', '_')}_{prompt.id}"
                by_word[word].append(replace(prompt, id=name, tags={**prompt.tags, "word": word}, expect=expect))
    return [prompt for _, prompt in _in_turns(by_word, n)]


def _turned(caption: str, word: str) -> str | None:
    """The false caption; None where the word is not there, or is part of another phrase ("on" in "on top of")."""
    found = contrary(caption, word)
    if found is None or (word == "on" and "on top of" in caption.lower()):
        return None
    return found.caption


def counting(prompts: Sequence[Prompt], n: int, seed: int) -> list[Prompt]:
    """Captions that say how many there are of a class, with these counts; those with a number above one first."""
    found = [(prompt, counts) for prompt in chosen(prompts, len(prompts), seed) if (counts := counts_in(prompt.text))]
    found.sort(key=lambda pair: max(pair[1].values()) < 2)  # stable: chance decides within each half
    return [
        replace(prompt, expect=replace(prompt.expect, objects=tuple(Thing(*item) for item in counts.items())))
        for prompt, counts in found[:n]
    ]


def _in_turns(groups: dict[str, list[Prompt]], n: int) -> list[tuple[str, Prompt]]:
    """One of each group, then another of each, until there are n; in the order of the groups."""
    taken = dict.fromkeys(groups, 0)
    left = n
    while left and (open_ones := [name for name, some in groups.items() if taken[name] < len(some)]):
        for name in open_ones[:left]:
            taken[name] += 1
        left -= min(left, len(open_ones))
    return [(name, prompt) for name, some in groups.items() for prompt in some[: taken[name]]]
