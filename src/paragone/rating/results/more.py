"""How many more votes: what the interval would be with more people, by drawing people like those so far."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.rating.questions.question import Question
from paragone.rating.results.models import (
    Array,
    Contributions,
    difference_contributions,
    mean_contributions,
    preference_contributions,
)
from paragone.rating.results.read import Vote
from paragone.stats.influences import half_width
from paragone.stats.raters.two_way import two_way

FACTORS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0)
DRAWS = 12
Measure = Callable[[Sequence[Vote], str, str], Contributions | None]  # the gap between two models
Places = npt.NDArray[np.intp]


class Need(NamedTuple):
    """How wide half an interval would be, by how many people."""

    people: int
    factor: float
    half_width: float


def needs(found: Contributions | None, *, rng: np.random.Generator, level: float = 0.95) -> list[Need]:
    """The half width of a number with more people, who are like those so far and answer as much as they did.

    Each draws what somebody was asked and how they lean; what is left of single answers is drawn apart from who gave
    it. Whole people drawn again would bring their slips along, which then look like the prompts'.
    """
    if found is None or len(set(found.raters)) < 2 or len(set(found.prompts)) < 2:
        return []
    p, r = (np.unique(names, return_inverse=True)[1] for names in (found.prompts, found.raters))
    leanings = _leanings(found.parts, p, r)
    mine = [np.flatnonzero(r == k) for k in range(int(r.max()) + 1)]
    needed = []
    for factor in FACTORS:
        people = max(2, round(factor * len(mine)))
        widths = []
        for _ in range(DRAWS):
            drawn = rng.integers(0, len(mine), people).tolist()
            rows = np.concatenate([mine[k] for k in drawn])
            who = np.repeat(np.arange(people), [len(mine[k]) for k in drawn])
            parts = leanings.prompt[p[rows]] + leanings.rater[r[rows]] + rng.choice(leanings.rest, len(rows))
            error = two_way(parts * len(mine) / people, p[rows].tolist(), who.tolist())
            widths.append(half_width(error.error, degrees=error.degrees, level=level))
        needed.append(Need(people, factor, float(np.median(widths))))
    return needed


class _Leanings(NamedTuple):
    """What an answer contributes for its prompt, for its rater, and what is left, each as large as it truly is."""

    prompt: Array
    rater: Array
    rest: Array


def _leanings(parts: Array, p: Places, r: Places) -> _Leanings:
    """The three, from sums by prompt and by rater: these hold some of the rest, which is taken out of them."""
    found = two_way(parts, p.tolist(), r.tolist())
    n = len(parts)
    # Of n answers the sums by prompt hold all of the prompts' variance and a part of the rest (Searle 1992, ch. 4).
    of_prompts = max(found.by_prompt - found.by_both, 0.0) / (1 - min(found.prompts / n, 0.9))
    of_raters = max(found.by_rater - found.by_both, 0.0) / (1 - min(found.raters / n, 0.9))
    whole = max(found.by_prompt + found.by_rater - found.by_both, found.by_prompt)
    rest = max(whole - of_prompts - of_raters, 0.0)
    by_prompt, by_rater = (np.bincount(one, weights=parts) / np.bincount(one) for one in (p, r))
    left = parts - by_prompt[p] - by_rater[r]
    left -= left.mean()
    return _Leanings(
        _scaled(by_prompt, found.by_prompt, of_prompts),
        _scaled(by_rater, found.by_rater, of_raters),
        _scaled(left, float(left @ left), rest),
    )


def _scaled(values: Array, has: float, wanted: float) -> Array:
    return values * (wanted / has) ** 0.5 if has > 0 else values * 0


def people_for(found: Sequence[Need], target: float) -> int | None:
    """The fewest people whose half width is within the target; None: not by more people, it takes more prompts.

    Between two numbers of people that were tried, the half width is taken to fall in a straight line.
    """
    before: Need | None = None
    for need in found:
        if need.half_width <= target:
            if before is None or before.half_width <= need.half_width:
                return need.people
            share = (before.half_width - target) / (before.half_width - need.half_width)
            return int(np.ceil(before.people + share * (need.people - before.people)))
        before = need
    return None


def more_lines(question: Question, votes: Sequence[Vote], *, target: float, rng: np.random.Generator) -> list[str]:
    """How many people for the wanted interval, and to tell each two models apart that cannot be told apart yet."""
    if question.skill or question.kind in ("scale", "number"):
        return [
            *_of_means(question.name, votes, target, rng),
            *_apart(question.name, votes, difference_contributions, rng),
        ]
    if question.kind == "pair":
        return _apart(question.name, votes, preference_contributions, rng)
    return []


def _of_means(name: str, votes: Sequence[Vote], target: float, rng: np.random.Generator) -> list[str]:
    lines = []
    for model in _models(votes):
        mine = [vote for vote in votes if vote.item.images[0].model == model and vote.value is not None]
        known = mean_contributions(mine)
        found = needs(known, rng=rng)
        if known and found:
            so_far = f"{name}, {model}: ±{now_of(known):.2g} with {found[0].people} people"
            lines.append(f"{so_far}; ±{target:g} {_by(people_for(found, target))}")
    return lines


def _apart(name: str, votes: Sequence[Vote], measure: Measure, rng: np.random.Generator) -> list[str]:
    lines = []
    for one, other in combinations(_models(votes), 2):
        gap = measure(votes, one, other)
        found = needs(gap, rng=rng)
        if gap is None or not found or abs(gap.value) > now_of(gap):
            continue
        enough = people_for(found, abs(gap.value))
        lines.append(
            f"{name}, {one} and {other} cannot be told apart yet; if the gap stays {gap.value:+.2g}, {_by(enough)}"
        )
    return lines


def _models(votes: Sequence[Vote]) -> list[str]:
    return sorted({image.model for vote in votes for image in vote.item.images})


def now_of(found: Contributions, *, level: float = 0.95) -> float:
    """Half the interval as it is."""
    error = two_way(found.parts, found.prompts, found.raters)
    return half_width(error.error, degrees=error.degrees, level=level)


def _by(people: int | None) -> str:
    return (
        f"takes more prompts, or more than {FACTORS[-1]:g} times the people"
        if people is None
        else f"takes about {people} people"
    )
