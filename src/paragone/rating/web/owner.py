"""The owner's page: progress, people, agreement so far, cost; stop, go on, invite. It needs the owner's token."""

from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from paragone.rating.results.overview import overview_of
from paragone.rating.store.doors import find_invitation, invite
from paragone.rating.web.app import OWNER, Site
from paragone.rating.web.forms import first, is_ours, mark_of, read_form


async def _is_owner(site: Site, token: str) -> bool:
    def look() -> bool:
        with site.study.engine.connect() as connection:
            found = find_invitation(connection, token)
        return found is not None and found.kind == "owner"

    return bool(token) and len(token) < 100 and await site.read(look)


async def enter(site: Site, request: Request) -> Response:
    """The owner's link: the token goes into a cookie and out of the address."""
    token = request.path_params["token"]
    if not await _is_owner(site, token):
        where = request.client.host if request.client else ""
        return PlainTextResponse("There is no such page here.", 404 if site.guesses.allows(where) else 429)
    answer = site.to("/owner")
    site.set_cookie(answer, OWNER, token)
    return answer


async def overview(site: Site, request: Request) -> Response:
    """How the study stands."""
    token = request.cookies.get(OWNER, "")
    if not await _is_owner(site, token):
        return PlainTextResponse("There is no such page here.", 404)
    return await _page(site, token)


async def act(site: Site, request: Request) -> Response:
    """Stop, go on, or make links."""
    token = request.cookies.get(OWNER, "")
    if not await _is_owner(site, token):
        return PlainTextResponse("There is no such page here.", 404)
    form = await read_form(request)
    if not is_ours(form, token):
        return PlainTextResponse(site.words["forged"], 403)
    wish = request.path_params["act"]
    if wish in ("stop", "start"):
        await site.alone(lambda: site.study.put("state", "open" if wish == "start" else "stopped"))
        site.look_again()
        return site.to("/owner")
    if wish == "invite":
        written = first(form, "count")
        count = min(int(written), 500) if written.isdecimal() and len(written) < 5 else 1
        made = await site.alone(lambda: invite(site.study.engine, "personal", count=count, days=60))
        return await _page(site, token, links=[site.address(request, f"/i/{one}") for one in made])
    return PlainTextResponse("There is no such page here.", 404)


async def _page(site: Site, token: str, *, links: list[str] | None = None) -> Response:
    found: Any = await site.overview(lambda: overview_of(site.study))
    return site.page("owner.html", found=found, mark=mark_of(token), links=links or [])
