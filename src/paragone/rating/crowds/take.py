"""Answers in: MTurk's results, with our columns or HEIM's, and Label Studio's exports; the same file twice is one."""

import csv
import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from paragone.core.errors import BadInput
from paragone.rating.crowds.columns import HEIM_NAMES
from paragone.rating.questions.question import Answer, Question
from paragone.rating.store.database import writing
from paragone.rating.store.people import Entrance, platform_hash
from paragone.rating.store.study import Study
from paragone.rating.store.tables import raters, tasks, votes


class Given(NamedTuple):
    """What one worker said of one item."""

    worker: str
    item: int
    answers: Mapping[str, Answer]
    seconds: float | None


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
    given, notes = list(_label_studio(study, text) if path.suffix == ".json" else _mturk(study, text)), []
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


def _mturk(study: Study, text: str) -> Iterator[Given | None]:
    table = csv.DictReader(text.splitlines())
    if "WorkerId" not in (table.fieldnames or ()):
        raise BadInput("the results have no column WorkerId; export them from MTurk as CSV")
    by_image = {one.name: item.id for item in study.items.values() if item.role == "item" for one in item.images}
    for row in table:
        written = (row.get("Input.item") or "").strip()
        name = (row.get("Input.image_0") or row.get("Input.image") or "").rpartition("/")[2]
        item = int(written) if written.isdecimal() and int(written) in study.items else by_image.get(name)
        is_refused = bool((row.get("Reject") or "").strip()) or row.get("AssignmentStatus") == "Rejected"
        answers = None if item is None or is_refused else _answers(study, row, len(study.items[item].images))
        if item is None or not answers:
            yield None
            continue
        yield Given(str(row["WorkerId"]), item, answers, _number(row.get("WorkTimeInSeconds")))


def _answers(study: Study, row: Mapping[str, Any], images: int) -> dict[str, Answer]:
    """Answer.q.NAME as our page sends it, or Answer.NAME.OPTION.on as HEIM's does, options counted from 0."""
    found: dict[str, Answer] = {}
    for question in study.questions:
        names = [question.name, *(heim for heim, own in HEIM_NAMES.items() if own == question.name)]
        given = next(filter(None, (_ticked(row, name, question, images) for name in names)), [])
        answer = question.read(given, images=images)
        if answer is not None:
            found[question.name] = answer
    return found if len(found) == len(study.questions) else {}


def _ticked(row: Mapping[str, Any], name: str, question: Question, images: int) -> list[str]:
    plain = row.get(f"Answer.q.{name}") or row.get(f"Answer.{name}")
    if plain:
        return str(plain).split("|") if question.kind == "boxes" else [str(plain)]
    choices = question.choices(images)
    pattern = re.compile(rf"Answer\.{re.escape(name)}\.(\d+)\.on")
    on = [int(m[1]) for key, value in row.items() if key and (m := pattern.fullmatch(key)) and value == "true"]
    return [choices[k] for k in on if k < len(choices)]


def _number(text: str | None) -> float | None:
    try:
        return float(text or "")
    except ValueError:
        return None


def _label_studio(study: Study, text: str) -> Iterator[Given | None]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise BadInput(f"the export is no JSON: {error}") from error
    if not isinstance(found, list):
        raise BadInput("the export is no list of tasks; choose Label Studio's JSON")
    for task in found:
        item = task.get("data", {}).get("item", task.get("id")) if isinstance(task, dict) else None
        for note in task.get("annotations", []) if isinstance(task, dict) else []:
            if item not in study.items or note.get("was_cancelled"):
                yield None
                continue
            answers = _results(study, note.get("result", []), len(study.items[item].images))
            yield Given(str(note.get("completed_by")), item, answers, note.get("lead_time")) if answers else None


def _results(study: Study, results: Sequence[Mapping[str, Any]], images: int) -> dict[str, Answer]:
    found: dict[str, Answer] = {}
    for question in study.questions:
        value = next((one["value"] for one in results if one.get("from_name") == question.name), None)
        answer = None if value is None else question.read(_said(value, question, images), images=images)
        if answer is not None:
            found[question.name] = answer
    return found if len(found) == len(study.questions) else {}


def _said(value: Mapping[str, Any], question: Question, images: int) -> list[str]:
    if "rating" in value:
        choices, place = question.choices(images), int(value["rating"]) - 1
        return [choices[place]] if 0 <= place < len(choices) else []
    if "selected" in value:
        return [{"left": "A", "right": "B"}.get(str(value["selected"]), "Tie")]
    said = value.get("choices", value.get("text", value.get("number", [])))
    return [str(one) for one in said] if isinstance(said, list) else [str(said)]
