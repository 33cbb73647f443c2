"""HYPE: how often drawn images pass for real ones, or how long one must look to tell (Zhou et al. 2019)."""

from collections.abc import Sequence

import numpy as np

from paragone.core.types import Estimate
from paragone.rating.design.staircase import modal_exposure
from paragone.rating.results.models import Row
from paragone.rating.results.read import Vote

QUALIFIED = 0.65  # right on at least so many of the real and of the fake
LEAST_SHOWN = 10


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
