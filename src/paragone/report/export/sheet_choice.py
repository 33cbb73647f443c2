"""Which prompts a contact sheet shows, by a rule that can be printed on it: chance, best, worst, most different."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from paragone.core.errors import BadInput, UnknownName
from paragone.core.keys import key_of

Rule: TypeAlias = Literal["random", "best", "worst", "different"]
RULES: tuple[Rule, ...] = ("random", "best", "worst", "different")
# The subjects of the thesis's figures (Masrourisaadat, 2023, section 5.2), by words in the caption: our lists.
SUBJECTS: Mapping[str, str] = {
    "hands": r"hands?|fingers?|holding|holds?|waving|shaking|clapping|writing|pointing",
    "faces": r"faces?|smil\w+|laugh\w*|portrait|man|woman|boy|girl|person|selfie",
    "groups": r"group|crowd|people|men|women|children|kids|family|team|couple|friends|several|many",
    "numbers": r"two|three|four|five|six|seven|eight|nine|ten|dozen|\d+",
}


class Candidate(NamedTuple):
    """A prompt that could be shown, with the score of each model on it, if it has one."""

    prompt_id: str
    text: str
    scores: Mapping[str, float]


class Choice(NamedTuple):
    """The prompts chosen, and the rule in words."""

    prompts: tuple[Candidate, ...]
    words: str


def rule_called(name: str) -> Rule:
    """The rule of that name."""
    found = next((rule for rule in RULES if rule == name), None)
    if found is None:
        raise UnknownName(f"no rule is called {name!r}; there are {', '.join(RULES)}")
    return found


def about(candidates: Sequence[Candidate], subject: str) -> list[Candidate]:
    """Those whose text has one of the subject's words.

    >>> [one.text for one in about([Candidate("a", "Two dogs", {}), Candidate("b", "A dog", {})], "numbers")]
    ['Two dogs']
    """
    if subject not in SUBJECTS:
        raise BadInput(f"no subject is called {subject!r}; there are {', '.join(SUBJECTS)}")
    word = re.compile(rf"\b(?:{SUBJECTS[subject]})\b", flags=re.IGNORECASE)
    return [one for one in candidates if word.search(one.text)]


def choose(
    candidates: Sequence[Candidate], rule: Rule, count: int, *, seed: int = 0, metric: str = "", better: int = 1
) -> Choice:
    """So many prompts by a rule; ties are broken by chance of the seed, never by hand.

    `best` and `worst` go by the mean over models, `different` by the range between models. `better` is 1 where more of
    the metric is better, -1 where less is.
    """
    shuffled = sorted(candidates, key=lambda one: key_of("sheet", seed, one.prompt_id))
    of = f"{count} of {len(candidates)} prompts"
    if rule == "random":
        return Choice(tuple(shuffled[:count]), f"{of}, at random (seed {seed})")
    scored = [one for one in shuffled if len(one.scores) >= (2 if rule == "different" else 1)]
    if not scored:
        raise BadInput(f"no prompt has the scores that the rule {rule!r} goes by; name a metric of single images")
    if rule == "different":
        scored.sort(key=lambda one: min(one.scores.values()) - max(one.scores.values()))
        return Choice(
            tuple(scored[:count]), f"{of}: where models differ most in {metric}; ties at random (seed {seed})"
        )
    sign = better if rule == "worst" else -better
    scored.sort(key=lambda one: sign * sum(one.scores.values()) / len(one.scores))
    return Choice(tuple(scored[:count]), f"{of}: {rule} by the models' mean {metric}; ties at random (seed {seed})")
