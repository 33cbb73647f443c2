"""MTurk's results: our page's columns, or HEIM's."""

import csv
import re
from collections.abc import Iterator, Mapping
from typing import Any

from paragone.core.errors import BadInput
from paragone.rating.crowds.columns import HEIM_NAMES
from paragone.rating.crowds.given import Given, placed
from paragone.rating.questions.question import Answer, Question
from paragone.rating.store.study import Study


def from_mturk(study: Study, text: str) -> Iterator[Given | None]:
    """Each row of a results table; None where it answers nothing here, or was rejected."""
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
        if answers and item is not None:
            answers = placed(study, item, answers, row.get("Input.order"))
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
