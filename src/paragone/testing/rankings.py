"""What every ranking keeps."""

import numpy as np

from paragone.core.cells import Cell
from paragone.rankings import Contest, Ranked, Ranking
from paragone.stats.ranking.columns import Column, influences_of_mean
from paragone.stats.ranking.rank import WEIGHTS

MODELS, PROMPTS = ("ann", "bob", "cy"), 20


def check_ranking(ranking: Ranking) -> None:
    """It ranks every model that competes, by its numbers alone: not by names, nor by the order they come in."""
    assert ranking.name, "a ranking has a name"
    contest = _contest(MODELS)
    found = ranking.rank(contest)
    assert found, f"{ranking.name} ranks nobody where every column is there"
    for name, places in found.items():
        assert name, "a ranking that is given has a name"
        assert set(places) == set(MODELS), f"{name} leaves models out"
        for place in places.values():
            _check_place(name, place)
    backwards = Contest(
        dict(reversed(list(contest.columns.items()))), contest.aspects, list(reversed(MODELS)), contest.level
    )
    assert _values(ranking.rank(backwards)) == _values(found), f"{ranking.name} depends on an order, or has chance"


def _check_place(name: str, place: Ranked) -> None:
    estimate = place.estimate
    assert estimate.value is not None or estimate.reason, f"{name} gave no value and no reason"
    if estimate.value is not None and estimate.low is not None and estimate.high is not None:
        assert estimate.low <= estimate.value <= estimate.high, f"the interval of {name} does not hold its value"
    if place.best is not None and place.worst is not None:
        assert 1 <= place.best <= place.worst <= len(MODELS), f"{name} gave ranks that there are not"


def _values(found: dict[str, dict[str, Ranked]]) -> dict[tuple[str, str], object]:
    return {
        (name, model): (
            None if place.estimate.value is None else round(place.estimate.value, 9),
            place.best,
            place.worst,
        )
        for name, places in found.items()
        for model, place in places.items()
    }


def _contest(models: tuple[str, ...]) -> Contest:
    """Every metric that a ranking asks for, for models of which each is a little better than the one before."""
    rng = np.random.default_rng(0)
    columns: dict[Cell, Column] = {}
    for metric in WEIGHTS:
        scores = {
            model: {f"p{n}": float(value) for n, value in enumerate(rng.normal(place / 2, 1.0, PROMPTS))}
            for place, model in enumerate(models)
        }
        values = {model: float(np.mean(list(own.values()))) for model, own in scores.items()}
        influences = {model: influences_of_mean(own) for model, own in scores.items()}
        columns[Cell("pets", metric)] = Column("higher", values, influences)
    return Contest(columns, {"quality": list(columns)[:3]}, list(models), 0.95)
