"""How many of each of COCO's classes a caption speaks of, by rule: number words and articles before class names.

TISE's thousand captions were counted by people and are not to be had but from its own file; this rule is ours. A class
of which the caption leaves the number open ("some dogs") is left out, as a metric must not punish what was not asked.
"""

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from paragone.scenarios.captions._classes import HEADS, WORDS, plural
from paragone.scenarios.captions._word_list import words_of

Form: TypeAlias = Literal["one", "two", "many", "either"]
NUMBERS: Mapping[str, int] = {
    **{"one": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8},
    **{"nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "dozen": 12, "both": 2},
}
SETS: Mapping[str, int] = {"couple": 2, "pair": 2, "trio": 3, "dozen": 12}  # "a couple of dogs"
ARTICLES = frozenset(words_of("a an the this that his her its their my your our another"))
DEFINITE = frozenset(words_of("the this that his her its their our"))
OPEN = frozenset(
    words_of("some many several few various multiple numerous lots other others more most these those each")
)
OPEN |= frozenset(words_of("every any no all assorted different"))
# A phrase begins after one of these.
BREAKS = frozenset(
    words_of(
        "of in on at with near by from to for over under behind beside into onto through along around across while as "
        "is are was were has have that who which and or but next front top inside outside between above below up down "
        "out off holding riding wearing eating playing flying driving using watching carrying pulling , . ; : ( )"
    )
)
REACH = 4  # words before the name, colours and the like, among which the number is looked for
# "A four sided clock" is one, and "a two way street" has no number of anything.
SORTS = frozenset(
    words_of("sided way story storey decker tiered tier layer layered wheeled door person year lane piece")
)
MASS = frozenset({"broccoli", "cake", "pizza"})  # without an article: so much of it, not one
TOKEN = re.compile(r"\d+|[a-z]+(?:['-][a-z]+)*|[,.;:()]")


@dataclass(frozen=True, slots=True)
class Mention:
    """A class named in a caption: which, how many (None: left open), whether it may mean those named before."""

    label: str
    count: int | None
    is_back: bool = False


def counts_in(caption: str) -> dict[str, int]:
    """So many of each class, where the caption says.

    >>> counts_in("A group of seven people having a meal at a single large table")
    {'person': 7, 'dining table': 1}
    >>> counts_in("Some dogs and a cat at the train station")
    {'cat': 1}
    """
    found: dict[str, int | None] = {}
    for mention in mentions_in(caption):
        before = found.get(mention.label, 0)
        if mention.label in found and (before is None or (mention.is_back and before > 0)):
            continue
        found[mention.label] = None if mention.count is None else (before or 0) + mention.count
    return {label: count for label, count in found.items() if count}


def mentions_in(caption: str) -> list[Mention]:
    """Every class that a caption names, in its order; the longest name wins, and "train station" names no train.

    >>> [mention.label for mention in mentions_in("A hot dog by a dog bowl")]
    ['hot dog', 'bowl']
    """
    words = TOKEN.findall(caption.lower())
    found: list[Mention] = []
    last = place = 0
    while place < len(words):
        label, form, length = _named_at(words, place)
        if not length:
            place += 1
            continue
        if not _is_part(words, place + length, form):
            is_bare = place == 0 and label not in MASS
            is_listed = bool(found) and found[-1].count == 1 and words[place - 1] in (",", "and") and place - last <= 2
            mention = _counted(words[last:place], label, form, is_single=is_bare or is_listed)
            if mention is not None:
                found.append(mention)
            last = place + length
        place += length
    return found


def _is_part(words: Sequence[str], place: int, form: Form) -> bool:
    """Whether a name is half of another: of a train station, a baby giraffe, a kite surfer."""
    if form == "many" or place >= len(words):
        return False
    if words[place - 1] == "orange" and words[place] not in BREAKS:
        return True
    return words[place] in HEADS or _named_at(words, place)[2] > 0


def _counted(before: Sequence[str], label: str, form: Form, *, is_single: bool) -> Mention | None:
    """The number that stands before a name; None where the name is used without one, as in "in bed"."""
    phrase = _phrase(before)
    number = _stated(phrase)
    if form == "two":
        return Mention(label, 2 * (number or 1))
    if number is not None:
        return Mention(label, number, is_back="one" in phrase)
    set_of = _set_before(before[: len(before) - len(phrase)])
    if set_of and form != "one":
        return Mention(label, 1 if label in ("scissors", "skis") else set_of)
    articles = [word for word in phrase if word in ARTICLES]
    if form == "many" or any(word in OPEN for word in phrase):
        return Mention(label, None, is_back=bool(articles))
    if form == "either" and not (articles and articles[-1] in ("a", "an", "another")):
        return Mention(label, None)
    if articles:
        return Mention(label, 1, is_back=articles[-1] in DEFINITE)
    return Mention(label, 1) if is_single or label == "person" else None


def _phrase(before: Sequence[str]) -> list[str]:
    """The words of the noun phrase that ends here, without its name."""
    found: list[str] = []
    for word in reversed(before[-REACH:]):
        if word in BREAKS and not (word == "and" and found and found[0] == "white"):
            break
        found.insert(0, word)
        if word in ARTICLES and word != "that":
            break
    return found


def _stated(phrase: Sequence[str]) -> int | None:
    """The last number of a phrase, unless it tells of what sort a thing is."""
    for word, after in reversed([*pairwise([*phrase, ""])]):
        if _number(word) and after not in SORTS:
            return _number(word)
    return None


def _number(word: str) -> int | None:
    return NUMBERS.get(word) or (int(word) if word.isdigit() and 0 < int(word) <= 20 else None)


def _set_before(words: Sequence[str]) -> int | None:
    """2 for words that end in "couple of", and so on."""
    if len(words) < 2 or words[-1] != "of":
        return None
    return SETS.get(words[-2])


@functools.cache
def _names() -> Mapping[tuple[str, ...], tuple[str, Form]]:
    found: dict[tuple[str, ...], tuple[str, Form]] = {}
    for label, words in WORDS.items():
        for word in words:
            many = plural(word)
            found[tuple(many.split())] = (label, "either" if many == word else "many")
            if many != word:
                found[tuple(word.split())] = (label, "one")
    return found | {("pair", "of", "scissors"): ("scissors", "one"), ("couple",): ("person", "two")}


def _named_at(words: Sequence[str], place: int) -> tuple[str, Form, int]:
    """The class named from here on, the form, and over how many words; no words: none is."""
    for length in (4, 3, 2, 1):
        name = tuple(words[place : place + length])
        if len(name) == length and name in _names():
            label, form = _names()[name]
            if name == ("couple",) and place + 1 < len(words) and words[place + 1] == "of":
                break
            return label, form, length
    return "", "one", 0
