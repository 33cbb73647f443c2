"""People's pages: the door with its consent, rating, taking back, pausing, leaving."""

from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from paragone.rating.store import people as store
from paragone.rating.store import work
from paragone.rating.store.doors import Invitation, find_invitation, hashed, new_token
from paragone.rating.store.people import Entrance, come_in, rater_of
from paragone.rating.store.tables import invitations
from paragone.rating.study.cost import SECONDS_A_QUESTION
from paragone.rating.web.app import RATER, Site
from paragone.rating.web.forms import Form, ballot_of, first, is_ours, mark_of, read_form
from paragone.rating.web.pages import render

PLATFORMS = {"PROLIFIC_PID": "prolific", "workerId": "mturk"}  # what a crowd adds to the address
PART = {"X-Part": "turn"}
Rater = Mapping[str, Any]
Page = Callable[[], Response]  # made once what it tells is committed, while others are
Act = Callable[[sa.Connection, Rater], Page]


def nowhere(site: Site, request: Request) -> Response:
    """The address without a link."""
    return site.message(site.study.file.title, site.words["no_link"])


async def door(site: Site, request: Request) -> Response:
    """What somebody reads before they agree; opening it uses nothing up, as mail programs open links too."""
    found = await _invited(site, request)
    if isinstance(found, Response):
        return found
    if site.study.state != "open":
        return site.message(site.study.file.title, site.words["stopped"])
    carried = [(name, request.query_params[name][:100]) for name in PLATFORMS if name in request.query_params]
    action = f"{site.root}/i/{request.path_params['token']}"
    file = site.study.file
    has_sensitive = any(item.sensitive for item in site.study.items.values())
    return site.page(
        "door.html", texts=file.texts, action=action, carried=carried, adults_only=file.adults_only,
        has_sensitive=has_sensitive, keep_until=file.keep_until, **_expected(site),
    )  # fmt: skip


def _expected(site: Site) -> dict[str, int]:
    """How much is asked of one person: items, and minutes."""
    file, own = site.study.file, sum(item.role == "item" for item in site.study.items.values())
    items = min(file.raters.items_each, own) + file.raters.gold_each + file.raters.repeats_each
    return {"items": items, "minutes": max(round(items * len(site.study.questions) * SECONDS_A_QUESTION / 60), 1)}


async def enter(site: Site, request: Request) -> Response:
    """Somebody agreed."""
    found = await _invited(site, request)
    if isinstance(found, Response):
        return found
    form = await read_form(request)
    if site.study.file.adults_only and first(form, "adult") != "yes":
        return site.to(f"/i/{request.path_params['token']}")
    if found.rater_id is None and not site.newcomers.allows(request.client.host if request.client else ""):
        return site.message(site.study.file.title, site.words["too_fast"], status=429)
    named = next(((one, first(form, name)) for name, one in PLATFORMS.items() if first(form, name)), ("", ""))
    entrance = Entrance(first(form, "sensitive") == "yes", *named)
    session = await site.one_by_one(lambda connection: come_in(connection, site.study, found, entrance))
    if session is None:
        return _bad_link(site)
    answer = site.to("/rate")
    site.set_cookie(answer, RATER, session)
    return answer


async def _invited(site: Site, request: Request) -> Invitation | Response:
    where = request.client.host if request.client else ""
    token = request.path_params["token"]

    def look() -> Invitation | None:
        with site.study.engine.connect() as connection:
            return find_invitation(connection, token)

    found = await site.read(look) if len(token) < 100 else None
    if found is not None and found.kind != "owner":
        return found
    if not site.guesses.allows(where):
        return site.message(site.study.file.title, site.words["too_fast"], status=429)
    return _bad_link(site)


def _bad_link(site: Site) -> Response:
    return site.message(site.study.file.title, site.words["bad_link"], status=404)


async def rate(site: Site, request: Request) -> Response:
    """The page somebody is at."""
    session = request.cookies.get(RATER, "")

    def act(connection: sa.Connection, rater: Rater) -> Page:
        turn = work.current(connection, site.study, rater)
        if store.is_lapsed(site.study, rater) or (turn is None and rater["position"] == 0):
            store.renew_list(connection, site.study, rater)
            turn = work.current(connection, site.study, rater)
        return lambda: _shown(site, rater, turn, session)

    return await _with_rater(site, session, act)


async def vote(site: Site, request: Request) -> Response:
    """A vote, and the next page; sent twice it is stored once."""
    session = request.cookies.get(RATER, "")
    form = await read_form(request)
    is_part = request.headers.get("x-part") == "turn"

    def act(connection: sa.Connection, rater: Rater) -> Page:
        found = work.vote(connection, site.study, rater, lambda images: ballot_of(form, site.study.questions, images))
        if not found.is_whole:
            please = site.words["please"]
            return lambda: _shown(site, rater, found.turn, session, is_part=is_part, notice=please, status=422)
        if not is_part:
            return lambda: site.to("/rate")
        return lambda: _shown(site, rater, found.turn, session, is_part=True)

    return await _with_form(site, session, form, act)


