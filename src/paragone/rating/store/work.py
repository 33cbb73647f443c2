"""Rating itself: what is on somebody's page now, a vote, and taking the last one back. A vote is one transaction."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from paragone.rating.design.staircase import next_exposure
from paragone.rating.questions.question import Answer
from paragone.rating.store.study import Item, Study
from paragone.rating.store.tables import raters, tasks, votes

LONGEST_S = 3600.0  # a page left open longer was left, not looked at
_ALL = tasks.alias("all_of_them")
_LAST = sa.select(sa.func.max(_ALL.c.position)).where(_ALL.c.rater_id == sa.bindparam("rater"))
_NEAR = sa.select(tasks, _LAST.scalar_subquery().label("last")).where(
    tasks.c.rater_id == sa.bindparam("rater"), tasks.c.position.between(sa.bindparam("at"), sa.bindparam("to"))
)
_STORE = votes.insert()
_SHOW = (
    tasks.update()
    .where(tasks.c.rater_id == sa.bindparam("r"), tasks.c.position == sa.bindparam("p"))
    .values(shown_at=sa.bindparam("now"), exposure_ms=sa.bindparam("ms"))
)
_DONE = (
    tasks.update()
    .where(tasks.c.rater_id == sa.bindparam("r"), tasks.c.position == sa.bindparam("p"))
    .values(done_at=sa.bindparam("now"))
)
_MOVE = (
    raters.update()
    .where(raters.c.id == sa.bindparam("r"))
    .values(position=sa.bindparam("p"), seen_at=sa.bindparam("now"), state=sa.bindparam("s"))
)


class Turn(NamedTuple):
    """What is on somebody's page."""

    item: Item
    position: int
    total: int
    round: int
    order: tuple[int, ...]  # which image stands where
    exposure_ms: int | None
    next_item: Item | None = None  # to be loaded ahead


class Ballot(NamedTuple):
    """What somebody sent."""

    position: int
    round: int
    answers: Mapping[str, Answer]
    seconds: float | None = None  # as the page counted, while it was looked at


class Voted(NamedTuple):
    """What came of a ballot."""

    turn: Turn | None  # what is next; None: all done
    is_accepted: bool = False  # not: it was here before, or belongs to no page of theirs
    is_whole: bool = True  # whether every question was answered


def current(connection: sa.Connection, study: Study, rater: Mapping[str, Any]) -> Turn | None:
    """The page somebody is at, noted as shown now."""
    at = rater["position"]
    return _turn(connection, study, rater["id"], at, _near(connection, rater["id"], at))


def vote(
    connection: sa.Connection, study: Study, rater: Mapping[str, Any], read: Callable[[int], Ballot | None]
) -> Voted:
    """Store a ballot as one row a question, and give the next page; a ballot sent twice is stored once.

    `read` makes the ballot of a page with so many images from what was sent, or None where an answer is missing.
    """
    at = rater["position"]
    near = _near(connection, rater["id"], at)
    task = near.get(at)
    ballot = read(len(study.items[task["item_id"]].images)) if task else None
    if task is None or ballot is None or (ballot.position, ballot.round) != (at, task["round"]) or task["done_at"]:
        turn = _turn(connection, study, rater["id"], at, near)
        return Voted(turn=turn, is_whole=task is None or ballot is not None)
    now = time.time()
    item = study.items[task["item_id"]]
    placed = {one.name for one in study.questions if one.kind in ("pair", "best")}
    connection.execute(_STORE, _rows(task, item, ballot, now, placed))
    connection.execute(_DONE, {"r": rater["id"], "p": at, "now": now})
    turn = _turn(connection, study, rater["id"], at + 1, near)
    state = "active" if turn else "done"
    connection.execute(_MOVE, {"r": rater["id"], "p": at + 1, "now": now, "s": state})
    return Voted(turn=turn, is_accepted=True)


def take_back(connection: sa.Connection, study: Study, rater: Mapping[str, Any]) -> Turn | None:
    """Undo the last vote and show its page again."""
    at = rater["position"] - 1
    if at < 0:
        return current(connection, study, rater)
    here = (tasks.c.rater_id == rater["id"]) & (tasks.c.position == at)
    connection.execute(votes.delete().where(votes.c.rater_id == rater["id"], votes.c.position == at))
    connection.execute(tasks.update().where(here).values(done_at=None, round=tasks.c.round + 1))
    connection.execute(_MOVE, {"r": rater["id"], "p": at, "now": time.time(), "s": "active"})
    return _turn(connection, study, rater["id"], at, _near(connection, rater["id"], at))


def _near(connection: sa.Connection, rater: int, at: int) -> dict[int, dict[str, Any]]:
    """The task at a place, the next, and the one to be loaded ahead of that: all that a vote needs, in one question."""
    rows = connection.execute(_NEAR, {"rater": rater, "at": at, "to": at + 2}).mappings()
    return {row["position"]: dict(row) for row in rows}


def _turn(
    connection: sa.Connection, study: Study, rater: int, at: int, near: Mapping[int, dict[str, Any]]
) -> Turn | None:
    if at not in near:
        return None
    task, ahead = near[at], near.get(at + 1)
    exposure = _exposure(connection, study, rater) if any(one.staircase for one in study.questions) else None
    connection.execute(_SHOW, {"r": rater, "p": at, "now": time.time(), "ms": exposure})
    item = study.items[task["item_id"]]
    order = tuple(map(int, task["shown_order"])) or tuple(range(len(item.images)))
    following = study.items[ahead["item_id"]] if ahead else None
    return Turn(item, at, task["last"] + 1, task["round"], order, exposure, following)


def _exposure(connection: sa.Connection, study: Study, rater: int) -> int:
    rows = connection.execute(
        sa.select(votes.c.item_id, votes.c.answer, votes.c.exposure_ms)
        .where(votes.c.rater_id == rater)
        .order_by(votes.c.position)
    )
    history = [(int(ms), (answer == "Real") == study.items[item].images[0].is_real) for item, answer, ms in rows if ms]
    return next_exposure(history)


def _rows(
    task: Mapping[str, Any], item: Item, ballot: Ballot, now: float, placed: set[str]
) -> Sequence[Mapping[str, Any]]:
    fields = {name: task[name] for name in ("rater_id", "position", "item_id", "role", "exposure_ms")}
    passed = now - task["shown_at"] if task["shown_at"] else None
    times = [one for one in (passed, ballot.seconds) if one is not None and one >= 0]
    seconds = min(min(times), LONGEST_S) if times else None
    order = tuple(map(int, task["shown_order"])) or tuple(range(len(item.images)))
    stored = {name: as_stored(one, order) if name in placed else one for name, one in ballot.answers.items()}
    return [
        fields | {"question": name, "value": one.value, "answer": one.words, "seconds": seconds, "at": now}
        for name, one in stored.items()
    ]


def as_stored(answer: Answer, order: Sequence[int]) -> Answer:
    """A letter by the item's own order of images, whatever stood where on the page."""
    if answer.words not in tuple("ABCDEFGH"):  # a tie
        return answer
    place = order["ABCDEFGH".index(answer.words)]
    # Of a pair the value says how far the item's first image won; the best of several has none.
    return Answer(None if answer.value is None else float(place == 0), "ABCDEFGH"[place])
