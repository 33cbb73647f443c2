"""Which page an address means: the live site's pages, made when asked for, at the static site's places."""

import hashlib
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import polars as pl

from paragone.report import names
from paragone.report.behind import behind_pages
from paragone.report.board import Pinned, board_of, board_of_aspect
from paragone.report.compare_page import compare_index, pair_page
from paragone.report.drawings import image_pages, prompt_pages
from paragone.report.gallery import ORDERS, Query, default_query, gallery_page
from paragone.report.metric_page import metric_page
from paragone.report.overview import prompt_list
from paragone.report.pairs import Comparisons, baselines_of, leader_of
from paragone.report.provenance import protocol_page
from paragone.report.ratings import ratings_in
from paragone.report.reading import Reader
from paragone.report.writing import Site, pages_version
from paragone.stages.compare import Side
from paragone.store.atomic import MANIFEST
from paragone.store.folder import RunFolder
from paragone.store.mirror import refresh

ASK_AGAIN_S = 15.0  # a listing of a bucket takes time, and money


class Found(NamedTuple):
    """A page and the template that shows it."""

    template: str
    page: Any


class LiveRun:
    """A run that may still grow: what was read is kept until a file of it changes."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder
        self._reading: tuple[str, _Reading] | None = None
        self._asked_at = time.monotonic()

    def state(self) -> str:
        """Changes when the run does; the ETag of its pages."""
        self._ask_again()
        tables = [path for table in self.folder.tables().values() for path in table.parts()]
        facts = (self.folder.root / "facts").glob("*/*.parquet")
        people = filter(None, [ratings_in(self.folder.root)])
        told = [
            f"{path.name} {status.st_size} {status.st_mtime_ns}"
            for path in sorted([self.folder.root / MANIFEST, *tables, *facts, *people])
            if (status := path.stat())
        ]
        return hashlib.sha256("\n".join([pages_version(), *told]).encode()).hexdigest()[:32]

    def _ask_again(self) -> None:
        """Bring the tables of a run at a URL up to date, now and then."""
        if self.folder.remote is not None and time.monotonic() - self._asked_at > ASK_AGAIN_S:
            self._asked_at = time.monotonic()
            refresh(self.folder.remote, self.folder.root)

    def reading(self) -> "_Reading":
        """The run as it is now."""
        state = self.state()
        if self._reading is None or self._reading[0] != state:
            self._reading = state, _Reading(self.folder)
        return self._reading[1]

    def find(self, place: str, query: Mapping[str, str]) -> Found | None:
        """The page at a place of the site; None if there is none."""
        return find_page(self.reading(), place, query)


class _Reading:
    def __init__(self, folder: RunFolder) -> None:
        self.reader = Reader(folder)

    @cached_property
    def comparisons(self) -> Comparisons:
        """Any two models, taken from the static site where that knows them."""
        known = Site(self.reader.folder.root / "report").recall()
        return Comparisons(self.reader, known.get("pairs", {}))


def find_page(reading: _Reading, place: str, query: Mapping[str, str]) -> Found | None:
    """The page at a place; the places are those of names.py."""
    reader = reading.reader
    match place.removesuffix(".html").split("/"):
        case ["index"]:
            return Found("board.html", board_of(reader, pins=reader.models))
        case ["protocol"]:
            return Found("protocol.html", protocol_page(reader))
        case ["gallery"]:
            return Found("gallery.html", gallery_page(reader, read_query(reader, query)))
        case ["compare"]:
            return _compare(reading, query)
        case ["aspect", name] if aspect := _named(name, reader.aspects):
            return Found("board.html", board_of_aspect(reader, aspect))
        case ["against", name] if model := _named(name, reader.models):
            pinned = Pinned(model, reading.comparisons.against(model))
            return Found("board.html", board_of(reader, pinned, pins=reader.models))
        case ["metric", name] if metric := _named(name, reader.metrics):
            changes = reading.comparisons.against(leader_of(reader))
            return Found("metric.html", metric_page(reader, metric, changes))
        case ["compare", first, second]:
            return _pair(reading, _named(first, reader.models), _named(second, reader.models))
        case parts:
            return _find_deeper(reader, parts)


def _find_deeper(reader: Reader, parts: list[str]) -> Found | None:
    match parts:
        case ["behind", metric_name, scenario_name, model_name]:
            metric, scenario = _named(metric_name, reader.metrics), _named(scenario_name, reader.scenarios)
            found = behind_pages(reader, metric, scenario) if metric and scenario else []
            page = next((page for page in found if names.file_name(page.model) == model_name), None)
            return Found("behind.html", page) if page else None
        case ["prompts", name, number] if (scenario := _named(name, reader.scenarios)) and number.isdecimal():
            listed = prompt_list(reader, scenario, max(1, int(number[:9])))
            return Found("prompts.html", listed) if listed.number <= listed.pages else None
        case ["prompt", name, prompt_name] if scenario := _named(name, reader.scenarios):
            prompt_id = _named(prompt_name, reader.prompts(scenario)["prompt_id"])
            return None if prompt_id is None else _prompt(reader, scenario, prompt_id)
        case ["image", _, key]:
            return _image(reader, key)
    return None


def read_query(reader: Reader, given: Mapping[str, str]) -> Query:
    """A gallery query from an address; what makes no sense is left at its default."""
    base = default_query(reader)
    return replace(
        base,
        scenario=_known(given.get("scenario"), reader.scenarios, base.scenario),
        metric=_known(given.get("metric"), reader.metrics, base.metric),
        model=_known(given.get("model"), reader.models, ""),
        other=_known(given.get("other"), [*reader.metrics, *reader.models], ""),
        low=_number(given.get("low")),
        high=_number(given.get("high")),
        verdict=_known(given.get("verdict"), ("right", "wrong", "missing"), ""),
        tag=given.get("tag", "")[:200],
        text=given.get("text", "")[:200],
        order=_known(given.get("order"), ORDERS, "prompt"),
        page=page_number(given),
    )


def page_number(given: Mapping[str, str]) -> int:
    """Which page of many an address asks for."""
    asked = given.get("page", "1")
    return max(1, int(asked)) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else 1


def _prompt(reader: Reader, scenario: str, prompt_id: str) -> Found | None:
    page = next(prompt_pages(reader, reader.stretch_of(scenario, [prompt_id])), None)
    return Found("prompt.html", page) if page else None


def _image(reader: Reader, key: str) -> Found | None:
    where = pl.col("key") == key
    row = next(iter(reader.folder.table("samples").read(["scenario", "prompt_id"], where=where).to_dicts()), None)
    if row is None or row["scenario"] not in reader.scenarios:
        return None
    stretch = reader.stretch_of(row["scenario"], [row["prompt_id"]])
    images = (image for page in prompt_pages(reader, stretch) for image in image_pages(page))
    return next((Found("image.html", image) for image in images if image.tile.key == key), None)


def _compare(reading: _Reading, query: Mapping[str, str]) -> Found | None:
    """The list of comparisons, or the one that the address asks for."""
    reader = reading.reader
    if "a" in query or "b" in query:
        asked = (query.get(name, "") for name in ("a", "b"))
        return _pair(reading, *(model if model in reader.models else None for model in asked))
    baselines = baselines_of(reader)
    return Found("compare.html", compare_index(reader, reading.comparisons.shown(baselines), baselines))


def _pair(reading: _Reading, one: str | None, other: str | None) -> Found | None:
    if one is None or other is None or one == other:
        return None
    reader = reading.reader
    sides = (Side(reader.folder, one), Side(reader.folder, other))
    return Found("pair.html", pair_page((reader, reader), sides, reading.comparisons.of(one, other)))


def _named(name: str, labels: Iterable[str]) -> str | None:
    return next((label for label in labels if names.file_name(label) == name), None)


def _known(value: str | None, known: Iterable[str], default: str) -> str:
    return value if value is not None and value in known else default


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None
