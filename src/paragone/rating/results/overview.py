"""How a study stands, for its owner: progress, agreement, people, cost."""

from collections import Counter
from typing import Any, NamedTuple

import sqlalchemy as sa

from paragone.rating.results.agreement import alpha_of_votes
from paragone.rating.results.quality import rater_quality
from paragone.rating.results.read import counted, read_votes
from paragone.rating.store.study import Study
from paragone.rating.store.tables import raters
from paragone.rating.study.cost import cost_of


class Overview(NamedTuple):
    """What the owner's page and `study status` show."""

    state: str
    facts: list[tuple[str, str, str]]
    questions: list[dict[str, Any]]
    arms: list[dict[str, Any]]
    people: list[dict[str, Any]]
    cost: str
    share: int  # of the ratings wanted, in hundredths


def overview_of(study: Study) -> Overview:
    """All of it, from the votes so far."""
    votes = read_votes(study)
    own = counted(votes)
    items = [item for item in study.items.values() if item.role == "item"]
    wanted = len(items) * study.file.raters.per_item
    rated = Counter(vote.item.arm for vote in own if vote.question == study.questions[0].name)
    done = sum(rated.values())
    with study.engine.connect() as connection:
        states = connection.execute(sa.select(raters.c.code, raters.c.state)).all()
    cost = cost_of(study.file, len(items))
    pay, given = study.file.pay, read_votes(study, with_excluded=True)  # who is left out was paid all the same
    paid = len(given) * pay.per_answer + sum(state in ("done", "excluded") for _, state in states) * pay.per_person
    counts = Counter(state for _, state in states)
    facts = [
        ("Ratings", f"{done}", f"of {wanted} wanted"),
        ("People", f"{len(states)}", ", ".join(f"{count} {state}" for state, count in sorted(counts.items()))),
        ("Answers", f"{len(votes)}", "checks and repeats among them"),
    ]
    if pay.per_answer or pay.per_person:
        facts.append(("Due so far", f"{paid * (1 + pay.fee):.2f} {pay.currency}", f"of {cost.total:.2f} planned"))
    return Overview(
        study.state,
        facts,
        _questions(study, own),
        _arms(study, rated),
        _people(votes, dict(states)),
        cost.words(),
        min(100 * done // max(wanted, 1), 100),
    )


def _questions(study: Study, own: list[Any]) -> list[dict[str, Any]]:
    rows = []
    for question in study.questions:
        here = [vote for vote in own if vote.question == question.name]
        alpha = alpha_of_votes(here) if here and question.kind != "text" else None
        words = "not defined" if alpha is None or alpha.value is None else f"{alpha.value:.2f}"
        if alpha is not None and alpha.low is not None:
            words += f" [{alpha.low:.2f}, {alpha.high:.2f}]"
        people = len({vote.rater for vote in here})
        rows.append({"question": question.name, "answers": len(here), "people": people, "alpha": words})
    return rows


def _arms(study: Study, rated: Counter[str]) -> list[dict[str, Any]]:
    counts = Counter(item.arm for item in study.items.values() if item.role == "item")
    per_item = study.file.raters.per_item
    return [
        {"arm": arm, "items": count, "ratings": rated.get(arm, 0), "wanted": count * per_item}
        for arm, count in sorted(counts.items())
    ]


def _people(votes: list[Any], states: dict[str, str]) -> list[dict[str, Any]]:
    rows = [
        {"code": code, "state": state, "done": 0, "seconds": "", "checks": ""}
        for code, state in sorted(states.items())
        if code not in {vote.rater for vote in votes}
    ]
    for one in rater_quality(votes):
        checks = [f"{one.gold_right} of {one.gold} known answers"] if one.gold else []
        checks += [f"{one.same} of {one.repeats} repeats alike"] if one.repeats else []
        checks += [f"right {one.skill:.0%} (Dawid and Skene)"] if one.skill is not None else []
        seconds = "" if one.seconds is None else f"{one.seconds:.1f}"
        row = {"code": one.rater, "state": states.get(one.rater, ""), "done": one.answers, "seconds": seconds}
        rows.append(row | {"checks": "; ".join([*checks, *one.reasons])})
    return rows
