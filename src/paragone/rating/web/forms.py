"""Forms: reading what was sent, and the mark that shows it was sent from our own page."""

import hashlib
import hmac
from collections.abc import Sequence
from urllib.parse import parse_qs

from starlette.requests import Request

from paragone.rating.questions.question import Answer, Question
from paragone.rating.store.work import Ballot

Form = dict[str, list[str]]


async def read_form(request: Request) -> Form:
    """The fields of a form; nothing where it is no form."""
    kind = request.headers.get("content-type", "").partition(";")[0]
    if kind != "application/x-www-form-urlencoded":
        return {}
    body = await request.body()
    try:
        return parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=500)
    except ValueError:
        return {}


def mark_of(session: str) -> str:
    """What a form of this session carries; another site can neither read the session nor the page."""
    return hashlib.sha256(f"form\0{session}".encode()).hexdigest()[:40]


def is_ours(form: Form, session: str) -> bool:
    """Whether a form carries the session's mark."""
    return hmac.compare_digest(first(form, "mark").encode("utf-8", "replace"), mark_of(session).encode())


def first(form: Form, name: str) -> str:
    """The first value of a field; empty where there is none."""
    return form.get(name, [""])[0]


def ballot_of(form: Form, questions: Sequence[Question], images: int) -> Ballot | None:
    """The ballot in a form; None where a question is not answered."""
    place, turn = first(form, "position"), first(form, "round")
    if not (place.isdecimal() and turn.isdecimal() and len(place) < 7 and len(turn) < 7):
        return None
    answers: dict[str, Answer] = {}
    for question in questions:
        answer = question.read(form.get(f"q.{question.name}", []), images=images)
        if answer is None:
            return None
        answers[question.name] = answer
    try:
        seconds = float(first(form, "seconds"))
    except ValueError:
        seconds = -1.0
    return Ballot(int(place), int(turn), answers, seconds if 0 <= seconds < 1e5 else None)
