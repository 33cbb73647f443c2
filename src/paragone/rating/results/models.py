"""Models by what people said: mean ratings and their differences, how often each was the best, preferences."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.types import Estimate
from paragone.rating.results.read import Vote
from paragone.stats.influences import half_width
from paragone.stats.preference import Abilities, bradley_terry
from paragone.stats.preference.bradley_terry import chances
from paragone.stats.raters.two_way import EVERYWHERE, METHOD, interval, mean_parts, two_way, two_way_mean

Array = npt.NDArray[np.float64]


class Row(NamedTuple):
    """One number about one model, or about one less another."""

    question: str
    model: str
    other: str
    estimate: Estimate


def mean_rows(
    question: str, votes: Sequence[Vote], *, level: float = 0.95, bounds: tuple[float, float] = EVERYWHERE
) -> list[Row]:
    """The mean of each model, and every difference, both with people and prompts as chance, within the scale."""
    by_model: dict[str, list[Vote]] = {}
    for vote in votes:
        if vote.value is not None:
            by_model.setdefault(vote.item.images[0].model, []).append(vote)
    found = [Row(question, model, "", _mean(mine, level, bounds)) for model, mine in sorted(by_model.items())]
    apart = bounds[0] - bounds[1], bounds[1] - bounds[0]
    for one, other in combinations(sorted(by_model), 2):
        gap = difference(by_model[one], by_model[other], level=level, bounds=apart)
        found.append(Row(question, one, other, gap))
    return found


def best_rows(question: str, votes: Sequence[Vote], *, level: float = 0.95) -> list[Row]:
    """Of the times that a model was shown among others, the share in which it was called the best."""
    shown: dict[str, tuple[list[float], list[str], list[str]]] = {}
    for vote in votes:
        for letter, image in zip("ABCDEFGH", vote.item.images, strict=False):
            values, prompts, raters = shown.setdefault(image.model, ([], [], []))
            values.append(float(vote.answer == letter))
            prompts.append(vote.item.prompt_key)
            raters.append(vote.rater)
    return [
        Row(question, model, "", two_way_mean(*columns, level=level, bounds=(0.0, 1.0)))
        for model, columns in sorted(shown.items())
    ]


def _mean(votes: Sequence[Vote], level: float, bounds: tuple[float, float]) -> Estimate:
    values = [float(vote.value or 0.0) for vote in votes]
    prompts, raters = [v.item.prompt_key for v in votes], [v.rater for v in votes]
    return two_way_mean(values, prompts, raters, level=level, bounds=bounds)


class Contributions(NamedTuple):
    """A number, and what each answer contributes to its error."""

    value: float
    parts: Array
    prompts: list[str]
    raters: list[str]


def mean_contributions(votes: Sequence[Vote]) -> Contributions | None:
    """Of the mean over prompts."""
    if not votes:
        return None
    keys = [vote.item.prompt_key for vote in votes]
    numbers = np.array([float(vote.value or 0.0) for vote in votes])
    value, parts = mean_parts(numbers, np.unique(keys, return_inverse=True)[1])
    return Contributions(value, parts, keys, [vote.rater for vote in votes])


def difference_contributions(votes: Sequence[Vote], one: str, other: str) -> Contributions | None:
    """Of one model's mean less another's."""
    known = [vote for vote in votes if vote.value is not None]
    sides = [mean_contributions([v for v in known if v.item.images[0].model == model]) for model in (one, other)]
    if sides[0] is None or sides[1] is None:
        return None
    first, second = sides[0], sides[1]
    parts = np.concatenate([first.parts, -second.parts])
    prompts, raters = [*first.prompts, *second.prompts], [*first.raters, *second.raters]
    return Contributions(first.value - second.value, parts, prompts, raters)


def preference_contributions(votes: Sequence[Vote], one: str, other: str) -> Contributions | None:
    """Of one model's log-ability less another's."""
    found = _contest(votes)
    if found is None or one not in found.models or other not in found.models:
        return None
    a, b = found.models.index(one), found.models.index(other)
    value = float(found.values[a] - found.values[b])
    return Contributions(value, found.influences[:, a] - found.influences[:, b], found.prompts, found.raters)


def difference(
    one: Sequence[Vote],
    other: Sequence[Vote],
    *,
    level: float = 0.95,
    bounds: tuple[float, float] = EVERYWHERE,
) -> Estimate:
    """How much higher the first is: what prompts and people share cancels before chance is counted."""
    sides = [mean_contributions(votes) for votes in (one, other)]
    if sides[0] is None or sides[1] is None:
        return Estimate(None, None, None, 0, reason="nobody has rated")
    first, second = sides[0], sides[1]
    parts = np.concatenate([first.parts, -second.parts])
    prompts, raters = [*first.prompts, *second.prompts], [*first.raters, *second.raters]
    return interval(first.value - second.value, parts, prompts, raters, level=level, bounds=bounds)


class _Contest(NamedTuple):
    """Bradley and Terry's fit of votes on pairs, and what each vote contributes."""

    models: list[str]
    values: Array
    influences: Array  # (votes, models)
    ends: list[tuple[int, int, float]]
    prompts: list[str]
    raters: list[str]
    note: str


