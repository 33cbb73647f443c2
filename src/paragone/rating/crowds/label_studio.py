"""Label Studio's exports: annotations of our tasks."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paragone.core.errors import BadInput
from paragone.rating.crowds.given import Given, placed
from paragone.rating.questions.question import CELLS, Answer, Question
from paragone.rating.store.study import Study


def from_label_studio(study: Study, text: str) -> Iterator[Given | None]:
    """Each annotation; None where it answers nothing here, or was cancelled."""
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
            answers = placed(study, item, answers, task["data"].get("order") if "data" in task else None)
            yield Given(str(note.get("completed_by")), item, answers, note.get("lead_time")) if answers else None


def _results(study: Study, results: Sequence[Mapping[str, Any]], images: int) -> dict[str, Answer]:
    found: dict[str, Answer] = {}
    for question in study.questions:
        values = [one["value"] for one in results if one.get("from_name") == question.name and "value" in one]
        if question.kind == "boxes":
            said = [cell for value in values for cell in _cells_under(value)] or ["none"]
        else:
            said = _said(values[0], question, images) if values else []
        answer = question.read(said, images=images)
        if answer is not None:
            found[question.name] = answer
    return found if len(found) == len(study.questions) else {}


def _cells_under(value: Mapping[str, Any]) -> list[str]:
    """The cells of our raster whose middle lies in a rectangle, which Label Studio gives in hundredths of the image."""
    left, top = float(value.get("x", 0)), float(value.get("y", 0))
    right, bottom = left + float(value.get("width", 0)), top + float(value.get("height", 0))
    middles = [(place, 100 * (place + 0.5) / CELLS) for place in range(CELLS)]
    return [f"{r}-{c}" for r, y in middles for c, x in middles if left <= x <= right and top <= y <= bottom]


def _said(value: Mapping[str, Any], question: Question, images: int) -> list[str]:
    if "rating" in value:
        choices, place = question.choices(images), int(value["rating"]) - 1
        return [choices[place]] if 0 <= place < len(choices) else []
    if "selected" in value:
        return [{"left": "A", "right": "B"}.get(str(value["selected"]), "Tie")]
    said = value.get("choices", value.get("text", value.get("number", [])))
    return [str(one) for one in said] if isinstance(said, list) else [str(said)]
