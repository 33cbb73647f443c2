"""METEOR of captions on exact words: matches, and how few unbroken runs they form."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.metrics.captions._captions import OneByOne
from paragone.stats.captions import Words
from paragone.stats.meteor import meteor_exact


@dataclass(frozen=True)
class MeteorExact(OneByOne):
    """METEOR 1.5 without stems, synonyms and paraphrases (Denkowski and Lavie, 2014), so below the full METEOR."""

    title: ClassVar[str] = "METEOR, exact words"

    def score(self, caption: Words, references: Sequence[Words]) -> float:
        """The best over references."""
        return meteor_exact([caption], [references])[0]


metric = MeteorExact
