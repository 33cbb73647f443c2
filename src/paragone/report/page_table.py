"""The one table of pages: for each kind its path, its template, which there are, and what makes one; for both sites."""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import polars as pl

from paragone.analysis.changes import Change, Side
from paragone.core.cells import Cell
from paragone.report import urls
from paragone.report.pages.aspects import aspects_page
from paragone.report.pages.behind import behind_page, scored_column
from paragone.report.pages.bias import bias_page
from paragone.report.pages.compare import PairPage, compare_index, pair_page
from paragone.report.pages.first.board import board_of, board_of_aspect
from paragone.report.pages.gallery import gallery_page, read_query
from paragone.report.pages.history import has_history, history_of
from paragone.report.pages.map import has_map, map_page
from paragone.report.pages.metric import metric_page
from paragone.report.pages.perturbed import perturbed_page
from paragone.report.pages.prompt_list import pages_of, prompt_list
from paragone.report.pages.prompts import ImagePage, PromptPage, image_pages, prompt_pages
from paragone.report.pages.provenance import protocol_page
from paragone.report.pages.study.page import has_people, people_page
from paragone.report.pages.tise import has_tise, tise_page
from paragone.report.read.reader import Reader

Labels: TypeAlias = dict[str, str]  # what stands in the braces of a path
OnDemand: TypeAlias = Callable[[Side, Side], list[Change]]


class RunPages:
    """What the pages of one run are made from."""

    def __init__(
        self, reader: Reader, *, query: Mapping[str, str] | None = None, compare: OnDemand | None = None
    ) -> None:
        self.reader = reader
        self.query = query or {}  # of the address that asked
        self.firsts: Mapping[str, int] | None = None  # prompts by scenario that have pages, where not all do
        self._compare = compare  # two models that have no stored difference
        self._prompt: PromptPage | None = None
        self._images: dict[str, ImagePage] = {}
        self.column = functools.lru_cache(maxsize=2)(functools.partial(scored_column, reader))

    def hold(self, page: PromptPage) -> None:
        """Keep a prompt's page in hand: it and its images' pages are then the ones that there are."""
        self._prompt = page
        self._images = {image.tile.key: image for image in image_pages(page)}

    def pair(self, one: str, other: str) -> PairPage | None:
        """The comparison of two models."""
        sides = (Side(self.reader.folder, one), Side(self.reader.folder, other))
        changes = self.reader.differences.of(one, other)
        if changes is None and self._compare is not None and one != other:
            changes = self._compare(*sides)
        return None if changes is None else pair_page((self.reader, self.reader), sides, changes)

    def prompt(self, scenario: str, prompt: str) -> PromptPage | None:
        """One prompt's page: the one in hand, or read now."""
        held = self._prompt
        if held is not None and (held.scenario, held.prompt_id) == (scenario, prompt):
            return held
        return next(prompt_pages(self.reader, self.reader.prompt_batch_of(scenario, [prompt])), None)

    def image(self, key: str) -> ImagePage | None:
        """One image's page: of the prompt in hand, or read now."""
        if key in self._images:
            return self._images[key]
        columns, where = ["scenario", "prompt_id"], pl.col("key") == key
        for scenario, prompt_id in self.reader.folder.table("samples").read(columns, where=where).iter_rows():
            page = self.prompt(scenario, prompt_id) if scenario in self.reader.scenarios else None
            return next((image for image in image_pages(page) if image.tile.key == key), None) if page else None
        return None

    def held(self) -> Iterator[Labels]:
        """The prompt in hand."""
        if self._prompt is not None:
            yield {"scenario": self._prompt.scenario, "prompt": self._prompt.prompt_id}

    def held_images(self) -> Iterator[Labels]:
        """The images of the prompt in hand."""
        return ({"start": urls.file_name(key)[:2], "sample": key} for key in self._images)


@dataclass(frozen=True)
class PageKind:
    """One kind of page."""

    name: str
    path: str
    template: str
    every: Callable[[RunPages], Iterable[Labels]]  # of the static site, what stands in the path of each
    make: Callable[[RunPages, Labels], Any]  # None if there is no such page
    rests_on: Literal["manifest", "summary", "prompt"] = "summary"  # of the run: what makes a static page grow old


def once(run: RunPages) -> Iterable[Labels]:
    """A page that there is one of."""
    return [{}]


def _cells(run: RunPages) -> Iterator[Labels]:
    reader = run.reader
    for metric in reader.metrics:
        for scenario in reader.scenarios:
            for row in reader.columns.get(Cell(scenario, metric), ()):
                yield {"metric": metric, "scenario": scenario, "model": row["model"]}


def _lists(run: RunPages) -> Iterator[Labels]:
    for scenario in run.reader.scenarios:
        shown = None if run.firsts is None else run.firsts[scenario]
        for number in range(1, pages_of(run.reader, scenario, shown) + 1):
            yield {"scenario": scenario, "number": str(number)}


