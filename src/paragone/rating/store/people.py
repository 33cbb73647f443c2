"""People who rate: how they come in, get their list, leave, and are forgotten."""

import hashlib
import hmac
import secrets
import sqlite3
import time
from collections.abc import Collection, Mapping
from contextlib import closing
from typing import Any, NamedTuple

import numpy as np
import sqlalchemy as sa

from paragone.rating.design.assign import Load, Slot, Turn, assign
from paragone.rating.design.pairs import sides
from paragone.rating.store.database import FILE, writing
from paragone.rating.store.doors import Invitation, hashed, use
from paragone.rating.store.study import Study
from paragone.rating.store.tables import invitations, raters, tasks, votes

# Whoever sends twice at once waits for the first to be done (PostgreSQL; SQLite has one writer anyway).
BY_SESSION = sa.select(raters).where(raters.c.session_hash == sa.bindparam("session")).with_for_update()


class Entrance(NamedTuple):
    """What somebody said at the door."""

    sees_sensitive: bool
    platform: str = ""
    platform_id: str = ""


def rater_of(connection: sa.Connection, session: str) -> Mapping[str, Any] | None:
    """The person behind a session."""
    row = connection.execute(BY_SESSION, {"session": hashed(session)}).mappings().first()
    return None if row is None else dict(row)


def come_in(connection: sa.Connection, study: Study, invitation: Invitation, entrance: Entrance) -> str | None:
    """A new session for a new person, or for one who returns by a personal link; None where the door has closed."""
    session = secrets.token_urlsafe(32)
    known = invitation.rater_id or _known(connection, study, entrance)
    if known:
        change = raters.update().where(raters.c.id == known, raters.c.state != "excluded")
        done = connection.execute(change.values(session_hash=hashed(session)))
        return session if done.rowcount else None
    row = _new_row(study, entrance) | {"session_hash": hashed(session)}
    rater = connection.execute(raters.insert().values(**row)).inserted_primary_key
    assert rater is not None
    if not use(connection, invitation, rater[0]):
        connection.execute(raters.delete().where(raters.c.id == rater[0]))
        return None
    give_list(connection, study, rater[0], sees_sensitive=entrance.sees_sensitive)
    return session


def _known(connection: sa.Connection, study: Study, entrance: Entrance) -> int | None:
    """Somebody whom a crowd's platform sent before."""
    if not entrance.platform_id:
        return None
    mark = platform_hash(study, entrance)
    return connection.execute(sa.select(raters.c.id).where(raters.c.platform_hash == mark)).scalar()


def platform_hash(study: Study, entrance: Entrance) -> str:
    """A worker's id, keyed by the study's salt: equal ids are seen to be equal, and not whose they are."""
    text = f"{entrance.platform}\0{entrance.platform_id}".encode()
    return hmac.new(study.salt.encode(), text, hashlib.sha256).hexdigest()


def _new_row(study: Study, entrance: Entrance) -> dict[str, Any]:
    now, texts = time.time(), study.file.texts
    return {
        "code": f"r{secrets.token_hex(5)}",
        "platform": entrance.platform[:40],
        "platform_hash": platform_hash(study, entrance) if entrance.platform_id else None,
        "state": "active",
        "reason": "",
        "position": 0,
        "sees_sensitive": entrance.sees_sensitive,
        "consented_at": now,
        "consent_hash": hashed(texts.consent + texts.warning),
        "seen_at": now,
    }


def is_lapsed(study: Study, rater: Mapping[str, Any]) -> bool:
    """Whether somebody was silent for so long that others were given their items."""
    silent_s = time.time() - float(rater["seen_at"])
    return rater["state"] == "active" and silent_s > study.file.raters.return_after_hours * 3600


def renew_list(connection: sa.Connection, study: Study, rater: Mapping[str, Any]) -> None:
    """The rest of a list anew, from what lacks raters now: for who comes back late, or found nothing left before."""
    mine, at = tasks.c.rater_id == rater["id"], int(rater["position"])
    connection.execute(tasks.delete().where(mine, tasks.c.position >= at))
    connection.execute(raters.update().where(raters.c.id == rater["id"]).values(seen_at=time.time()))
    seen = [int(item) for (item,) in connection.execute(sa.select(tasks.c.item_id).where(mine))]
    study.taken.renew()
    give_list(connection, study, rater["id"], sees_sensitive=rater["sees_sensitive"], seen=seen, at=at)


def give_list(
    connection: sa.Connection,
    study: Study,
    rater: int,
    *,
    sees_sensitive: bool,
    seen: Collection[int] = (),
    at: int = 0,
) -> None:
    """Choose what a person rates, from what lacks raters now and is not `seen`, from place `at` of their list."""
    settings = study.file.raters
    taken = study.taken.counts(connection, silence_s=settings.return_after_hours * 3600)
    shown = [one for one in study.items.values() if sees_sensitive or not one.sensitive]
    slots = [
        Slot(one.id, one.arm, one.prompt_key, settings.per_item, taken[one.id]) for one in shown if one.role == "item"
    ]
    rng = np.random.default_rng(secrets.randbits(128))
    before = sum(study.items[item].role == "item" for item in set(seen))
    load = Load(max(settings.items_each - before, 0), settings.gold_each, settings.repeats_each)
    turns = assign(slots, load, gold={one.id: one.arm for one in shown if one.role == "gold"}, seen=seen, rng=rng)
    if turns:
        study.taken.give(turn.item for turn in turns if turn.role == "item")
        rows = _task_rows(study, rater, turns, rng)
        connection.execute(tasks.insert(), [row | {"position": at + row["position"]} for row in rows])


def _task_rows(study: Study, rater: int, turns: list[Turn], rng: np.random.Generator) -> list[dict[str, Any]]:
    swapped = sides(len(turns), rng)
    rows = []
    for position, (turn, is_swapped) in enumerate(zip(turns, swapped, strict=True)):
        count = len(study.items[turn.item].images)
        order = [1, 0] if count == 2 and is_swapped else [0, 1] if count == 2 else rng.permutation(count).tolist()
        rows.append(
            {"rater_id": rater, "position": position, "item_id": turn.item, "role": turn.role, "round": 0}
            | {"shown_order": "".join(map(str, order)) if count <= 10 else ""}
        )
    return rows


def leave(connection: sa.Connection, rater: int) -> None:
    """Somebody stops: what they have not rated goes back."""
    connection.execute(raters.update().where(raters.c.id == rater, raters.c.state == "active").values(state="left"))


def forget(study: Study, code: str) -> int:
    """Erase a person: votes, list, links and all; gives how many votes there were."""
    with writing(study.engine) as connection:
        rater = connection.execute(sa.select(raters.c.id).where(raters.c.code == code)).scalar()
        if rater is None:
            return -1
        gone = connection.execute(votes.delete().where(votes.c.rater_id == rater)).rowcount
        connection.execute(tasks.delete().where(tasks.c.rater_id == rater))
        connection.execute(invitations.delete().where(invitations.c.rater_id == rater))
        connection.execute(raters.delete().where(raters.c.id == rater))
    if study.engine.dialect.name == "sqlite":  # the log of changes still has the words: it is folded in and emptied
        with closing(sqlite3.connect(study.folder / FILE)) as raw:
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return int(gone)


def exclude(study: Study, codes: Mapping[str, str]) -> None:
    """Leave people's votes out of the results, each for the reason given; the votes stay stored."""
    with writing(study.engine) as connection:
        for code, reason in codes.items():
            change = raters.update().where(raters.c.code == code)
            connection.execute(change.values(state="excluded", reason=reason))
