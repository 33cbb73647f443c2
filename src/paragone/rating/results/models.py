"""Models by what people said: mean ratings and their differences, preferences, and how often fakes pass for real."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from paragone.core.types import Estimate
from paragone.rating.design.staircase import modal_exposure
from paragone.rating.results.read import Vote
from paragone.stats.influences import half_width
from paragone.stats.preference import Abilities, bradley_terry
from paragone.stats.preference.bradley_terry import chances
from paragone.stats.raters.two_way import EVERYWHERE, METHOD, interval, mean_parts, two_way, two_way_mean

QUALIFIED = 0.65  # HYPE: right on at least so many of the real and of the fake
LEAST_SHOWN = 10


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


def _mean(votes: Sequence[Vote], level: float, bounds: tuple[float, float]) -> Estimate:
    values = [float(vote.value or 0.0) for vote in votes]
    prompts, raters = [v.item.prompt_key for v in votes], [v.rater for v in votes]
    return two_way_mean(values, prompts, raters, level=level, bounds=bounds)


def difference(
    one: Sequence[Vote],
    other: Sequence[Vote],
    *,
    level: float = 0.95,
    bounds: tuple[float, float] = EVERYWHERE,
) -> Estimate:
    """How much higher the first is: what prompts and people share cancels before chance is counted."""
    parts, value = [], 0.0
    for votes, sign in ((one, 1.0), (other, -1.0)):
        numbers = np.array([float(vote.value or 0.0) for vote in votes])
        keys = np.unique([vote.item.prompt_key for vote in votes], return_inverse=True)[1]
        mean, influences = mean_parts(numbers, keys)
        value += sign * mean
        parts.append(sign * influences)
    both = [*one, *other]
    prompts, raters = [v.item.prompt_key for v in both], [v.rater for v in both]
    return interval(value, np.concatenate(parts), prompts, raters, level=level, bounds=bounds)


def preference_rows(question: str, votes: Sequence[Vote], *, level: float = 0.95) -> list[Row]:
    """Bradley-Terry log-abilities against the mean of all models, with ties; people and prompts are chance."""
    models = sorted({image.model for vote in votes for image in vote.item.images})
    pairs = [vote for vote in votes if vote.value is not None and len(vote.item.images) == 2]
    if len(models) < 2 or not pairs:
        return []
    place = {model: k for k, model in enumerate(models)}
    ends = [(place[v.item.images[0].model], place[v.item.images[1].model], float(v.value or 0.0)) for v in pairs]
    fitted, note = _fitted(ends, len(models))
    influences = _influences(fitted, ends)
    keys, raters = [v.item.prompt_key for v in pairs], [v.rater for v in pairs]
    rows = []
    for k, model in enumerate(models):
        value, parts = float(fitted.values[k] - fitted.values.mean()), influences[:, k] - influences.mean(axis=1)
        error = two_way(parts, keys, raters)
        half = half_width(error.error, degrees=error.degrees, level=level)
        n = sum(k in one[:2] for one in ends)
        rows.append(Row(question, model, "", Estimate(value, value - half, value + half, n, 0, METHOD, note)))
    return rows


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


def _influences(
    fitted: Abilities, ends: Sequence[tuple[int, int, float]]
) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
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


def hype_rows(question: str, votes: Sequence[Vote], *, rng: np.random.Generator, level: float = 0.95) -> list[Row]:
    """HYPE: per cent of wrong answers of each model's raters over real and fake, resampling raters as HYPE does.

    With exposures it is HYPE-time: the exposure each rater settled at, in milliseconds, averaged.
    """
    raters: dict[str, list[Vote]] = {}
    for vote in votes:
        raters.setdefault(vote.rater, []).append(vote)
    fit = {rater: mine for rater, mine in raters.items() if is_qualified(mine)}
    timed = any(vote.exposure_ms for vote in votes)
    models = sorted({v.item.images[0].model for v in votes if not v.item.images[0].is_real})
    rows = []
    for model in models:
        by_rater = [_hype_of(mine, model, is_timed=timed) for mine in fit.values()]
        scores = np.array([one for one in by_rater if one is not None])
        note = f"{len(raters) - len(fit)} of {len(raters)} people not qualified"
        rows.append(Row(question, model, "", _over_raters(scores, note, rng, level)))
    return rows


def is_qualified(mine: Sequence[Vote]) -> bool:
    """HYPE's: at least 65 % right on real and on fake, once enough of both were seen among the known ones."""
    known = [vote for vote in mine if vote.role == "gold"]
    for is_real in (True, False):
        some = [vote for vote in known if vote.item.images[0].is_real == is_real]
        if len(some) >= LEAST_SHOWN and sum(map(_is_caught, some)) < QUALIFIED * len(some):
            return False
    return True


def _is_caught(vote: Vote) -> bool:
    return (vote.answer == "Real") == vote.item.images[0].is_real


def _hype_of(mine: Sequence[Vote], model: str, *, is_timed: bool) -> float | None:
    """One rater's share of wrong answers, the real and the fake weighing alike, or the exposure they settled at."""
    fake = [v for v in mine if v.item.images[0].model == model and v.role == "item"]
    real = [v for v in mine if v.item.images[0].is_real and v.role == "item"]
    if not fake:
        return None
    if is_timed:
        return float(modal_exposure([int(v.exposure_ms or 0) for v in (*fake, *real)]))
    wrong = [100 * (1 - sum(map(_is_caught, some)) / len(some)) for some in (fake, real) if some]
    return sum(wrong) / len(wrong)


def _over_raters(
    scores: "np.ndarray[tuple[int], np.dtype[np.float64]]", note: str, rng: np.random.Generator, level: float
) -> Estimate:
    if len(scores) < 2:
        value = float(scores[0]) if len(scores) else None
        return Estimate(value, None, None, len(scores), reason=f"fewer than two raters; {note}")
    draws = scores[rng.integers(0, len(scores), (10_000, len(scores)))].mean(axis=1)
    tail = (1 - level) / 2
    low, high = np.quantile(draws, [tail, 1 - tail])
    return Estimate(float(scores.mean()), float(low), float(high), len(scores), 0, "bootstrap over raters", note)
