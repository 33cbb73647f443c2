"""The longest run of words in order that a caption shares with reference captions (ROUGE-L)."""

from paragone.metrics.captions._captions import GIVEN, OneByOne
from paragone.stats.captions import rouge_l


def metric(captions: str = GIVEN) -> OneByOne:
    """F with beta 1.2 of the longest common subsequence (Lin, 2004), as COCO computes it."""
    return OneByOne("rouge_l", rouge_l, captions)
