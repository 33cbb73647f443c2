"""Everything that `study analyse` says, from the votes so far."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from paragone.core.types import Estimate
from paragone.rating.questions.question import Question
from paragone.rating.results.agreement import coefficients
from paragone.rating.results.hype import hype_rows
from paragone.rating.results.models import Row, best_rows, mean_rows, preference_rows
from paragone.rating.results.more import more_lines
from paragone.rating.results.quality import proposed, rater_quality
from paragone.rating.results.read import Vote, counted, judged, read_votes
from paragone.rating.store.study import Study
from paragone.stats.estimate import estimate_mean
from paragone.stats.raters import dawid_skene


class Summary(NamedTuple):
    """Numbers by model, agreement by question, whom to leave out, how many more."""

    rows: list[dict[str, Any]]
    agreement: list[dict[str, Any]]
    careless: dict[str, str]
    more: list[str]


def summary_of(study: Study, *, target: float) -> Summary:
    """All of it; who was excluded before does not count."""
    votes = read_votes(study)
    own = counted(votes)
    rng = np.random.default_rng(0)
    rows: list[dict[str, Any]] = []
    agreement: list[dict[str, Any]] = []
    more: list[str] = []
    for question in study.questions:
        here = [vote for vote in own if vote.question == question.name]
        worth = judged(here, study.questions)
        rows += [as_row(one) for one in _numbers(question, worth, votes, rng)]
        if here and question.kind not in ("text", "boxes"):
            agreement.append(_agreement(question.name, here))
        more += more_lines(question, worth, target=target, rng=rng)
    return Summary(rows, agreement, proposed(rater_quality(votes)), more)


def _numbers(question: Question, here: list[Vote], votes: list[Vote], rng: np.random.Generator) -> list[Row]:
    if question.is_detection:
        mine = [vote for vote in votes if vote.question == question.name and vote.role != "repeat"]
        return hype_rows(question.name, mine, rng=rng)
    if question.kind == "pair":
        return preference_rows(question.name, here)
    if question.skill or question.kind in ("scale", "number", "boxes"):
        return mean_rows(question.name, here, bounds=question.bounds)
    if question.kind == "best":
        return best_rows(question.name, here)
    return _labels(question.name, here, rng) if question.kind == "choice" else []


def _labels(question: str, votes: list[Vote], rng: np.random.Generator) -> list[Row]:
    """Of words: the share of each by Dawid and Skene's consensus of the people who gave them; prompts are chance."""
    if not votes:
        return []
    agreed = dawid_skene([(vote.item.id, vote.rater, vote.answer) for vote in votes]).labels()
    items = {vote.item.id: vote.item for vote in votes}
    rows = []
    for model in sorted({item.arm for item in items.values()}):
        for label in sorted({str(one) for one in agreed.values()}):
            by_prompt: dict[str, list[float | None]] = {}
            for item in items.values():
                if item.arm == model:
                    by_prompt.setdefault(item.prompt_key, []).append(float(agreed[item.id] == label))
            found = estimate_mean(list(by_prompt.values()), rng=rng, binary=True)
            note = "; ".join(filter(None, ("share by Dawid and Skene's consensus", found.reason)))
            rows.append(Row(f"{question} = {label}", model, "", replace(found, reason=note)))
    return rows


def as_row(row: Row) -> dict[str, Any]:
    """For a table."""
    found = row.estimate
    who = f"{row.model} - {row.other}" if row.other else row.model
    numbers = {name: None if one is None else round(one, 4) for name, one in _ends(found)}
    return {"question": row.question, "model": who, **numbers, "n": found.n, "note": found.reason or found.method}


def _ends(found: Estimate) -> list[tuple[str, float | None]]:
    return [("value", found.value), ("low", found.low), ("high", found.high)]


def _agreement(name: str, votes: list[Vote]) -> dict[str, Any]:
    row: dict[str, Any] = {"question": name, "votes": len(votes), "people": len({v.rater for v in votes})}
    found = coefficients(votes)
    for kind in ("alpha", "fleiss", "cohen", "phi"):
        ends = _ends(found[kind]) if kind in found else [("value", None), ("low", None), ("high", None)]
        row |= {f"{kind}_{end}".removesuffix("_value"): None if one is None else round(one, 3) for end, one in ends}
    return row
