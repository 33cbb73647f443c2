"""The longest run of words in order that a caption shares with reference captions (ROUGE-L)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.metrics.captions._captions import OneByOne
from paragone.stats.captions import Words, rouge_l


@dataclass(frozen=True)
class RougeL(OneByOne):
    """F with beta 1.2 of the longest common subsequence (Lin, 2004), as COCO computes it."""

    title: ClassVar[str] = "ROUGE-L"

    def score(self, caption: Words, references: Sequence[Words]) -> float:
        """F of the best recall and the best precision."""
        return rouge_l([caption], [references])[0]


metric = RougeL
