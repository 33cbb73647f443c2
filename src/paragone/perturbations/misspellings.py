"""Words misspelt as people misspell them: by a short list of our own, or by the one that HELM made of Wikipedia's."""

import functools
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from paragone.assets.cache import path_of
from paragone.assets.manifest import find
from paragone.core.keys import key_of
from paragone.perturbations._misspelt_words import WORDS
from paragone.perturbations._texts import TextPerturbation, check_probability

ASSET = "heim-misspellings"
Table = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Misspellings(TextPerturbation):
    """Each word of the list is misspelt with probability `prob` (HEIM: 0.1), every misspelling as likely.

    With `protocol = "heim"` the list is HELM's, a data set: `paragone data list heim-misspellings` says where it comes
    from.
    """

    prob: float = 0.1
    protocol: Literal["strict", "heim"] = "strict"
    keeps_meaning: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuse what is no probability, and an unknown protocol."""
        check_probability(self.prob)

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """HELM's list, where it is asked for."""
        return (ASSET,) if self.protocol == "heim" else ()

    @property
    def version(self) -> str:
        """Code, and the hash of the list."""
        return f"1+{find(ASSET).sha256[:8]}" if self.protocol == "heim" else f"1+{key_of('misspellings', WORDS)[:8]}"

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text with some words misspelt."""
        table = _table(path_of(ASSET)) if self.protocol == "heim" else OURS
        return misspelt(text, table, rng, prob=self.prob)


def misspelt(text: str, table: Mapping[str, Table], rng: np.random.Generator, *, prob: float) -> str:
    """The text with words of a table misspelt; the table is sorted by the first word of its entries.

    >>> misspelt("a cat, a hat", by_first_word({"a hat": ["ahat"]}), np.random.default_rng(0), prob=1.0)
    'a cat, ahat'
    """
    made, at = [], 0
    for word in re.finditer(r"\w+", text):
        if word.start() < at:  # inside an entry of several words that was replaced already
            continue
        for entry, wrong in table.get(word[0], {}).items():
            end = word.start() + len(entry)
            if text.startswith(entry, word.start()) and not re.match(r"\w", text[end:]):
                if rng.random() < prob:
                    made += [text[at : word.start()], wrong[int(rng.integers(len(wrong)))]]
                    at = end
                break
    return "".join([*made, text[at:]])


def by_first_word(entries: Mapping[str, list[str]]) -> Mapping[str, Table]:
    """A table of words and their misspellings, sorted by the first word: a look-up in place of thousands of matches."""
    table: dict[str, dict[str, tuple[str, ...]]] = {}
    for entry, wrong in entries.items():
        first = re.match(r"\w+", entry)
        if first:
            table.setdefault(first[0], {})[entry] = tuple(wrong)
    return table


@functools.cache
def _table(path: Path) -> Mapping[str, Table]:
    return by_first_word(json.loads(path.read_text(encoding="utf-8")))


OURS = by_first_word(WORDS)
perturbation = Misspellings
