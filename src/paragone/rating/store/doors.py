"""Invitations: tokens of 160 random bits, kept as hashes, that open a study once, for one person, or for anybody."""

import hashlib
import secrets
import time
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from paragone.rating.store.database import writing
from paragone.rating.store.tables import invitations

Kind = Literal["owner", "open", "single", "personal"]


class Invitation(NamedTuple):
    """A token that opens the study now."""

    id: int
    kind: str
    rater_id: int | None


def hashed(token: str) -> str:
    """What is stored of a token: it has 160 random bits, so a plain hash gives nothing away."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_token() -> str:
    """For an address."""
    return secrets.token_urlsafe(20)


def invite(engine: Engine, kind: Kind, *, count: int = 1, days: float | None = None) -> list[str]:
    """So many new tokens; they are told once and then known to nobody."""
    tokens = [new_token() for _ in range(count)]
    now = time.time()
    fields: dict[str, Any] = {
        "kind": kind,
        "uses_left": 1 if kind == "single" else None,
        "expires_at": None if days is None else now + days * 86400,
        "created_at": now,
    }
    with writing(engine) as connection:
        connection.execute(invitations.insert(), [fields | {"token_hash": hashed(one)} for one in tokens])
    return tokens


def find_invitation(connection: sa.Connection, token: str) -> Invitation | None:
    """The invitation that a token is for, if it still opens anything."""
    row = connection.execute(sa.select(invitations).where(invitations.c.token_hash == hashed(token))).mappings().first()
    if row is None or (row["expires_at"] is not None and row["expires_at"] < time.time()):
        return None
    if row["uses_left"] is not None and row["uses_left"] < 1:
        return None
    return Invitation(row["id"], row["kind"], row["rater_id"])


def use(connection: sa.Connection, invitation: Invitation, rater_id: int) -> bool:
    """Note that somebody came in; False where another was faster."""
    here = invitations.c.id == invitation.id
    if invitation.kind == "single":
        change = invitations.update().where(here, invitations.c.uses_left > 0)
        return connection.execute(change.values(uses_left=invitations.c.uses_left - 1)).rowcount == 1
    if invitation.kind == "personal":
        change = invitations.update().where(here, invitations.c.rater_id.is_(None))
        return connection.execute(change.values(rater_id=rater_id)).rowcount == 1
    return True
