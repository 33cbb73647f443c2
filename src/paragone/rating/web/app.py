"""The study's web application: people's pages and the owner's, over one study."""

import asyncio
import functools
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from paragone.rating.store.study import Study
from paragone.rating.store.together import Together
from paragone.rating.web.gate import Gate
from paragone.rating.web.limits import Limit
from paragone.rating.web.pages import environment, render, spoken, words

RATER, OWNER = "paragone_rater", "paragone_owner"
Result = TypeVar("Result")


class Site:
    """What every page needs: the study, where it is served, its database threads, its limits."""

    def __init__(self, study: Study, *, prefix: str = "", https: bool = False) -> None:
        self.study, self.root, self.https = study, prefix, https
        self._writer = Together(study.engine)
        self._readers = ThreadPoolExecutor(2, "study-reading")
        self._door = asyncio.Lock()
        self._overview: tuple[float, Any] = (0.0, None)
        self.guesses = Limit(burst=10, per_second=10 / 60)  # wrong links, by address
        self.newcomers = Limit(burst=300, per_second=1)  # by address: a class may come at once, a flood may not
        self.pace = Limit(burst=20, per_second=5)  # forms, by session
        self.language = study.file.language if study.file.words else spoken(study.file.language)
        self.words = {**words(self.language), **study.file.words}
        self.known: dict[str, float] = {}  # sessions that were seen lately
        for template in ("_turn.html", "rate.html"):  # ready before the first vote, as the items are
            environment().get_template(template)
        study.items  # noqa: B018

    async def write(self, act: Callable[[sa.Connection], Result]) -> Result:
        """What an act gives once it is committed, with all others that waited."""
        return await asyncio.wrap_future(self._writer.submit(act))

    async def one_by_one(self, act: Callable[[sa.Connection], Result]) -> Result:
        """The same for what takes longer than a vote: one such at a time, so votes wait for one and never for many."""
        async with self._door:
            return await self.write(act)

    async def alone(self, act: Callable[[], Result]) -> Result:
        """What an act with a transaction of its own gives."""
        return await asyncio.wrap_future(self._writer.alone(act))

    async def read(self, act: Callable[[], Result]) -> Result:
        """What an act finds that only reads; nobody's vote waits for it."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, act)

    async def overview(self, act: Callable[[], Any]) -> Any:
        """What the owner sees: worked out anew after ten times as long as it took, as votes come first."""
        now, (until, known) = time.monotonic(), self._overview
        if known is None or now > until:
            known = await self.read(act)
            self._overview = time.monotonic() + 10 * (time.monotonic() - now), known
        return known

    def look_again(self) -> None:
        """Something was changed by the owner."""
        self._overview = 0.0, None

    def page(self, template: str, *, status: int = 200, **shown: Any) -> Response:
        """A page of the study."""
        return HTMLResponse(render(template, **self.frame(), **shown), status)

    def frame(self) -> dict[str, Any]:
        """What every template reads."""
        file = self.study.file
        return {
            "root": self.root,
            "lang": self.language,
            "w": self.words,
            "title": file.title,
            "contact": file.texts.contact,
        }

    def message(self, heading: str, text: str = "", *, status: int = 200, **more: Any) -> Response:
        """A page with something to say."""
        extra = {"link": "", "code": "", "code_for": "", "onward": "", "onward_label": ""} | more
        return self.page("message.html", status=status, heading=heading, text=text, **extra)

    def to(self, path: str) -> Response:
        """Go on to another page."""
        return RedirectResponse(f"{self.root}{path}", 303)

    def set_cookie(self, answer: Response, name: str, value: str) -> None:
        """A cookie that scripts cannot read and other sites cannot send with a form."""
        answer.set_cookie(
            name, value, path=self.root or "/", httponly=True, samesite="lax", secure=self.https, max_age=90 * 86400
        )

    def address(self, request: Request, path: str) -> str:
        """A whole address of a page."""
        scheme = "https" if self.https else request.url.scheme
        return f"{scheme}://{request.headers.get('host', 'localhost')}{self.root}{path}"


def application(study: Study, *, prefix: str = "", https: bool = False) -> Starlette:
    """The pages of a study, served under a prefix."""
    from paragone.rating.web import files, owner, people

    site = Site(study, prefix=prefix.rstrip("/"), https=https)

    def bound(page: Callable[..., Any]) -> Callable[[Request], Any]:
        return functools.partial(page, site)

    routes = [
        Route("/", bound(people.nowhere)),
        Route("/i/{token}", bound(people.door)),
        Route("/i/{token}", bound(people.enter), methods=["POST"]),
        Route("/rate", bound(people.rate)),
        Route("/rate", bound(people.vote), methods=["POST"]),
        Route("/back", bound(people.back), methods=["POST"]),
        Route("/pause", bound(people.pause), methods=["POST"]),
        Route("/leave", bound(people.leave), methods=["POST"]),
        Route("/image/{name}", bound(files.image)),
        Route("/static/{name}", bound(files.static)),
        Route("/exposure/{ms:int}.css", bound(files.exposure)),
        Route("/owner", bound(owner.overview)),
        Route("/owner/{token}", bound(owner.enter)),
        Route("/owner/do/{act}", bound(owner.act), methods=["POST"]),
    ]
    gate = Middleware(Gate, prefix=site.root, https=https)
    made = Starlette(routes=routes, middleware=[gate], exception_handlers={404: _absent})
    made.state.site = site
    return made


def _absent(request: Request, error: Exception) -> Response:
    return PlainTextResponse("There is no such page here.", 404)