async def back(site: Site, request: Request) -> Response:
    """The last vote is taken back."""
    session = request.cookies.get(RATER, "")
    form = await read_form(request)
    is_part = request.headers.get("x-part") == "turn"

    def act(connection: sa.Connection, rater: Rater) -> Page:
        turn = work.take_back(connection, site.study, rater)
        return lambda: _shown(site, rater, turn, session, is_part=True) if is_part else site.to("/rate")

    return await _with_form(site, session, form, act)


async def pause(site: Site, request: Request) -> Response:
    """A link of one's own to go on later."""
    session = request.cookies.get(RATER, "")
    form = await read_form(request)
    token = new_token()

    def act(connection: sa.Connection, rater: Rater) -> Page:
        fields = {"token_hash": hashed(token), "kind": "personal", "rater_id": rater["id"]}
        connection.execute(invitations.delete().where(invitations.c.rater_id == rater["id"]))
        connection.execute(invitations.insert().values(**fields, created_at=rater["seen_at"]))
        link = site.address(request, f"/i/{token}")
        w = site.words
        return lambda: site.message(
            w["paused"], w["paused_text"], link=link, onward=f"{site.root}/rate", onward_label=w["go_on"]
        )

    return await _with_form(site, session, form, act)


async def leave(site: Site, request: Request) -> Response:
    """Somebody stops for good."""
    session = request.cookies.get(RATER, "")
    form = await read_form(request)

    def act(connection: sa.Connection, rater: Rater) -> Page:
        store.leave(connection, rater["id"])
        site.study.taken.renew()
        return lambda: site.message(site.words["left"], site.words["left_text"], code=rater["code"])

    return await _with_form(site, session, form, act)


async def _with_rater(site: Site, session: str, act: Act) -> Response:
    """Do something for whoever has the session, and make their page after it is committed."""

    def whole(connection: sa.Connection) -> Page:
        if site.study.state != "open":
            return lambda: site.message(site.study.file.title, site.words["stopped"])
        rater = rater_of(connection, session) if session else None
        if rater is None or rater["state"] == "excluded":
            return lambda: site.message(site.study.file.title, site.words["no_link"], status=403)
        if rater["state"] == "left":
            return lambda: site.message(site.words["left"], site.words["left_text"], code=rater["code"])
        return act(connection, rater)

    page = await site.write(whole)
    return page()


async def _with_form(site: Site, session: str, form: Form, act: Act) -> Response:
    """The same for a form, which must be from our own page and not one of a flood."""
    if not session or not is_ours(form, session):
        return site.message(site.study.file.title, site.words["forged" if session else "no_link"], status=403)
    if not site.pace.allows(session):
        return site.message(site.study.file.title, site.words["too_fast"], status=429)
    return await _with_rater(site, session, act)


def _shown(  # noqa: PLR0913 - all of it is the page
    site: Site,
    rater: Rater,
    turn: work.Turn | None,
    session: str,
    *,
    is_part: bool = False,
    notice: str = "",
    status: int = 200,
) -> Response:
    """The page of a turn, or what to say when there is none."""
    if turn is None:
        return _finished(site, rater)
    shown = turn_data(site, turn) | {"mark": mark_of(session), "notice": notice}
    if is_part:
        return HTMLResponse(render("_turn.html", **site.frame(), **shown), status, headers=PART)
    return site.page("rate.html", status=status, **shown)


def turn_data(site: Site, turn: work.Turn) -> dict[str, Any]:
    """What the templates show of a turn."""
    questions = site.study.questions
    boxes = next((one.name for one in questions if one.kind == "boxes"), "")
    return {
        "position": turn.position,
        "total": turn.total,
        "round": turn.round,
        "images": [f"{site.root}/image/{turn.item.images[k].name}" for k in turn.order],
        "ahead": [f"{site.root}/image/{one.name}" for one in turn.next_item.images] if turn.next_item else [],
        "prompt": turn.item.prompt if any(one.needs_prompt for one in questions) else "",
        "shows": questions[0].shows,
        "lettered": questions[0].shows in ("pair", "row"),
        "is_veiled": turn.item.sensitive,
        "exposure_ms": turn.exposure_ms,
        "questions": questions,
        "has_boxes": bool(boxes),
        "boxes": boxes,
    }


def _finished(site: Site, rater: Rater) -> Response:
    file, w = site.study.file, site.words
    if rater["position"] == 0 and rater["state"] == "active":
        return site.message(file.title, w["enough"])
    onward = f"https://app.prolific.com/submissions/complete?cc={file.completion_code}" if file.completion_code else ""
    code = (
        {"code": file.completion_code} if file.completion_code else {"code": rater["code"], "code_for": w["code_for"]}
    )
    return site.message(w["done"], file.texts.thanks, **code, onward=onward, onward_label=w["complete"])
