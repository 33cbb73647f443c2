"""How many more votes: what the interval would be with more people, by drawing people like those so far."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from paragone.rating.results.models import difference
from paragone.rating.results.read import Vote
from paragone.stats.raters.two_way import two_way_mean

FACTORS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0)
DRAWS = 12


class Need(NamedTuple):
    """How wide half an interval would be, by how many people."""

    people: int
    factor: float
    half_width: float


def needs_of_mean(votes: Sequence[Vote], *, rng: np.random.Generator) -> list[Need]:
    """The half width of a model's mean with more people on the same items."""
    return _needs(votes, (), rng)


def needs_of_difference(one: Sequence[Vote], other: Sequence[Vote], *, rng: np.random.Generator) -> list[Need]:
    """The same for the difference of two models."""
    return _needs(one, other, rng)


def people_for(needs: Sequence[Need], target: float) -> int | None:
    """The fewest people whose half width is within the target; None: not by more people, it takes more prompts."""
    return next((need.people for need in needs if need.half_width <= target), None)


def _needs(one: Sequence[Vote], other: Sequence[Vote], rng: np.random.Generator) -> list[Need]:
    raters = sorted({vote.rater for vote in (*one, *other)})
    if len(raters) < 2:
        return []
    found = []
    for factor in FACTORS:
        people = max(2, round(factor * len(raters)))
        widths = [_drawn(one, other, raters, people, rng) for _ in range(DRAWS)]
        known = [width for width in widths if width is not None]
        if known:
            found.append(Need(people, factor, float(np.median(known))))
    return found


def _drawn(
    one: Sequence[Vote], other: Sequence[Vote], raters: Sequence[str], people: int, rng: np.random.Generator
) -> float | None:
    """Half the interval with so many people drawn from those so far, each draw a person of its own."""
    from dataclasses import replace

    by_rater: list[dict[str, list[Vote]]] = [{}, {}]
    for side, votes in enumerate((one, other)):
        for vote in votes:
            by_rater[side].setdefault(vote.rater, []).append(vote)
    sides: list[list[Vote]] = [[], []]
    for number, place in enumerate(rng.integers(0, len(raters), people).tolist()):
        for side in (0, 1):
            sides[side] += [replace(v, rater=f"d{number}") for v in by_rater[side].get(raters[place], [])]
    if not sides[0] or (other and not sides[1]):
        return None
    if other:
        found = difference(sides[0], sides[1])
    else:
        values = [float(vote.value or 0.0) for vote in sides[0]]
        found = two_way_mean(values, [v.item.prompt_key for v in sides[0]], [v.rater for v in sides[0]])
    return None if found.high is None or found.value is None else found.high - found.value
