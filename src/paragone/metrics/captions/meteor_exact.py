"""METEOR of captions on exact words: matches, and how few unbroken runs they form."""

from paragone.metrics.captions._captions import GIVEN, OneByOne
from paragone.stats.meteor import meteor_exact


def metric(captions: str = GIVEN) -> OneByOne:
    """METEOR 1.5 without stems, synonyms and paraphrases (Denkowski and Lavie, 2014), so below the full METEOR."""
    return OneByOne("meteor_exact", meteor_exact, captions)
