"""How the win rates of aspects go together over models, and the rates that HEIM's authors published."""

import itertools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from paragone.analysis.scores import RunScores
from paragone.stats.correlate import spearman

LEAST_MODELS = 5
RANKING = "win_rate for "
PUBLISHED = Path(__file__).parent / "published_win_rates.toml"


class PublishedRates(NamedTuple):
    """Win rates by model, in the order of the aspects, as somebody else published them."""

    source: str
    aspects: tuple[str, ...]
    rates: Mapping[str, tuple[float, ...]]


def published_rates() -> PublishedRates:
    """HEIM's table 5."""
    table = tomllib.loads(PUBLISHED.read_text(encoding="utf-8"))
    rates = {model: tuple(row) for model, row in table["rates"].items()}
    return PublishedRates(table["source"], tuple(table["aspects"]), rates)


def store_aspects(scores: RunScores) -> None:
    """Make the table `aspects` anew: Spearman's rho of each two aspects' win rates over the models that have both."""
    ranks = scores.folder.table("ranks").read(["ranking", "model", "value"])
    of_aspects = ranks.filter(pl.col("ranking").str.starts_with(RANKING))
    rates: dict[str, dict[str, float | None]] = {}
    for ranking, model, value in of_aspects.iter_rows():
        rates.setdefault(ranking.removeprefix(RANKING), {})[model] = value
    level = scores.settings["level"]
    rows = [_row(one, other, rates, level) for one, other in itertools.combinations(rates, 2)]
    scores.folder.table("aspects").replace(rows)


def _row(one: str, other: str, rates: Mapping[str, Mapping[str, float | None]], level: float) -> dict[str, Any]:
    first, second = rates[one], rates[other]
    models = [model for model in first if first[model] is not None and second.get(model) is not None]
    names = {"aspect": one, "other": other, "n": len(models)}
    if len(models) < LEAST_MODELS:
        reason = f"{len(models)} models have both; a correlation over models needs {LEAST_MODELS}"
        return names | {"value": None, "low": None, "high": None, "reason": reason}
    found = spearman([first[model] for model in models], [second[model] for model in models], level=level)
    return names | {"value": found.value, "low": found.low, "high": found.high, "reason": found.reason}
