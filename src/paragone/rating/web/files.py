"""Files of the pages: images under their opaque names, the style sheet, the script, and how long an image is shown."""

import functools
import re
import time
from pathlib import Path

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from paragone.rating.store.doors import hashed
from paragone.rating.store.study import IMAGES
from paragone.rating.store.tables import invitations, raters
from paragone.rating.web.app import OWNER, RATER, Site
from paragone.rating.web.pages import STATIC

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png"}
NAME = re.compile(r"[0-9a-f]{32}\.png")
KNOWN_S = 60.0  # so long a session needs no look into the database


async def image(site: Site, request: Request) -> Response:
    """An image, for whoever takes part; nothing else tells that it exists."""
    name = request.path_params["name"]
    session = request.cookies.get(RATER, "") or request.cookies.get(OWNER, "")
    if not NAME.fullmatch(name) or not await _is_known(site, session):
        return _absent()
    data = _read(site.study.folder / IMAGES / name)
    if data is None:
        return _absent()
    return Response(data, media_type="image/png", headers={"Cache-Control": "private, max-age=86400, immutable"})


def static(site: Site, request: Request) -> Response:
    """The style sheet and the script."""
    path = STATIC / request.path_params["name"]
    if path.parent != STATIC or path.suffix not in TYPES:
        return _absent()
    data = _read(path)
    if data is None:
        return _absent()
    return Response(data, media_type=TYPES[path.suffix], headers={"Cache-Control": "private, max-age=3600"})


def exposure(site: Site, request: Request) -> Response:
    """A style that says for how many milliseconds the image is seen; study.css has the rest."""
    ms = min(max(int(request.path_params["ms"]), 50), 5000)
    style = (
        f".unveil:checked~.timed .frame img{{animation-duration:{ms}ms}}"
        f".unveil:checked~.timed .frame::after{{animation-delay:{ms}ms}}"
    )
    return Response(style, media_type="text/css", headers={"Cache-Control": "private, max-age=86400, immutable"})


async def _is_known(site: Site, session: str) -> bool:
    if not session:
        return False
    mark, now = hashed(session), time.monotonic()
    if site.known.get(mark, -KNOWN_S) > now - KNOWN_S:
        return True

    def look() -> bool:
        with site.study.engine.connect() as connection:
            mine = sa.select(raters.c.id).where(raters.c.session_hash == mark)
            own = sa.select(invitations.c.id).where(invitations.c.token_hash == mark, invitations.c.kind == "owner")
            return connection.execute(sa.union_all(mine, own)).first() is not None

    is_here = await site.read(look)
    if is_here:
        if len(site.known) > 10_000:
            site.known.clear()
        site.known[mark] = now
    return is_here


@functools.lru_cache(maxsize=256)
def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _absent() -> Response:
    return PlainTextResponse("There is no such page here.", 404)
