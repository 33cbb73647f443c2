"""Ranks over models: HEIM's win rate and TISE's ranking score.

Both rest on one count: in a column, a model wins against each model that is strictly worse, and half against a tie.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from paragone.core.errors import ParagoneError
from paragone.core.types import Direction
from paragone.stats.bootstrap import Array

# TISE (Dinh et al., equation 8): six aspects count alike; three of them are the mean of two metrics.
WEIGHTS: Mapping[str, float] = {
    "IS*": 0.5,
    "FID": 0.5,
    "RP": 1.0,
    "SOA-C": 0.5,
    "SOA-I": 0.5,
    "O-IS": 0.5,
    "O-FID": 0.5,
    "CA": 1.0,
    "PA": 1.0,
}
# Its table 11: an aspect's score is the mean rank over its metrics.
ASPECTS: Mapping[str, tuple[str, ...]] = {
    "Image realism": ("IS*", "FID"),
    "Text relevance": ("RP",),
    "Object accuracy": ("SOA-C", "SOA-I"),
    "Object fidelity": ("O-IS", "O-FID"),
    "Counting alignment": ("CA",),
    "Positional alignment": ("PA",),
}
LOWER_IS_BETTER = frozenset({"FID", "O-FID", "CA"})


def wins(values: Array, direction: Direction, rivals: Array | None = None) -> Array:
    """How many others each model beats, ties counting half; NaN has no value and neither wins nor loses.

    `values` is (..., models). The rank of a model, with the worst at 1 and ties sharing the mean rank, is wins + 1.
    `rivals` is 1 for the models that count as others and 0 for those that do not (all count where it is not given).

    >>> wins(np.array([3.0, 1.0, 3.0]), "higher").tolist()
    [1.5, 0.0, 1.5]
    >>> wins(np.array([3.0, 1.0, 3.0]), "higher", np.array([0.0, 1.0, 1.0])).tolist()  # the first counts for no one
    [1.5, 0.0, 1.0]
    """
    counted = np.ones(values.shape[-1]) if rivals is None else rivals
    mine, other = values[..., :, None], values[..., None, :]
    beaten = (mine > other) if direction == "higher" else (mine < other)
    ties = (mine == other) @ counted - counted  # a model ties with itself, which is no game
    return np.where(np.isnan(values), np.nan, beaten @ counted + ties / 2)


def games(values: Array, rivals: Array) -> Array:
    """How many others with a value each model meets  # (..., models)."""
    there = np.isfinite(values) * rivals
    return np.asarray(there.sum(axis=-1, keepdims=True) - there)


def win_rate(
    values: Mapping[str, float | None], direction: Direction, rivals: Collection[str] | None = None
) -> dict[str, float]:
    """The share of the other models that each model beats in one column, as HEIM counts it.

    Strictly worse models count 1 and ties 1/2, divided by the number of other models with a value. Models without a
    value (None, NaN or infinite) are left out, and so are those that meet no other. Where `rivals` are given, the
    others are those alone: a ceiling or a floor is measured against the models that compete, and changes no one's rate.

    >>> win_rate({"a": 0.9, "b": 0.5, "c": 0.5, "d": None}, "higher")
    {'a': 1.0, 'b': 0.25, 'c': 0.25}
    >>> win_rate({"a": 0.9, "b": 0.5, "real": 1.0}, "higher", rivals=("a", "b"))
    {'a': 1.0, 'b': 0.0, 'real': 1.0}
    """
    scored = {model: value for model, value in values.items() if value is not None and math.isfinite(value)}
    numbers = np.array(list(scored.values()), dtype=np.float64)
    counted = mask_of(scored, rivals)
    met = games(numbers, counted)
    won = wins(numbers, direction, counted)
    return {model: float(won[place] / met[place]) for place, model in enumerate(scored) if met[place] > 0}


def mask_of(models: Iterable[str], rivals: Collection[str] | None) -> Array:
    """1 for each model that counts as a rival, 0 for the rest."""
    return np.array([float(rivals is None or model in rivals) for model in models])


def mean_win_rate(columns: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Each model's mean over the columns (results of `win_rate`) that it appears in.

    >>> mean_win_rate([{"a": 1.0, "b": 0.0}, {"a": 0.5}])
    {'a': 0.75, 'b': 0.0}
    """
    gathered: dict[str, list[float]] = {}
    for column in columns:
        for model, rate in column.items():
            gathered.setdefault(model, []).append(rate)
    return {model: math.fsum(rates) / len(rates) for model, rates in gathered.items()}


def ranking_score(
    scores: Mapping[str, Mapping[str, float]], weights: Mapping[str, float] = WEIGHTS
) -> dict[str, float]:
    """TISE's ranking score of each model, given its nine metrics; higher is better, 6 N at most among N models.

    In each metric the worst model gets rank 1 and the best rank N; the score is the sum of the ranks, weighted. Tied
    models share the mean of their ranks. (TISE's own code lets the order of the rows decide, which would give equal
    models different scores; without ties the two agree.) Metrics by other names are not looked at.
    """
    models = list(scores)
    total = np.zeros(len(models))
    for metric, weight in weights.items():
        total += weight * (1 + wins(_column(scores, metric), direction_of(metric)))
    return dict(zip(models, total.tolist(), strict=True))


def aspect_scores(scores: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """TISE's six aspects of each model: the mean of its ranks in the aspect's metrics; their sum is the ranking score.

    >>> nine = dict.fromkeys(WEIGHTS, 1.0)
    >>> aspect_scores({"a": nine, "b": nine | {"FID": 0.5}})["b"]["Image realism"]  # better in one, tied in the other
    1.75
    """
    ranks = {metric: 1 + wins(_column(scores, metric), direction_of(metric)) for metric in WEIGHTS}
    return {
        model: {name: float(np.mean([ranks[one][place] for one in metrics])) for name, metrics in ASPECTS.items()}
        for place, model in enumerate(scores)
    }


def direction_of(metric: str) -> Direction:
    """Which way one of TISE's metrics is better."""
    return "lower" if metric in LOWER_IS_BETTER else "higher"


def require_metrics(model: str, metrics: Iterable[str]) -> None:
    """Complain in one line if a model lacks one of the nine metrics."""
    lacking: Sequence[str] = [metric for metric in WEIGHTS if metric not in set(metrics)]
    if lacking:
        raise ParagoneError(
            f"the ranking score needs all of {', '.join(WEIGHTS)}; {model!r} has no {', '.join(lacking)}:"
            f" measure it, or leave the model out"
        )


def _column(scores: Mapping[str, Mapping[str, float]], metric: str) -> Array:
    """One metric of every model, all of them finite."""
    for model, values in scores.items():
        require_metrics(model, values)
        if not math.isfinite(values[metric]):
            raise ParagoneError(
                f"the ranking score needs finite numbers; {metric} of {model!r} is {values[metric]}:"
                f" measure it again, or leave the model out"
            )
    return np.array([values[metric] for values in scores.values()], dtype=np.float64)
