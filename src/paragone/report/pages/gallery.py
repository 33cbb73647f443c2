"""The gallery: images by model, scenario, tag, score and verdict; the best, the worst, and where two disagree."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import polars as pl

from paragone.core.cells import Cell
from paragone.report import urls
from paragone.report.pages.behind import tile_with_score
from paragone.report.pages.measure_choice import first_measure
from paragone.report.pages.prompts import Tile, is_sensitive_prompt
from paragone.report.read.reader import Reader
from paragone.report.wording import cut

PAGE = 60  # tiles
TAGS = 200
ORDERS = {
    "prompt": "by prompt",
    "worst": "worst first",
    "best": "best first",
    "metrics": "where two metrics disagree most",
    "models": "where two models differ most",
}


@dataclass(frozen=True)
class Query:
    """What to show; every field is a name in the page's address."""

    scenario: str
    metric: str
    model: str = ""
    other: str = ""  # the second metric or model, for the last two orders
    low: float | None = None
    high: float | None = None
    verdict: str = ""  # right, wrong or missing
    tag: str = ""  # name=value
    text: str = ""
    order: str = "prompt"
    page: int = 1


@dataclass(frozen=True)
class GalleryRow:
    """One prompt and seed, with the image of each model; None where a model has none that is wanted."""

    prompt_id: str
    text: str
    page: str
    seed: int
    is_folded: bool
    tiles: list[Tile | None]


@dataclass(frozen=True)
class GalleryPage:
    """Some images, and the form that chose them."""

    title: str
    query: Query
    models: list[tuple[str, str]]  # label, name of its data file
    scenarios: list[tuple[str, str]]
    metrics: list[tuple[str, str | None, bool]]  # label, direction, whether every score is 0 or 1
    tags: list[str]
    orders: dict[str, str]
    found: int
    pages: int
    tiles: list[Tile]
    rows: list[GalleryRow]  # prompts by models, instead of tiles, where no one model or order is asked for


def default_query(reader: Reader) -> Query:
    """What the gallery shows before anything is chosen."""
    scenario = reader.scenarios[0]
    return Query(scenario, first_measure(reader, scenario) or next(iter(reader.metrics)))


