"""Answers in: MTurk's results, with our columns or HEIM's, and Label Studio's exports; the same file twice is one."""

import time
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from paragone.core.errors import BadInput
from paragone.rating.crowds.given import Given
from paragone.rating.crowds.label_studio import from_label_studio
from paragone.rating.crowds.mturk import from_mturk
from paragone.rating.store.database import writing
from paragone.rating.store.people import Entrance, platform_hash
from paragone.rating.store.study import Study
from paragone.rating.store.tables import raters, tasks, votes


class Taken(NamedTuple):
    """What came of a file."""

    votes: int
    people: int
    skipped: int
    notes: list[str]


def take_answers(study: Study, path: Path) -> Taken:
    """Store the answers of a file; a worker's later answer to the same item replaces the earlier one, as in HEIM."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read {path}: {error}") from error
    platform = "label-studio" if path.suffix == ".json" else "mturk"
    given, notes = list(from_label_studio(study, text) if path.suffix == ".json" else from_mturk(study, text)), []
    good = [one for one in given if one is not None]
    latest = {(one.worker, one.item): one for one in good}
    if not latest:
        raise BadInput(f"{path.name} holds no answer to an item of this study; is it the right study?")
    with writing(study.engine) as connection:
        codes = {worker: _rater(connection, study, worker, platform) for worker in {one.worker for one in good}}
        count = sum(_store(connection, codes[one.worker], one, study) for one in latest.values())
    if len(latest) < len(good):
        notes.append(f"{len(good) - len(latest)} answers were replaced by later ones of the same worker")
    return Taken(count, len(codes), len(given) - len(good), notes)


def _rater(connection: sa.Connection, study: Study, worker: str, platform: str) -> int:
    mark = platform_hash(study, Entrance(False, platform, worker))  # noqa: FBT003 - they agreed on the platform
    known = connection.execute(sa.select(raters.c.id).where(raters.c.platform_hash == mark)).scalar()
    if known is not None:
        return int(known)
    now = time.time()
    fields = {"code": f"r{mark[:10]}", "platform": platform, "platform_hash": mark, "state": "done", "reason": ""}
    more = {"position": 0, "sees_sensitive": True, "consented_at": now, "consent_hash": "", "seen_at": now}
    made = connection.execute(raters.insert().values(**fields, **more)).inserted_primary_key
    assert made is not None
    return int(made[0])


def _store(connection: sa.Connection, rater: int, given: Given, study: Study) -> int:
    """One item's answers in place of what was there; an item's number is its place in a worker's list."""
    item = study.items[given.item]
    here = (votes.c.rater_id == rater) & (votes.c.position == item.id)
    connection.execute(votes.delete().where(here))
    connection.execute(tasks.delete().where(tasks.c.rater_id == rater, tasks.c.position == item.id))
    place = {"rater_id": rater, "position": item.id, "item_id": item.id, "role": item.role}
    now = time.time()
    connection.execute(tasks.insert().values(**place, shown_order="", round=0, done_at=now))
    rows = [
        place | {"question": name, "value": one.value, "answer": one.words, "seconds": given.seconds, "at": now}
        for name, one in given.answers.items()
    ]
    connection.execute(votes.insert(), rows)
    return len(rows)
