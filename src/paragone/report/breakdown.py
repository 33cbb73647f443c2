"""A metric by groups of prompts, and beside other metrics."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from paragone.core.keys import key_of
from paragone.report import names
from paragone.report.numbers import tell
from paragone.report.reading import Reader
from paragone.stats.estimate import estimate_mean

GROUPS = 24  # a tag with more values is a name, not a category; PaintSkills has 21 objects
Scores = dict[tuple[str, str], list[float | None]]  # (model, prompt): of its images
RESAMPLES = 500  # for each group; the leaderboard's own numbers have the plan's


@dataclass(frozen=True)
class Breakdown:
    """Means of each model by the values of one tag."""

    tag: str
    values: list[str]
    rows: list[tuple[str, list[tuple[str, str, int]]]]  # model, (value, interval, n) for each


@dataclass(frozen=True)
class Correlation:
    """How closely another metric orders the same prompts."""

    metric: str
    page: str
    value: float
    n: int


def breakdowns(reader: Reader, metric: str, scenario: str, *, only: str | None = None) -> list[Breakdown]:
    """Means by every tag (or one) that sorts the prompts into few groups: category, colour, count, relation ..."""
    groups: dict[str, dict[str, list[str]]] = {}
    for prompt_id, tags, expect in reader.prompts(scenario).select("prompt_id", "tags", "expect").iter_rows():
        for name, value in (json.loads(expect or "{}") | json.loads(tags or "{}")).items():
            if isinstance(value, (str, int)) and str(value) and only in (None, name):
                groups.setdefault(name, {}).setdefault(str(value), []).append(prompt_id)
    scores: Scores = {}
    for model, prompt_id, value in reader.scores(metric, scenario).select("model", "prompt_id", "value").iter_rows():
        scores.setdefault((model, prompt_id), []).append(value)
    return [_breakdown(reader, metric, (tag, values), scores) for tag, values in _distinct(groups).items()]


def _distinct(groups: Mapping[str, Mapping[str, list[str]]]) -> dict[str, dict[str, list[str]]]:
    """Tags with few values, by name, less those that sort the prompts just as an earlier one does."""
    found: dict[frozenset[tuple[str, ...]], str] = {}
    for tag, values in sorted(groups.items()):
        if 1 < len(values) <= GROUPS:
            found.setdefault(frozenset(tuple(prompts) for prompts in values.values()), tag)
    return {tag: dict(sorted(groups[tag].items())) for tag in found.values()}


def _breakdown(
    reader: Reader, metric: str, group: tuple[str, Mapping[str, Sequence[str]]], scores: Scores
) -> Breakdown:
    tag, values = group
    told = reader.metrics[metric]
    low, high = told.get("bounds", (None, None))
    bounds = (-math.inf if low is None else low, math.inf if high is None else high)
    rows = []
    for model in reader.models:
        cells = []
        for value, prompts in values.items():
            rng = np.random.default_rng(int(key_of(metric, model, tag, value)[:16], 16))
            mine = [scores.get((model, prompt), [None]) for prompt in prompts]
            found = estimate_mean(mine, rng=rng, binary=told["binary"], resamples=RESAMPLES, bounds=bounds)
            cells.append((*tell(found.value, found.low, found.high), found.n))
        rows.append((model, cells))
    return Breakdown(tag, list(values), rows)


def correlations(reader: Reader, metric: str, scenario: str) -> list[Correlation]:
    """Spearman's rho with every other metric of images or prompts, strongest first."""
    by_image = [name for name, told in reader.metrics.items() if told["kind"] != "set"]
    if metric not in by_image:
        return []
    mine = reader.prompt_means(metric, scenario).drop_nulls()
    found = []
    for other in by_image:
        if other == metric:
            continue
        both = mine.join(reader.prompt_means(other, scenario).drop_nulls(), on=["model", "prompt_id"])
        value = both.select(pl.corr("value", "value_right", method="spearman")).item() if len(both) > 2 else None
        if value is not None and np.isfinite(value):
            found.append(Correlation(other, names.metric(other), float(value), len(both)))
    return sorted(found, key=lambda one: -abs(one.value))
