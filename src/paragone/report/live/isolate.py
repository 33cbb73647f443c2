"""One run that cannot be read takes no other page down, and what is said of it names no place of this machine."""

import functools
import re
from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

import polars as pl
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from paragone.core.errors import ParagoneError
from paragone.report.live.run import LiveRun

# A run from elsewhere can be wrong in any way there is. A panic of polars is no Exception.
ANYTHING = (Exception, pl.exceptions.PanicException)
PLACE = re.compile(r"(?<![\w/:.])/(?:[^\s/;:'\"`]+/)*")


class HasRuns(Protocol):
    """A site with runs by name."""

    @property
    def runs(self) -> Mapping[str, LiveRun]:
        """The runs."""
        ...


Site = TypeVar("Site", bound=HasRuns)
Result = TypeVar("Result")


def isolated(endpoint: Callable[[Site, Request], Response]) -> Callable[[Site, Request], Response]:
    """The endpoint with every error as one plain line and the status 500."""

    @functools.wraps(endpoint)
    def answer(site: Site, request: Request) -> Response:
        try:
            return endpoint(site, request)
        except ANYTHING as error:
            return PlainTextResponse(words_of(error, site.runs), 500)

    return answer


def words_of(error: BaseException, runs: Mapping[str, LiveRun]) -> str:
    """What went wrong, for a reader who may be anyone: runs by their names, other files without their folders."""
    if not isinstance(error, ParagoneError):
        return f"This page cannot be made: a run is damaged or gone ({type(error).__name__}); try `paragone verify`."
    said = str(error)
    for name, run in sorted(runs.items(), key=lambda item: -len(str(item[1].folder.root))):
        said = said.replace(str(run.folder.root), name)
    return PLACE.sub("", said)


def attempt(make: Callable[[], Result]) -> Result | None:
    """What is made from a run, or None if the run cannot be read."""
    try:
        return make()
    except ANYTHING:
        return None
