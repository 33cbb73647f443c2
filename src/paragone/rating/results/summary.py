"""Everything that `study analyse` says, from the votes so far."""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from paragone.core.types import Estimate
from paragone.rating.questions.question import Question
from paragone.rating.results.agreement import alpha_of_votes, fleiss_of_votes
from paragone.rating.results.models import Row, hype_rows, mean_rows, preference_rows
from paragone.rating.results.more import needs_of_difference, needs_of_mean, people_for
from paragone.rating.results.quality import proposed, rater_quality
from paragone.rating.results.read import Vote, counted, read_votes
from paragone.rating.store.study import Study
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
        rows += [as_row(one) for one in _numbers(question, here, votes, rng)]
        if here and question.kind not in ("text", "boxes"):
            agreement.append(_agreement(question.name, here))
        if question.kind in ("scale", "number"):
            more += _more(question.name, here, target, rng)
    return Summary(rows, agreement, proposed(rater_quality(votes)), more)


def _numbers(question: Question, here: list[Vote], votes: list[Vote], rng: np.random.Generator) -> list[Row]:
    if question.is_detection:
        mine = [vote for vote in votes if vote.question == question.name and vote.role != "repeat"]
        return hype_rows(question.name, mine, rng=rng)
    if question.kind == "pair":
        return preference_rows(question.name, here)
    if question.kind in ("scale", "number", "boxes"):
        return mean_rows(question.name, here, bounds=question.bounds)
    return _labels(question.name, here) if question.kind in ("choice", "best") else []


def _labels(question: str, votes: list[Vote]) -> list[Row]:
    """Of words: the share of each answer by Dawid and Skene's consensus of the people who gave it."""
    if not votes:
        return []
    agreed = dawid_skene([(vote.item.id, vote.rater, vote.answer) for vote in votes]).labels()
    models = {vote.item.id: vote.item.arm for vote in votes}
    rows = []
    for model in sorted(set(models.values())):
        mine = [agreed[item] for item, arm in models.items() if arm == model]
        for label in sorted({str(one) for one in agreed.values()}):
            share = sum(one == label for one in mine) / len(mine)
            note = "share of items by Dawid and Skene's consensus"
            rows.append(Row(f"{question} = {label}", model, "", Estimate(share, None, None, len(mine), reason=note)))
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
    alpha, kappa = alpha_of_votes(votes), fleiss_of_votes(votes)
    ends = {f"alpha{end}": None if one is None else round(one, 3) for end, one in _alpha_ends(alpha)}
    rounded = None if kappa is None else round(kappa, 3)
    return {"question": name, "votes": len(votes), "people": len({v.rater for v in votes}), **ends, "fleiss": rounded}


def _alpha_ends(alpha: Estimate) -> list[tuple[str, float | None]]:
    return [("", alpha.value), ("_low", alpha.low), ("_high", alpha.high)]


def _more(question: str, votes: list[Vote], target: float, rng: np.random.Generator) -> list[str]:
    """How many people for the wanted interval, and to tell each two models apart that cannot be told apart yet."""
    by_model: dict[str, list[Vote]] = {}
    for vote in votes:
        if vote.value is not None:
            by_model.setdefault(vote.item.images[0].model, []).append(vote)
    lines = []
    for model, mine in sorted(by_model.items()):
        needs = needs_of_mean(mine, rng=rng)
        if needs:
            so_far = f"{question}, {model}: ±{needs[0].half_width:.2g} with {needs[0].people} people"
            lines.append(f"{so_far}; ±{target:g} {_by(people_for(needs, target))}")
    for one, other in combinations(sorted(by_model), 2):
        gap = mean_rows(question, [*by_model[one], *by_model[other]])[-1].estimate
        if gap.value is None or gap.low is None or gap.high is None or gap.low > 0 or gap.high < 0:
            continue
        needs = needs_of_difference(by_model[one], by_model[other], rng=rng)
        apart = people_for(needs, abs(gap.value)) if needs else None
        lines.append(
            f"{question}, {one} and {other} cannot be told apart yet; if the gap stays {gap.value:+.2g}, {_by(apart)}"
        )
    return lines


def _by(people: int | None) -> str:
    return "takes more prompts, not more people" if people is None else f"takes about {people} people"
