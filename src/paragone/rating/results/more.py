"""How many more votes: what the interval would be with more people, by drawing people like those so far."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from paragone.core.types import Estimate
from paragone.rating.questions.question import Question
from paragone.rating.results.models import difference, preference_gap
from paragone.rating.results.read import Vote
from paragone.stats.raters.two_way import two_way_mean

FACTORS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0)
DRAWS = 12
Measure = Callable[[Sequence[Vote]], Estimate]  # what is wanted of votes, with its interval


class Need(NamedTuple):
    """How wide half an interval would be, by how many people."""

    people: int
    factor: float
    half_width: float


def needs(votes: Sequence[Vote], measure: Measure, *, rng: np.random.Generator) -> list[Need]:
    """The half width of what is measured with more people, each drawn from those so far and a person of their own."""
    by_rater: dict[str, list[Vote]] = {}
    for vote in votes:
        by_rater.setdefault(vote.rater, []).append(vote)
    raters = sorted(by_rater)
    if len(raters) < 2:
        return []
    found = []
    for factor in FACTORS:
        people = max(2, round(factor * len(raters)))
        widths = [half_width(measure(_drawn(by_rater, raters, people, rng))) for _ in range(DRAWS)]
        known = [width for width in widths if width is not None]
        if known:
            found.append(Need(people, factor, float(np.median(known))))
    return found


def _drawn(by_rater: dict[str, list[Vote]], raters: Sequence[str], people: int, rng: np.random.Generator) -> list[Vote]:
    places = rng.integers(0, len(raters), people).tolist()
    return [replace(vote, rater=f"d{n}") for n, place in enumerate(places) for vote in by_rater[raters[place]]]


def half_width(found: Estimate) -> float | None:
    """Half an interval; None where there is none."""
    return None if found.high is None or found.low is None else (found.high - found.low) / 2


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
        return [*_of_means(question.name, votes, target, rng), *_apart(question.name, votes, _difference, rng)]
    if question.kind == "pair":
        return _apart(question.name, votes, _preference, rng)
    return []


def _of_means(name: str, votes: Sequence[Vote], target: float, rng: np.random.Generator) -> list[str]:
    lines = []
    for model in _models(votes):
        mine = [vote for vote in votes if vote.item.images[0].model == model and vote.value is not None]
        found = needs(mine, _mean, rng=rng)
        if found:
            so_far = f"{name}, {model}: ±{found[0].half_width:.2g} with {found[0].people} people"
            lines.append(f"{so_far}; ±{target:g} {_by(people_for(found, target))}")
    return lines


def _apart(
    name: str, votes: Sequence[Vote], measure: Callable[[str, str], Measure], rng: np.random.Generator
) -> list[str]:
    lines = []
    for one, other in combinations(_models(votes), 2):
        gap = measure(one, other)(votes)
        if gap.value is None or gap.low is None or gap.high is None or gap.low > 0 or gap.high < 0:
            continue
        enough = people_for(needs(votes, measure(one, other), rng=rng), abs(gap.value))
        lines.append(
            f"{name}, {one} and {other} cannot be told apart yet; if the gap stays {gap.value:+.2g}, {_by(enough)}"
        )
    return lines


def _models(votes: Sequence[Vote]) -> list[str]:
    return sorted({image.model for vote in votes for image in vote.item.images})


def _mean(votes: Sequence[Vote]) -> Estimate:
    values = [float(vote.value or 0.0) for vote in votes]
    return two_way_mean(values, [v.item.prompt_key for v in votes], [v.rater for v in votes])


def _difference(one: str, other: str) -> Measure:
    def measure(votes: Sequence[Vote]) -> Estimate:
        known = [vote for vote in votes if vote.value is not None]
        sides = [[vote for vote in known if vote.item.images[0].model == model] for model in (one, other)]
        return difference(*sides) if all(sides) else Estimate(None, None, None, 0)

    return measure


def _preference(one: str, other: str) -> Measure:
    return lambda votes: preference_gap(votes, one, other)


def _by(people: int | None) -> str:
    return "takes more prompts, not more people" if people is None else f"takes about {people} people"
