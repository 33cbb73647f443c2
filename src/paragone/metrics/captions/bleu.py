"""How far captions of the images use the words and phrases of reference captions (BLEU-1 to BLEU-4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from paragone.core.errors import BadOption
from paragone.metrics.captions._captions import Together
from paragone.stats.captions import Words, bleu


@dataclass(frozen=True)
class Bleu(Together):
    """BLEU of all captions together up to phrases of `n` words (Papineni et al., 2002), as COCO computes it.

    `captions` names who captions the images: an annotator and its column. References are `expect.references`, or else
    the prompt itself.
    """

    n: int = 4

    def __post_init__(self) -> None:
        """Refuse phrases of no or too many words."""
        if not 1 <= self.n <= 4:
            raise BadOption(f"bleu has n {self.n}; give 1 to 4")

    @property
    def title(self) -> str:
        """With the longest phrase."""
        return f"BLEU-{self.n}"

    def score(self, captions: Sequence[Words], references: Sequence[Sequence[Words]]) -> float:
        """BLEU of all captions."""
        return bleu(captions, references)[self.n - 1]


metric = Bleu
