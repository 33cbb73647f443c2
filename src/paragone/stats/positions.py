"""Words of position, their opposites, and captions that say the opposite: our own table for positional alignment.

TISE (Dinh et al., 2022) names fifteen words and replaces each by its opposite, but its table was never published; only
the pair "in front of" and "behind" is printed. This table is ours. "Between" has no true opposite and becomes "away
from"; "bottom" becomes "top", which is none of the fifteen.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

# Most telling first: in "on top of the box on the left" the word is "on top of".
OPPOSITES: Mapping[str, str] = {
    "in front of": "behind",
    "on top of": "under",
    "behind": "in front of",
    "above": "below",
    "below": "above",
    "inside": "outside",
    "outside": "inside",
    "between": "away from",
    "under": "on top of",
    "left": "right",
    "right": "left",
    "bottom": "top",
    "far from": "near",
    "far": "near",
    "near": "far from",
    "on": "under",
}
WORDS = tuple(
    word for word in OPPOSITES if word != "far from"
)  # TISE's fifteen; "far from" is "far" with its preposition


class Contrary(NamedTuple):
    """A caption's word of position, and the caption with its opposite."""

    word: str
    caption: str


def contrary(caption: str, word: str | None = None) -> Contrary | None:
    """The caption with a word of position replaced by its opposite; None where it has none.

    Only the first occurrence is replaced, whole words only. A word in capitals keeps its first one.

    >>> contrary("A dog in front of a house")
    Contrary(word='in front of', caption='A dog behind a house')
    >>> contrary("Below the bridge is a boat", "below").caption
    'Above the bridge is a boat'
    >>> contrary("Two cats") is None
    True
    """
    for known, opposite in OPPOSITES.items():
        if word is not None and known != word and not (word == "far" and known == "far from"):
            continue
        found = re.search(rf"\b{known}\b", caption, flags=re.IGNORECASE)
        if found:
            put = opposite.capitalize() if found[0][0].isupper() else opposite
            name = "far" if known == "far from" else known
            return Contrary(name, caption[: found.start()] + put + caption[found.end() :])
    return None
