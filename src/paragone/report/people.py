"""A metric beside people: how closely it orders images as raters do, and how far the raters agree among themselves."""

from dataclasses import dataclass

import polars as pl

from paragone.core.types import Estimate
from paragone.report.bars import Bar, bar
from paragone.report.numbers import tell
from paragone.report.reading import Reader
from paragone.stats.alpha import alpha_estimate
from paragone.stats.correlate import kendall, spearman


@dataclass(frozen=True)
class WithPeople:
    """One question that people answered, and how the metric goes together with the mean of their answers."""

    question: str
    ratings: int
    raters: int
    alpha: str  # Krippendorff's, ordinal; why there is none where there is none
    n: int  # prompts x models
    rho: str
    rho_interval: str
    tau: str
    tau_interval: str
    bar: Bar  # of rho, from -1 to 1
    note: str


def with_people(reader: Reader, metric: str, scenario: str) -> list[WithPeople]:
    """The metric beside each question that was asked of this scenario's images."""
    kind = reader.metrics[metric]["kind"]
    here = reader.ratings.filter(pl.col("scenario") == scenario)
    if kind == "set" or here.is_empty():
        return []
    scores = reader.scores(metric, scenario).drop_nulls("value")
    unit = ["model", "prompt_id", "seed"] if kind == "image" else ["model", "prompt_id"]
    rows = []
    for (question,), answers in here.group_by("question", maintain_order=True):
        judged = answers.group_by(unit).agg(pl.col("value").mean().alias("people"))
        both = scores.join(judged, on=unit).group_by("model", "prompt_id").agg(pl.col("value", "people").mean())
        rows.append(_beside(str(question), answers, both.sort("model", "prompt_id")))
    return rows


def _beside(question: str, answers: pl.DataFrame, both: pl.DataFrame) -> WithPeople:
    columns = both["value"].to_list(), both["people"].to_list()
    prompts = both["prompt_id"].to_list()  # the unit of chance: models' images for one prompt go together
    rho, tau = (correlate(*columns, units=prompts) for correlate in (spearman, kendall))
    return WithPeople(
        question=question,
        ratings=len(answers),
        raters=answers["rater"].n_unique(),
        alpha=alpha_of(answers),
        n=rho.n,
        rho=_told(rho)[0],
        rho_interval=_told(rho)[1],
        tau=_told(tau)[0],
        tau_interval=_told(tau)[1],
        bar=bar({"value": rho.value, "low": rho.low, "high": rho.high}, (-1.0, 1.0)),
        note=rho.reason,
    )


def alpha_of(answers: pl.DataFrame) -> str:
    """Krippendorff's alpha of the raters, on ordered values."""
    # It asks not who rated, only that the ratings of an image stand in one column: so the k-th of each fill row k.
    by_item = answers.group_by("model", "prompt_id", "seed", maintain_order=True).agg("value")
    items = by_item["value"].to_list()
    rows = [[item[k] if k < len(item) else None for item in items] for k in range(max(map(len, items)))]
    found = alpha_estimate(rows, "ordinal", units=by_item["prompt_id"].to_list())
    if found.value is None:
        return "not defined"
    ends = "" if found.low is None or found.high is None else f" [{found.low:.2f}, {found.high:.2f}]"
    return f"{found.value:.2f}{ends}"


def _told(found: Estimate) -> tuple[str, str]:
    return tell(found.value, found.low, found.high)