def _contest(votes: Sequence[Vote]) -> _Contest | None:
    models = sorted({image.model for vote in votes for image in vote.item.images})
    pairs = [vote for vote in votes if vote.value is not None and len(vote.item.images) == 2]
    if len(models) < 2 or not pairs:
        return None
    place = {model: k for k, model in enumerate(models)}
    ends = [(place[v.item.images[0].model], place[v.item.images[1].model], float(v.value or 0.0)) for v in pairs]
    fitted, note = _fitted(ends, len(models))
    keys, raters = [v.item.prompt_key for v in pairs], [v.rater for v in pairs]
    return _Contest(models, fitted.values, _influences(fitted, ends), ends, keys, raters, note)


def preference_rows(question: str, votes: Sequence[Vote], *, level: float = 0.95) -> list[Row]:
    """Bradley-Terry log-abilities against the mean of all models, with ties; people and prompts are chance."""
    found = _contest(votes)
    rows = []
    for k, model in enumerate(found.models if found else ()):
        assert found is not None
        value = float(found.values[k] - found.values.mean())
        parts = found.influences[:, k] - found.influences.mean(axis=1)
        n = sum(k in one[:2] for one in found.ends)
        rows.append(Row(question, model, "", replace(_with_errors(found, value, parts, level), n=n)))
    return rows


def _with_errors(found: _Contest, value: float, parts: Array, level: float) -> Estimate:
    error = two_way(parts, found.prompts, found.raters)
    half = half_width(error.error, degrees=error.degrees, level=level)
    return Estimate(value, value - half, value + half, len(parts), 0, METHOD, found.note)


def _fitted(ends: Sequence[tuple[int, int, float]], n: int) -> tuple[Abilities, str]:
    wins, ties = np.zeros((n, n)), np.zeros((n, n))
    for one, other, value in ends:
        if value == 0.5:
            ties[one, other] += 1
            ties[other, one] += 1
        else:
            wins[(one, other) if value > 0.5 else (other, one)] += 1
    try:
        return bradley_terry(wins, ties), ""
    except ValueError:
        note = "a model won or lost every time, so half a win was added to both sides of every pair"
        return bradley_terry(wins, ties, prior=0.5), note


def _influences(fitted: Abilities, ends: Sequence[tuple[int, int, float]]) -> Array:
    """What each vote contributes to each log-ability: its score times the inverse information."""
    n = len(fitted.values)
    win, tie = chances(fitted.values, fitted.log_tie)
    assert fitted.information is not None
    found = np.zeros((len(ends), n))
    for row, (one, other, value) in enumerate(ends):
        score = np.zeros(n + (fitted.log_tie is not None))
        rest = value - (win[one, other] + (tie[one, other] / 2 if fitted.log_tie is not None else 0.0))
        score[one] += rest
        score[other] -= rest
        if fitted.log_tie is not None:
            score[-1] = float(value == 0.5) - tie[one, other]
        found[row, 1:] = (fitted.information @ score[1:])[: n - 1]
    return found
