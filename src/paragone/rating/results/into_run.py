"""Votes become ratings of their runs, and the metric `human` of each question joins the run's plan."""

from collections.abc import Sequence
from typing import Any

from paragone.core.errors import ParagoneError
from paragone.rating.questions.question import Kind, Question
from paragone.rating.results.read import Vote, counted, judged, read_votes
from paragone.rating.store.study import Study
from paragone.stages import run as run_plan
from paragone.stages.planning.plan import Entry, Plan
from paragone.store.folder import RunFolder
from paragone.store.opening import open_run
from paragone.store.ratings import store_ratings

OUTCOMES = {1.0: "won", 0.5: "tie", 0.0: "lost"}
MOST_LABELS = 12  # answers in words that get a column each


def ratings_of(study: Study) -> list[dict[str, Any]]:
    """Every vote that counts as rows of the table `ratings`: one for each image that it says something of."""
    kinds = {one.name: one.kind for one in study.questions}
    votes = judged(counted(read_votes(study)), study.questions)
    return [row for vote in votes for row in _rows(vote, kinds[vote.question])]


def _rows(vote: Vote, kind: Kind) -> list[dict[str, Any]]:
    answer = {"question": vote.question, "rater": vote.rater, "answer": vote.answer, "seconds": vote.seconds}
    images = vote.item.images
    if kind == "pair" and vote.value is not None:
        sides = [(images[0], images[1], vote.value), (images[1], images[0], 1 - vote.value)]
        return [
            _about(one) | answer | {"value": value, "other": other.sample, "answer": OUTCOMES[value]}
            for one, other, value in sides
        ]
    if kind == "best":
        best = "ABCDEFGH".index(vote.answer)
        answers = [("chosen", 1.0) if k == best else ("not chosen", 0.0) for k in range(len(images))]
        return [
            _about(one) | answer | {"value": value, "answer": words}
            for one, (words, value) in zip(images, answers, strict=True)
        ]
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
    known = {_asked(entry) for entry in plan.metrics}
    wanted = [Entry.model_validate({"use": "human"} | options) for one in questions for options in measures(one)]
    new = [entry for entry in wanted if _asked(entry) not in known]
    try:
        run_plan(plan.model_copy(update={"metrics": (*plan.metrics, *new)}), str(folder))
    except ParagoneError as error:
        return f"the ratings are stored, but the run could not be brought up to date: {error}"
    return ""


def _asked(entry: Entry) -> tuple[str, ...]:
    return entry.use, str(entry.options.get("question")), str(entry.options.get("label", ""))


def measures(question: Question) -> list[dict[str, Any]]:
    """What `human` measures of a question: a mean, the share of wins, or of words the share of each.

    >>> measures(Question("better", "Which?", "pair"))
    [{'question': 'better', 'lowest': 0.0, 'highest': 1.0}]
    """
    if question.kind == "text" and question.name != "copyright":
        return []
    if question.kind == "choice" and not question.skill:
        labels = ("Real",) if question.is_detection else question.options[:MOST_LABELS]
        return [{"question": question.name, "label": label} for label in labels]
    ends = (0.0, 1.0) if question.kind == "text" else question.bounds
    found: dict[str, Any] = {"question": question.name, "lowest": ends[0], "highest": ends[1]}
    better = {"boxes": "neither", "text": "lower"}.get(question.kind)  # HEIM's copyright: near-identical images
    return [found | ({"better": better} if better else {})]
