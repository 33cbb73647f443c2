"""The votes of a study as plain rows, each with its item and the code of who gave it."""

from dataclasses import dataclass

import sqlalchemy as sa

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


def counted(votes_given: list[Vote]) -> list[Vote]:
    """The votes that count: no checks, no repeats."""
    return [vote for vote in votes_given if vote.role == "item"]
