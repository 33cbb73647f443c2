"""Words of standard American English become those of a dialect, by a dictionary that you give, as HEIM does."""

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from paragone.assets.cache import path_of
from paragone.core.errors import BadInput
from paragone.core.keys import key_of
from paragone.perturbations._texts import TextPerturbation, check_probability
from paragone.perturbations._words import swapped, swapped_as_helm

ASSET = "sae-aave-dictionary"
# A few words as they are written in African American English, so that there is something without a download.
OURS: Mapping[str, Sequence[str]] = {
    "about": ("bout",),
    "are not": ("ain't",),
    "because": ("cuz", "cause"),
    "brother": ("bruh",),
    "brothers": ("brothas",),
    "for": ("fo",),
    "is not": ("ain't",),
    "isn't": ("ain't",),
    "something": ("sumn",),
    "that": ("dat",),
    "the": ("da",),
    "them": ("dem",),
    "this": ("dis",),
    "with": ("wit", "wif"),
    "your": ("yo",),
}


@dataclass(frozen=True, slots=True)
class Dialect(TextPerturbation):
    """`path` names a JSON file {"word": ["alternative", ...]}; without one, a small table of our own is taken.

    With `protocol = "heim"` it is the data set `sae-aave-dictionary`, which is HELM's (from VALUE).
    Every such word is replaced with probability `prob` by one of its alternatives; true captions follow.
    `protocol = "heim"` leaves the first and the last word of a text alone, as HELM's code does.
    """

    path: str = ""
    prob: float = 1.0
    protocol: Literal["strict", "heim"] = "strict"
    keeps_meaning: ClassVar[bool] = True
    changes_captions: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuse what is no probability, and a file that is no dictionary."""
        check_probability(self.prob)
        if self.path:
            _dictionary(Path(self.path))

    @property
    def version(self) -> str:
        """Code, and the hash of the dictionary."""
        return f"1+{key_of('dialect', {word: list(others) for word, others in self._words.items()})[:8]}"

    @property
    def _words(self) -> Mapping[str, Sequence[str]]:
        if self.path:
            return _dictionary(Path(self.path))
        return OURS if self.protocol == "strict" else _dictionary(path_of(ASSET))

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """HELM's dictionary, where nothing else is said."""
        return (ASSET,) if self.protocol == "heim" and not self.path else ()

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text as speakers of the dialect might write it."""
        swap = swapped if self.protocol == "strict" else swapped_as_helm
        return swap(text, self._words, rng, prob=self.prob, joiners="-")


@functools.cache
def _dictionary(path: Path) -> Mapping[str, Sequence[str]]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"the dictionary {path} cannot be read: {error}; give a JSON file") from error
    is_table = isinstance(found, dict) and all(
        word and isinstance(others, list) and others and all(isinstance(other, str) for other in others)
        for word, others in found.items()
    )
    if not is_table or not found:
        raise BadInput(f'{path} is no dictionary; write {{"word": ["alternative", ...]}}')
    return {str(word): tuple(others) for word, others in found.items()}


perturbation = Dialect
