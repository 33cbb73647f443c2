"""What spans the runs of a live site: their list, a search over all prompts, and the comparison of any two models."""

import functools
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import polars as pl

from paragone.analysis.changes import Side, compare
from paragone.report import urls
from paragone.report.live.isolate import attempt
from paragone.report.live.run import LiveRun
from paragone.report.live.state import state_of
from paragone.report.pages.compare import Couple, MostChanged, PairPage, pair_page
from paragone.report.pages.first.answer import headline_of
from paragone.report.pages.gallery import page_number
from paragone.report.pages.history import Dated, HistoryPage, history_over
from paragone.report.pages.prompts import Tile, is_sensitive_prompt
from paragone.report.wording import cut

PAGE = 50  # results, or runs


@dataclass(frozen=True)
class RunRow:
    """One run."""

    name: str
    title: str
    headline: str  # the answer that its first page opens with
    state: str
    drawn: int
    wanted: int
    is_running: bool
    models: list[str] = field(default_factory=list)
    scenarios: int = 0
    metrics: int = 0
    updated: str = ""


@dataclass(frozen=True)
class RunsPage:
    """Some of the runs, those that still grow first, then the newest."""

    title: str
    words: str  # that the runs shown contain
    total: int
    number: int
    pages: int
    picked: tuple[str, str]  # the two models that a comparison begins with
    rows: list[RunRow]


@dataclass(frozen=True)
class Hit:
    """A prompt that holds the words."""

    run: str
    scenario: str
    prompt_id: str
    text: str
    page: str
    is_folded: bool


@dataclass(frozen=True)
class SearchPage:
    """Prompts that contain some words."""

    title: str
    words: str
    found: int
    number: int
    pages: int
    hits: list[Hit]


def list_runs(runs: Mapping[str, LiveRun], query: Mapping[str, str]) -> RunsPage:
    """A page of the runs, each with its state and its answer."""
    words = query.get("runs", "").strip()[:200]
    rows = [attempt(functools.partial(_run_row, name, run)) or _damaged(name) for name, run in runs.items()]
    rows = [row for row in rows if words.lower() in f"{row.name} {row.title} {' '.join(row.models)}".lower()]
    rows.sort(key=lambda row: row.updated, reverse=True)
    rows.sort(key=lambda row: (not row.is_running, row.state == "nothing was drawn", not row.models))
    pages = max(1, -(-len(rows) // PAGE))
    number = min(page_number(query), pages)
    shown = rows[(number - 1) * PAGE : number * PAGE]
    return RunsPage("Runs", words, len(rows), number, pages, _picked(shown), shown)


def _damaged(name: str) -> RunRow:
    return RunRow(name, f"{name} cannot be read; try `paragone verify`", "", "damaged", 0, 0, is_running=False)


def _run_row(name: str, run: LiveRun) -> RunRow:
    reader = run.reading()
    state = state_of(reader)
    counts = len(reader.scenarios), len(reader.metrics)
    updated = str(reader.manifest.get("updated", ""))
    headline = headline_of(reader) if reader.estimates else ""
    progress = (state.words, state.drawn, state.wanted, state.is_running)
    return RunRow(name, reader.title, headline, *progress, reader.models, *counts, updated)


def _picked(rows: Sequence[RunRow]) -> tuple[str, str]:
    """The model of the newest run that another run has too, in both; else two of the newest run."""
    there = [row for row in rows if row.models and row.state != "nothing was drawn"]
    for newer, older in itertools.combinations(there, 2):
        shared = next((model for model in newer.models if model in older.models), None)
        if shared is not None:
            return f"{older.name}/{shared}", f"{newer.name}/{shared}"
    names = [f"{row.name}/{model}" for row in there for model in row.models][:2]
    return (names[-1], names[0]) if names else ("", "")


def history_of_runs(runs: Mapping[str, LiveRun]) -> HistoryPage:
    """The lines of models over all runs."""
    dated = (attempt(functools.partial(_dated, name, run)) for name, run in runs.items())
    return history_over([one for one in dated if one is not None])


def _dated(name: str, run: LiveRun) -> Dated:
    reader = run.reading()
    reader.estimates  # noqa: B018 - read now, while an error is still this run's own
    written = str(reader.manifest.get("updated", ""))
    return Dated(reader, name, datetime.fromisoformat(written) if written else None)


def search_runs(runs: Mapping[str, LiveRun], query: Mapping[str, str]) -> SearchPage:
    """The prompts of all runs whose text or id holds the words."""
    words, number = query.get("q", "").strip()[:200], page_number(query)
    hits: list[Hit] = []
    found = 0
    for name, run in runs.items() if words else ():
        texts = pl.col("text").str.to_lowercase().str.contains(words.lower(), literal=True)
        where = texts | (pl.col("prompt_id") == words)
        columns = ["scenario", "prompt_id", "text", "tags"]
        rows = attempt(functools.partial(run.folder.table("prompts").read, columns, where=where))
        if rows is None:  # the others are searched all the same
            continue
        start = max(0, (number - 1) * PAGE - found)
        found += len(rows)
        hits += attempt(functools.partial(_hits, name, run, rows[start : start + PAGE - len(hits)])) or []
    return SearchPage("Search", words, found, number, max(1, -(-found // PAGE)), hits)


def _hits(name: str, run: LiveRun, rows: pl.DataFrame) -> list[Hit]:
    reader = run.reading()
    return [
        Hit(
            name,
            scenario,
            prompt_id,
            cut(text, 240),
            f"{name}/{urls.prompt(scenario, prompt_id)}",
            is_sensitive_prompt(reader, scenario, tags),
        )
        for scenario, prompt_id, text, tags in rows.iter_rows()
    ]


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
