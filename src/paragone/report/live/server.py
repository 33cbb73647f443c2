"""The live site: many runs in one place, the static site's pages made when asked for, with search and comparison."""

import functools
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import polars as pl
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paragone.core.errors import StoreError
from paragone.report import urls
from paragone.report.export.files import files
from paragone.report.live.guard import Guard
from paragone.report.live.isolate import isolated
from paragone.report.live.known import KnownRuns
from paragone.report.live.run import LiveRun
from paragone.report.live.runs import compare_runs, history_of_runs, list_runs, search_runs
from paragone.report.live.state import state_of
from paragone.report.site.files import STATIC, pages_version
from paragone.report.site.render import Frame, frame_of, page_html, page_json
from paragone.report.site.thumbs import thumbnail
from paragone.store.folder import RunFolder

TYPES = {
    **{"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "woff2": "font/woff2", "txt": "text/plain"},
    **{"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp", "gif": "image/gif", "bmp": "image/bmp"},
    **{"tif": "image/tiff", "avif": "image/avif", "csv": "text/csv", "json": "application/json"},
    **{"md": "text/plain", "tex": "text/plain", "toml": "text/plain", "parquet": "application/octet-stream"},
}
FOR_EVER = "private, max-age=31536000, immutable"
CHECKED = "private, no-cache"
REFRESH_S = 10  # while a run grows
ROOTED = Frame("Paragone", images="", is_live=True, first_prompts="", is_top=True, root="/")
TOP = Frame("Paragone", images="", is_live=True, first_prompts="", is_top=True)


def application(
    runs: Mapping[str, RunFolder],
    *,
    token: str | None,
    hosts: Sequence[str] | None,
    places: Sequence[str | Path] = (),
) -> Starlette:
    """The site over these runs, by the name in their address, and over those that begin at the places later."""
    site = LiveSite(KnownRuns(runs, places))
    routes = [
        Route("/", site.top),
        Route("/search", site.search),
        Route("/compare", site.compare),
        Route("/history", site.history),
        Route("/static/{name}", site.static),
        Route("/{run}/", site.page),
        Route("/{run}/static/{name}", site.static),
        Route("/{run}/exports/{name}", site.export),
        Route("/{run}/images/{folder}/{name}", site.image),
        Route("/{run}/thumbs/{folder}/{name}", site.small_image),
        Route("/{run}/{path:path}", site.page),
    ]
    middleware = [Middleware(Guard, token=token, hosts=hosts)]
    return Starlette(routes=routes, middleware=middleware, exception_handlers={404: _not_found})


class Answer(NamedTuple):
    """A page and the template that shows it."""

    template: str
    page: Any


Make = Callable[[], Answer | None]


class LiveSite:
    """The endpoints; each runs in a thread, as reading tables takes time."""

    def __init__(self, runs: Mapping[str, LiveRun]) -> None:
        self.runs = runs

    @isolated
    def top(self, request: Request) -> Response:
        """Every run."""
        page = list_runs(self.runs, dict(request.query_params))
        frame = replace(TOP, refresh_s=REFRESH_S) if any(row.is_running for row in page.rows) else TOP
        return self._answer(request, self._state(), lambda: Answer("runs.html", page), frame)

    @isolated
    def search(self, request: Request) -> Response:
        """Prompts of every run that hold some words."""
        query = dict(request.query_params)
        return self._answer(request, self._state(), lambda: Answer("search.html", search_runs(self.runs, query)), TOP)

    @isolated
    def compare(self, request: Request) -> Response:
        """Two models of any runs."""
        query = dict(request.query_params)
        found = compare_runs(self.runs, query)
        if found is None:
            return _absent("There is no such pair of models.", "Choose two models that are there, as RUN/MODEL.")
        return self._answer(request, self._state(), lambda: Answer("pair.html", found), TOP)

    @isolated
    def history(self, request: Request) -> Response:
        """Model lines over all runs."""
        return self._answer(request, self._state(), lambda: Answer("history.html", history_of_runs(self.runs)), TOP)

    @isolated
    def page(self, request: Request) -> Response:
        """A page of a run, or its JSON twin."""
        run = self.runs.get(request.path_params["run"])
        path = request.path_params.get("path", urls.BOARD)
        if run is None or not path.endswith((".html", ".json")):
            return _absent()
        html = path.removesuffix(".json") + ".html" if path.endswith(".json") else path
        reader = run.reading()
        is_watched = html == urls.BOARD and state_of(reader).is_running
        frame = frame_of(reader, images="", is_live=True, refresh_s=REFRESH_S if is_watched else 0)

        def make() -> Answer | None:
            found = run.find(html, dict(request.query_params))
            return None if found is None else Answer(found[0].template, found[1])

        return self._answer(request, run.state(), make, frame, path=path)

    def static(self, request: Request) -> Response:
        """The style sheet, scripts and fonts."""
        path = STATIC / request.path_params["name"]
        if path.parent != STATIC or not path.is_file():
            return _absent()
        return _file(request, path.read_bytes(), path.suffix[1:], tag=pages_version(), cache=CHECKED)

    @isolated
    def export(self, request: Request) -> Response:
        """The numbers as files."""
        run, name = self.runs.get(request.path_params["run"]), request.path_params["name"]
        data = files(run.reading()).get(name) if run else None
        if data is None or run is None:
            return _absent()
        return _file(request, data, name.rpartition(".")[2], tag=run.state(), cache=CHECKED)

    @isolated
    def image(self, request: Request) -> Response:
        """An image as it was drawn."""
        path = self._stored(request, r"[0-9a-f]{64}\.[a-z]{3,4}")
        if path is None:
            return _absent()
        folder = self.runs[request.path_params["run"]].folder
        try:
            data = folder.images.get(path.relative_to(folder.root).as_posix())
        except StoreError:  # gone, or not what was stored
            return _absent()
        return _file(request, data, path.suffix[1:], tag=path.stem[:40], cache=FOR_EVER)

    @isolated
    def small_image(self, request: Request) -> Response:
        """A thumbnail: the static site's, or made now; a server writes nothing into a run."""
        path = self._stored(request, r"[0-9a-f]{40}\.webp")
        if path is None:
            return _absent()
        run = self.runs[request.path_params["run"]]
        kept = _inside(run.folder.root, run.folder.root / "report" / urls.thumbnail(path.stem))
        data = kept.read_bytes() if kept else _made(run.folder, str(path.relative_to(run.folder.root)))
        if data is None:
            return _absent()
        return _file(request, data, "webp", tag=path.stem[:40], cache=FOR_EVER)

    def _stored(self, request: Request, pattern: str) -> Path | None:
        """The stored image that an address names, never anything outside the run folder."""
        run, name = self.runs.get(request.path_params["run"]), request.path_params["name"]
        folder = request.path_params["folder"]
        if run is None or not re.fullmatch(pattern, name) or folder != name[:2]:
            return None
        stem, _, suffix = name.partition(".")
        if run.folder.remote is not None:
            return _listed(run.folder, f"images/{folder}/{name if len(stem) == 64 else stem}")
        paths = (run.folder.root / "images" / folder).glob(f"{stem}*" if len(stem) < 64 else f"{stem}.{suffix}")
        return next((path for path in paths if _inside(run.folder.root, path) and path.suffix[1:] in TYPES), None)

    def _state(self) -> str:
        return hashlib.sha256("".join(run.state() for run in self.runs.values()).encode()).hexdigest()[:32]

    def _answer(self, request: Request, state: str, make: Make, frame: Frame, *, path: str = "") -> Response:
        tag = hashlib.sha256(f"{state} {request.url.path} {request.url.query}".encode()).hexdigest()[:32]
        if _is_known(request, tag):
            return _unchanged(tag)
        found = make()
        if found is None:
            return _absent()
        is_json = path.endswith(".json") or request.query_params.get("format") == "json"
        where = path or request.url.path.strip("/") or urls.BOARD
        twin = _twin_of(request, path)
        data = page_json(found.page) if is_json else page_html(found.template, found.page, frame, path=where, twin=twin)
        kind = "application/json" if is_json else "text/html"
        return Response(data, media_type=kind, headers={"ETag": f'"{tag}"', "Cache-Control": CHECKED})


def _listed(folder: RunFolder, place: str) -> Path | None:
    """Where the copy of an image of a run at a URL would be, if a sample of the run shows it."""
    found = folder.table("samples").read(["file"], where=pl.col("file").str.starts_with(place)).head(1)
    path = folder.root / found.item() if len(found) else None
    return path if path and path.suffix[1:] in TYPES else None


@functools.lru_cache(maxsize=2048)  # some 20 MB
def _made(folder: RunFolder, file: str) -> bytes | None:
    return thumbnail(folder.images, file)


def _inside(root: Path, path: Path) -> Path | None:
    """The path, if following every link it is a file within the root."""
    try:
        resolved = path.resolve(strict=True)
    except OSError:
        return None
    return path if resolved.is_file() and resolved.is_relative_to(root.resolve()) else None


def _twin_of(request: Request, path: str) -> str:
    """The address of the same as JSON, with what was asked for."""
    asked = [pair for pair in request.query_params.multi_items() if pair[0] != "format"]
    beside = urls.twin(path).rpartition("/")[2] if path else ""
    return f"{beside}?{urlencode([*asked, *([] if path else [('format', 'json')])])}" if asked or not path else beside


def _file(request: Request, data: bytes, suffix: str, *, tag: str, cache: str) -> Response:
    if _is_known(request, tag):
        return _unchanged(tag)
    return Response(data, media_type=TYPES[suffix], headers={"ETag": f'"{tag}"', "Cache-Control": cache})


def _is_known(request: Request, tag: str) -> bool:
    known = request.headers.get("if-none-match", "").split(",")
    return f'"{tag}"' in [part.strip().removeprefix("W/") for part in known]


def _unchanged(tag: str) -> Response:
    return Response(status_code=304, headers={"ETag": f'"{tag}"'})


@dataclass(frozen=True)
class AbsentPage:
    """What is said instead of a page."""

    title: str
    words: str
    advice: str


def _absent(
    words: str = "There is no such page here.", advice: str = "The address may be old or mistyped."
) -> Response:
    page = AbsentPage("Not found", words, advice)
    return Response(
        page_html("absent.html", page, ROOTED, path=urls.BOARD, twin="/?format=json"), 404, media_type="text/html"
    )


async def _not_found(request: Request, error: Exception) -> Response:
    return _absent()
