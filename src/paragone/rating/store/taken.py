"""How many people have each item: counted from the lists, and kept for a moment, as counting takes its time."""

import time
from collections import Counter
from collections.abc import Iterable

import sqlalchemy as sa

from paragone.rating.store.tables import raters, tasks

FRESH_S = 20.0  # so long what others did (leaving, being excluded) may wait to be seen


class Taken:
    """The counts of one server: made anew every FRESH_S, with what it gave out since."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self._at: float | None = None

    def counts(self, connection: sa.Connection, *, silence_s: float) -> Counter[int]:
        """How many have rated each item, or are at it."""
        if self._at is None or time.monotonic() - self._at > FRESH_S:
            self._counts, self._at = counted(connection, silence_s=silence_s), time.monotonic()
        return self._counts

    def renew(self) -> None:
        """Somebody left: count anew for the next who comes."""
        self._at = None

    def give(self, items: Iterable[int]) -> None:
        """Somebody was given these."""
        self._counts.update(items)


def counted(connection: sa.Connection, *, silence_s: float) -> Counter[int]:
    """How many people have rated each item, or are at it and not long silent; those excluded do not count."""
    is_at_it = sa.and_(raters.c.state == "active", raters.c.seen_at > time.time() - silence_s)
    counts = (
        sa.select(tasks.c.item_id, sa.func.count())
        .join(raters, raters.c.id == tasks.c.rater_id)
        .where(tasks.c.role == "item", raters.c.state != "excluded")
        .where(sa.or_(tasks.c.done_at.is_not(None), is_at_it))
        .group_by(tasks.c.item_id)
    )
    return Counter({item: int(count) for item, count in connection.execute(counts)})
