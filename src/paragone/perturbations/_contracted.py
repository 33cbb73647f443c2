"""English words that are written together, and what they stand for."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.perturbations._texts import TextPerturbation

CURLY = "\u2019"  # the apostrophe that word processors write
# Ending, what it stands for, and the words that take it.
ENDINGS = (
    ("'d", "would", "he i it she that there they we you"),
    ("'d", "did", "how where"),
    ("'d've", "would have", "he you"),
    ("'ll", "will", "he how i it she they we who you"),
    ("'m", "am", "i"),
    ("'re", "are", "they we what you"),
    ("'s", "is", "he how it she that there what when where who why"),
    ("'ve", "have", "could i might must should they we where who would you"),
    ("n't", "not", "are could did do does had has have is might must need ought should was were would"),
)
ODD = {"ain't": "is not", "can't": "cannot", "can't've": "cannot have", "how'd'y": "how do you", "ma'am": "madam"}
ODD |= {"shan't": "shall not", "won't": "will not"}

EXPANSIONS: Mapping[str, str] = ODD | {
    f"{word}{ending}": f"{word} {meaning}" for ending, meaning, words in ENDINGS for word in words.split()
}
CONTRACTIONS: Mapping[str, str] = {  # "is not" is two of them: the usual one, which comes last, is taken
    meaning: short for short, meaning in EXPANSIONS.items()
}


@dataclass(frozen=True, slots=True)
class Rewritten(TextPerturbation):
    """Changes words as a table says, and no meaning."""

    table: ClassVar[Mapping[str, str]]
    before_space: ClassVar[bool] = False  # whether only there
    keeps_meaning: ClassVar[bool] = True

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text with the table's words."""
        return replaced(text, self.table, before_space=self.before_space)


def replaced(text: str, table: Mapping[str, str], *, before_space: bool) -> str:
    """Entries of the table that stand by themselves replaced, the first letter as it was.

    >>> replaced("It is late, and they were not here", CONTRACTIONS, before_space=True)
    "It's late, and they weren't here"
    """
    # Shorter ones first, as in HELM's table: "he would have" becomes "he'd have".
    either = "|".join(re.escape(words) for words in sorted(table, key=lambda words: (words.split()[0], len(words))))
    pattern = rf"\b({either})\b".replace("'", f"['{CURLY}]") + ("(?= )" if before_space else "")

    def other(found: re.Match[str]) -> str:
        return found[0][0] + table[found[0].lower().replace(CURLY, "'")][1:]

    return re.sub(pattern, other, text, flags=re.IGNORECASE)
