"""The votes of a study as plain rows, each with its item and the code of who gave it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa

from paragone.rating.questions.question import Question
from paragone.rating.store.study import Item, Study
from paragone.rating.store.tables import raters, votes


@dataclass(frozen=True, slots=True)
class Vote:
    """One answer."""

    rater: str
    item: Item
    role: str
    question: str
    value: float | None
    answer: str
    seconds: float | None
    exposure_ms: int | None
    position: int


def read_votes(study: Study, *, with_excluded: bool = False) -> list[Vote]:
    """Every vote in the order of people and pages; those of people who were excluded only where asked for."""
    columns = [votes.c[name] for name in ("item_id", "role", "question", "value", "answer", "seconds", "exposure_ms")]
    query = sa.select(raters.c.code, votes.c.position, *columns).join(raters, raters.c.id == votes.c.rater_id)
    if not with_excluded:
        query = query.where(raters.c.state != "excluded")
    with study.engine.connect() as connection:
        rows = connection.execute(query.order_by(raters.c.code, votes.c.position, votes.c.question)).mappings().all()
    return [
        Vote(
            row["code"], study.items[row["item_id"]], row["role"], row["question"], row["value"], row["answer"],
            row["seconds"], row["exposure_ms"], row["position"],
        )
        for row in rows
    ]  # fmt: skip


def is_right(vote: Vote) -> bool:
    """Whether an answer is the known one: a number within its ends, or the words."""
    expected = vote.item.expected[vote.question]
    if isinstance(expected, str):
        return vote.answer == expected
    return vote.value is not None and expected[0] <= vote.value <= expected[1]


def judged(votes_given: Sequence[Vote], questions: Sequence[Question]) -> list[Vote]:
    """The same with 1 or 0 for answers that the prompt itself makes right or wrong, and none where it does not."""
    skills = {one.name for one in questions if one.skill}

    def worth(vote: Vote) -> Vote:
        if vote.question not in skills:
            return vote
        return replace(vote, value=float(is_right(vote)) if vote.question in vote.item.expected else None)

    return [worth(vote) for vote in votes_given]


def counted(votes_given: list[Vote]) -> list[Vote]:
    """The votes that count: no checks, no repeats."""
    return [vote for vote in votes_given if vote.role == "item"]
