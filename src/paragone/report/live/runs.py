"""What spans the runs of a live site: their list, a search over all prompts, and the comparison of any two models."""

import functools
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace

import polars as pl

from paragone.analysis.changes import Side, compare
from paragone.report import urls
from paragone.report.live.isolate import attempt
from paragone.report.live.run import LiveRun
from paragone.report.pages.compare import Couple, MostChanged, PairPage, pair_page
from paragone.report.pages.gallery import page_number
from paragone.report.pages.prompts import Tile
from paragone.report.wording import cut

PAGE = 50  # results, or runs


@dataclass(frozen=True)
class RunRow:
    """One run."""

    name: str
    title: str
    first: str  # of the models that compete
    models: list[str]
    scenarios: int
    metrics: int
    updated: str


@dataclass(frozen=True)
class RunsPage:
    """Some of the runs, by name."""

    title: str
    total: int
    number: int
    pages: int
    rows: list[RunRow]


@dataclass(frozen=True)
class Hit:
    """A prompt that holds the words."""

    run: str
    scenario: str
    prompt_id: str
    text: str
    page: str


@dataclass(frozen=True)
class SearchPage:
    """Prompts that hold some words."""

    title: str
    words: str
    found: int
    number: int
    pages: int
    hits: list[Hit]


def list_runs(runs: Mapping[str, LiveRun], query: Mapping[str, str]) -> RunsPage:
    """A page of the runs, each with its size and the model in front."""
    rows = []
    pages = max(1, -(-len(runs) // PAGE))
    number = min(page_number(query), pages)
    for name, run in itertools.islice(runs.items(), (number - 1) * PAGE, number * PAGE):
        damaged = RunRow(name, f"{name} cannot be read; try `paragone verify`", "", [], 0, 0, "")
        rows.append(attempt(functools.partial(_run_row, name, run)) or damaged)
    return RunsPage("Runs", len(runs), number, pages, rows)


def _run_row(name: str, run: LiveRun) -> RunRow:
    reader = run.reading()
    counts = len(reader.scenarios), len(reader.metrics)
    updated = str(reader.manifest.get("updated", ""))
    return RunRow(name, reader.title, reader.leader, reader.models, *counts, updated)


def search_runs(runs: Mapping[str, LiveRun], query: Mapping[str, str]) -> SearchPage:
    """The prompts of all runs whose text or id holds the words."""
    words, number = query.get("q", "").strip()[:200], page_number(query)
    hits: list[Hit] = []
    found = 0
    for name, run in runs.items() if words else ():
        texts = pl.col("text").str.to_lowercase().str.contains(words.lower(), literal=True)
        where = texts | (pl.col("prompt_id") == words)
        columns = ["scenario", "prompt_id", "text"]
        rows = attempt(functools.partial(run.folder.table("prompts").read, columns, where=where))
        if rows is None:  # the others are searched all the same
            continue
        start = max(0, (number - 1) * PAGE - found)
        found += len(rows)
        for scenario, prompt_id, text in rows[start : start + PAGE - len(hits)].iter_rows():
            page = f"{name}/{urls.prompt(scenario, prompt_id)}"
            hits.append(Hit(name, scenario, prompt_id, cut(text, 240), page))
    return SearchPage("Search", words, found, number, max(1, -(-found // PAGE)), hits)


def compare_runs(runs: Mapping[str, LiveRun], query: Mapping[str, str]) -> PairPage | None:
    """Two models, each as RUN/MODEL in the address; None where one is not there."""
    chosen = [query.get(name, "").partition("/") for name in ("a", "b")]
    if not all(run in runs and model in runs[run].reading().models for run, _, model in chosen):
        return None
    (one, _, first), (other, _, second) = chosen
    readers = runs[one].reading(), runs[other].reading()
    sides = Side(readers[0].folder, first), Side(readers[1].folder, second)
    page = pair_page(readers, sides, compare(*sides))
    changed = [_from_top(change, (one, other)) for change in page.changed]
    return replace(page, one=f"{one}/{first}", other=f"{other}/{second}", changed=changed)


def _from_top(change: MostChanged, runs: tuple[str, str]) -> MostChanged:
    """The same with addresses that begin above the runs."""

    def moved(couple: Couple) -> Couple:
        tiles = [_moved(tile, run) for tile, run in zip(couple.images, runs, strict=False)]
        return replace(couple, prompt_page=f"{runs[0]}/{couple.prompt_page}", images=tiles)

    return replace(
        change, rose=[moved(couple) for couple in change.rose], fell=[moved(couple) for couple in change.fell]
    )


def _moved(tile: Tile, run: str) -> Tile:
    small = tile.thumbnail and f"{run}/{tile.thumbnail}"
    return replace(tile, page=f"{run}/{tile.page}", thumbnail=small)