PAGES = (
    PageKind("leaderboard", urls.BOARD, "board.html", once, lambda run, at: board_of(run.reader)),
    PageKind(
        "aspect",
        urls.ASPECT,
        "board.html",
        every=lambda run: [{"aspect": aspect} for aspect in run.reader.aspects],
        make=lambda run, at: board_of_aspect(run.reader, at["aspect"]),
    ),
    PageKind("aspects", urls.ASPECTS, "aspects.html", once, lambda run, at: aspects_page(run.reader)),
    PageKind(
        "perturbed",
        urls.PERTURBED,
        "perturbed.html",
        every=lambda run: [{}] if run.reader.changes else [],
        make=lambda run, at: perturbed_page(run.reader),
    ),
    PageKind(
        "baseline",
        urls.AGAINST,
        "board.html",
        every=lambda run: [{"model": model} for model in run.reader.differences.baselines],
        make=lambda run, at: board_of(run.reader, at["model"]) if run.reader.differences.against(at["model"]) else None,
    ),
    PageKind(
        "metric",
        urls.METRIC,
        "metric.html",
        every=lambda run: [{"metric": metric} for metric in run.reader.metrics],
        make=lambda run, at: metric_page(run.reader, at["metric"]),
    ),
    PageKind(
        "behind a number",
        urls.BEHIND,
        "behind.html",
        every=_cells,
        make=lambda run, at: behind_page(run.reader, run.column(Cell(at["scenario"], at["metric"])), at["model"]),
    ),
    PageKind("comparisons", urls.COMPARE, "compare.html", once, lambda run, at: compare_index(run.reader)),
    PageKind(
        "pair",
        urls.PAIR,
        "pair.html",
        every=lambda run: [{"one": one, "other": other} for one, other in run.reader.differences.pairs],
        make=lambda run, at: run.pair(at["one"], at["other"]),
    ),
    PageKind(
        "prompts",
        urls.PROMPTS,
        "prompts.html",
        every=_lists,
        make=lambda run, at: prompt_list(run.reader, at["scenario"], int(at["number"])),
    ),
    PageKind(
        "gallery",
        urls.GALLERY,
        "gallery.html",
        once,
        lambda run, at: gallery_page(run.reader, read_query(run.reader, run.query)),
    ),
    PageKind(
        "history",
        urls.HISTORY,
        "history.html",
        every=lambda run: [{}] if has_history(run.reader) else [],
        make=lambda run, at: history_of(run.reader) if has_history(run.reader) else None,
    ),
    PageKind(
        "people",
        urls.PEOPLE,
        "people.html",
        lambda run: once(run) if has_people(run.reader) else (),
        lambda run, at: people_page(run.reader),
    ),
    PageKind(
        "map",
        urls.MAP,
        "map.html",
        lambda run: once(run) if has_map(run.reader) else (),
        lambda run, at: map_page(run.reader),
    ),
    PageKind("bias", urls.BIAS, "bias.html", once, lambda run, at: bias_page(run.reader)),
    PageKind(
        "TISE",
        urls.TISE,
        "tise.html",
        lambda run: once(run) if has_tise(run.reader) else (),
        lambda run, at: tise_page(run.reader),
    ),
    PageKind("protocol", urls.PROTOCOL, "protocol.html", once, lambda run, at: protocol_page(run.reader), "manifest"),
    PageKind(
        "prompt",
        urls.PROMPT,
        "prompt.html",
        every=RunPages.held,
        make=lambda run, at: run.prompt(at["scenario"], at["prompt"]),
        rests_on="prompt",
    ),
    PageKind(
        "image",
        urls.IMAGE,
        "image.html",
        every=RunPages.held_images,
        make=lambda run, at: run.image(at["sample"]),
        rests_on="prompt",
    ),
)


def find_page(run: RunPages, path: str) -> tuple[PageKind, Any] | None:
    """The page at a path of the site, and its kind; None if there is none."""
    for kind in PAGES:
        names = urls.match(kind.path, path)
        labels = None if names is None else labels_of(run.reader, names)
        page = None if labels is None else kind.make(run, labels)
        if page is not None:
            return kind, page
    return None


def labels_of(reader: Reader, names: Mapping[str, str]) -> Labels | None:
    """The labels that the file names in a path stand for; None if one stands for nothing."""
    known: dict[str, Iterable[str]] = {
        **{"metric": reader.metrics, "scenario": reader.scenarios, "aspect": reader.aspects},
        **{"model": reader.models, "one": reader.models, "other": reader.models},
    }
    labels: Labels = {}
    for part, name in names.items():
        if part == "number" and not (name.isascii() and name.isdecimal() and len(name) < 10):
            return None
        if part == "prompt":
            known["prompt"] = reader.prompts(labels["scenario"])["prompt_id"]
        label = _named(name, known[part]) if part in known else name
        if label is None:
            return None
        labels[part] = label
    return labels


def _named(name: str, labels: Iterable[str]) -> str | None:
    return next((label for label in labels if urls.file_name(label) == name), None)
