"""Votes become ratings of their runs, and the metric `human` of each question joins the run's plan."""

from collections.abc import Sequence
from typing import Any

from paragone.core.errors import ParagoneError
from paragone.rating.questions.question import Question
from paragone.rating.results.read import Vote, counted, read_votes
from paragone.rating.store.study import Study
from paragone.stages import run as run_plan
from paragone.stages.planning.plan import Entry, Plan
from paragone.store.folder import RunFolder
from paragone.store.opening import open_run
from paragone.store.ratings import store_ratings


def ratings_of(study: Study) -> list[dict[str, Any]]:
    """Every vote that counts as rows of the table `ratings`; of a pair the first image against the second."""
    rows: list[dict[str, Any]] = []
    for vote in counted(read_votes(study)):
        rows += _rows(vote)
    return rows


def _rows(vote: Vote) -> list[dict[str, Any]]:
    answer = {"question": vote.question, "rater": vote.rater, "answer": vote.answer, "seconds": vote.seconds}
    images = vote.item.images
    if len(images) == 2 and vote.value is not None and vote.answer in ("A", "B", "Tie"):
        return [_about(images[0]) | answer | {"value": vote.value, "other": images[1].sample}]
    if len(images) > 1 and vote.answer in tuple("ABCDEFGH"):  # the best of several: it won, the others did not
        best = "ABCDEFGH".index(vote.answer)
        return [_about(one) | answer | {"value": float(k == best)} for k, one in enumerate(images)]
    return [_about(one) | answer | {"value": vote.value} for one in images]


def _about(shown: Any) -> dict[str, Any]:
    names = ("sample", "model", "scenario", "prompt_id", "seed", "image")
    return {name: getattr(shown, name) for name in names}


def store_in_runs(study: Study) -> list[RunFolder]:
    """Put the ratings into every run that the study's images came from, whole and anew."""
    rows, folders = ratings_of(study), [open_run(place) for place in study.runs]
    for folder in folders:
        known = set(folder.table("samples").read(["key"])["key"].to_list())
        mine = [row for row in rows if row["sample"] in known]
        with folder.writing():
            store_ratings(folder, f"study {study.id}", mine)
    return folders


def grow(folder: RunFolder, questions: Sequence[Question]) -> str:
    """Add `human` for each question to the run's plan and bring the run up to date; '' or why it could not be."""
    stored = folder.read_manifest()["plan"]
    plan = Plan.model_validate(stored)
    if plan.metrics == "all":
        return "its plan has all metrics: run the plan again, and `human` is among them"
    known = {(entry.use, str(entry.options.get("question"))) for entry in plan.metrics}
    new = [
        Entry.model_validate({"use": "human", "question": one.name, "lowest": one.bounds[0], "highest": one.bounds[1]})
        for one in questions
        if one.kind in ("scale", "number") and ("human", one.name) not in known
    ]
    try:
        run_plan(plan.model_copy(update={"metrics": (*plan.metrics, *new)}), str(folder))
    except ParagoneError as error:
        return f"the ratings are stored, but the run could not be brought up to date: {error}"
    return ""