def gallery_page(reader: Reader, query: Query) -> GalleryPage:
    """The images that a query asks for."""
    frame = _ordered(reader, _chosen(reader, query), query)
    is_grid = query.order == "prompt" and not query.model
    units = frame.unique(["prompt_id", "seed"], maintain_order=True) if is_grid else frame
    size = max(6, PAGE // max(len(reader.models), 1)) if is_grid else PAGE
    start = (query.page - 1) * size
    here = units[start : start + size]
    rows = _rows(reader, frame, here, query) if is_grid else []
    tiles = [] if is_grid else _tiles(reader, here, query)
    return GalleryPage(
        title="Gallery",
        query=query,
        models=[(model, urls.file_name(model)) for model in reader.models],
        scenarios=[(scenario, urls.file_name(scenario)) for scenario in reader.scenarios],
        metrics=[(name, one["direction"], one["binary"]) for name, one in reader.metrics.items()],
        tags=_tags(reader, query.scenario),
        orders=ORDERS,
        found=len(frame),
        pages=max(1, -(-len(units) // size)),
        tiles=tiles,
        rows=rows,
    )


def _rows(reader: Reader, frame: pl.DataFrame, units: pl.DataFrame, query: Query) -> list[GalleryRow]:
    tiles = _tiles(reader, frame.join(units, on=["prompt_id", "seed"], how="semi"), query)
    found = {(tile.prompt_id, tile.seed, tile.model): tile for tile in tiles}
    return [
        GalleryRow(
            prompt["prompt_id"],
            cut(prompt["text"] or ""),
            urls.prompt(query.scenario, prompt["prompt_id"]),
            seed,
            is_sensitive_prompt(reader, query.scenario, prompt["tags"]),
            [found.get((prompt["prompt_id"], seed, model)) for model in reader.models],
        )
        for prompt_id, seed in units.select("prompt_id", "seed").iter_rows()
        for prompt in [reader.prompt(query.scenario, prompt_id)]
    ]


def _tiles(reader: Reader, rows: pl.DataFrame, query: Query) -> list[Tile]:
    shown = reader.shown(Cell(query.scenario, query.metric), rows)
    tiles = [tile_with_score(reader, row, query.metric) for row in shown]
    notes = rows["note"] if "note" in rows.columns else [""] * len(tiles)
    return [replace(tile, why=note) if note else tile for tile, note in zip(tiles, notes, strict=True)]


def _chosen(reader: Reader, query: Query) -> pl.DataFrame:
    frame = reader.scored(Cell(query.scenario, query.metric)).frame
    if query.tag or query.text:
        frame = frame.filter(pl.col("prompt_id").is_in(_prompts(reader, query)))
    if query.low is not None:
        frame = frame.filter(pl.col("value") >= query.low)
    if query.high is not None:
        frame = frame.filter(pl.col("value") <= query.high)
    good = 0.0 if reader.metrics[query.metric]["direction"] == "lower" else 1.0
    if query.verdict:
        right = pl.col("value") == good
        wanted = {"right": right, "wrong": ~right, "missing": pl.col("value").is_null()}
        frame = frame.filter(wanted.get(query.verdict, pl.lit(value=True)))
    return frame


def _prompts(reader: Reader, query: Query) -> list[str]:
    """The prompts that have the tag and hold the words; there are far fewer of them than images."""
    prompts, words = reader.prompts(query.scenario), query.text.lower()
    name, _, value = query.tag.partition("=")
    return [
        prompt_id
        for prompt_id, text, tags in prompts.select("prompt_id", "text", "tags").iter_rows()
        if words in (text or "").lower() and (not query.tag or str(json.loads(tags or "{}").get(name)) == value)
    ]


def _ordered(reader: Reader, frame: pl.DataFrame, query: Query) -> pl.DataFrame:
    lower = reader.metrics[query.metric]["direction"] == "lower"
    if query.order == "models" and query.other:
        return _models_apart(frame, query)
    if query.model:
        frame = frame.filter(pl.col("model") == query.model)
    if query.order == "metrics" and query.other in reader.metrics:
        return _metrics_apart(reader, frame, query)
    there = frame.filter(pl.col("value").is_not_null())
    if query.order == "worst":
        return there.sort("value", descending=lower, maintain_order=True)
    if query.order == "best":
        return there.sort("value", descending=not lower, maintain_order=True)
    return frame


def _models_apart(frame: pl.DataFrame, query: Query) -> pl.DataFrame:
    mine, theirs = (frame.filter(pl.col("model") == name) for name in (query.model, query.other))
    gaps = mine.join(theirs.select("prompt_id", "seed", other="value"), on=["prompt_id", "seed"])
    gaps = gaps.with_columns(gap=(pl.col("value") - pl.col("other")).abs()).filter(pl.col("gap").is_not_null())
    both = pl.concat([mine, theirs]).join(gaps.select("prompt_id", "seed", "gap"), on=["prompt_id", "seed"])
    return both.sort(["gap", "prompt_id", "seed", "model"], descending=[True, False, False, False])


def _metrics_apart(reader: Reader, frame: pl.DataFrame, query: Query) -> pl.DataFrame:
    """By how far apart an image stands in the two orders, best to worst."""
    ids = ["prompt_id", "seed", "model"]
    other = reader.scored(Cell(query.scenario, query.other)).frame.select(*ids, other="value")
    both = frame.join(other, on=ids, maintain_order="left").drop_nulls(["value", "other"])
    ranks = [
        pl.col(column).rank("average", descending=reader.metrics[metric]["direction"] == "lower")
        for column, metric in (("value", query.metric), ("other", query.other))
    ]
    note = pl.format("{}: {}", pl.lit(query.other), pl.col("other").round(3))
    apart = both.with_columns(gap=(ranks[0] - ranks[1]).abs(), note=note)
    return apart.sort("gap", descending=True, maintain_order=True)


def _tags(reader: Reader, scenario: str) -> list[str]:
    pairs = {
        f"{name}={value}"
        for tags in reader.prompts(scenario)["tags"].unique()
        for name, value in json.loads(tags or "{}").items()
    }
    return sorted(pairs)[:TAGS]


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


def _known(value: str | None, known: Iterable[str], default: str) -> str:
    return value if value is not None and value in known else default


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None
