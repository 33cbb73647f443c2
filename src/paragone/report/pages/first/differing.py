"""The prompts on which models differ most, with what each drew."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from paragone.core.cells import Cell
from paragone.report import urls
from paragone.report.numbers import short
from paragone.report.pages.first.verdict import column_name
from paragone.report.pages.prompts import Tile, is_sensitive_prompt, tile_of
from paragone.report.read.reader import Reader
from paragone.report.wording import cut

SHOWN = 3  # prompts
SIDE_BY_SIDE = 4  # models
COLUMNS = 40  # that are read to find them
TRIED = 12  # prompts of a column, should some be sensitive


@dataclass(frozen=True)
class Differing:
    """One prompt: what the models drew, and the measure on which they are furthest apart."""

    text: str
    page: str
    measure: str
    direction: str
    scores: dict[str, str]  # of that measure, by model
    images: list[Tile]


def differing_prompts(reader: Reader, models: Sequence[str], cells: Sequence[Cell]) -> list[Differing]:
    """The few prompts with the widest gaps, one of each measure in turn as the page has them; none is sensitive."""
    shown = list(models[:SIDE_BY_SIDE])
    judged = telling(reader, [cell for cell in cells if reader.metrics[cell.metric]["kind"] != "set"])[:COLUMNS]
    gaps = [gap for cell in judged if (gap := _gaps(reader, cell, shown)) is not None]
    if len(shown) < 2 or not gaps:
        return []
    mean = pl.concat(gaps).group_by("scenario", "prompt_id").agg(pl.col("gap").mean().alias("mean"))
    columns = [
        gap.join(mean, on=["scenario", "prompt_id"])
        .sort("gap", "is_led", "mean", "prompt_id", descending=[True, True, True, False])
        .head(TRIED)
        .to_dicts()
        for gap in gaps
    ]
    by_text: dict[str, Differing] = {}  # a prompt that stands twice in a set shows the same thing twice
    for row in (row for place in itertools.zip_longest(*columns) for row in place if row is not None):
        if len(by_text) == SHOWN:
            break
        if (found := _differing(reader, row, shown)) is not None:
            by_text.setdefault(found.text, found)
    return list(by_text.values())


def telling(reader: Reader, cells: Sequence[Cell]) -> list[Cell]:
    """The measures on which a model is clearly best, if there are any: a gap on another may be chance alone."""
    clear = [cell for cell in cells if any(row["is_clear"] for row in reader.columns[cell])]
    return clear or list(cells)


def _gaps(reader: Reader, cell: Cell, models: Sequence[str]) -> pl.DataFrame | None:
    means = reader.prompt_means(cell.metric, cell.scenario)
    means = means.filter(pl.col("model").is_in(models) & pl.col("value").is_not_null())
    spread = means["value"].std() if len(means) > 1 else None
    if not isinstance(spread, float) or not spread > 0:
        return None
    best = next((row["model"] for row in reader.columns[cell] if row["is_clear"]), "")
    value = pl.col("value") if reader.columns[cell][0]["direction"] == "higher" else -pl.col("value")
    means = means.with_columns(pl.col("prompt_id").cast(pl.String))  # each scenario's labels are a type of their own
    by_prompt = means.group_by("prompt_id").agg(
        ((pl.col("value").max() - pl.col("value").min()) / spread).alias("gap"),
        (value.filter(pl.col("model") == best).max() == value.max()).fill_null(value=False).alias("is_led"),
        pl.len().alias("seen"),
    )
    apart = by_prompt.filter((pl.col("seen") > 1) & (pl.col("gap") > 0)).select("prompt_id", "gap", "is_led")
    return apart.with_columns(scenario=pl.lit(cell.scenario), column=pl.lit(cell.metric))


def _differing(reader: Reader, row: dict[str, str], models: Sequence[str]) -> Differing | None:
    scenario, prompt_id, metric = row["scenario"], row["prompt_id"], row["column"]
    prompt = reader.prompt(scenario, prompt_id)
    drawn = reader.first_samples(scenario, [prompt_id], models)
    tiles = [tile_of(reader, drawn[model, prompt_id], prompt) for model in models if (model, prompt_id) in drawn]
    if is_sensitive_prompt(reader, scenario, prompt["tags"]) or any(tile.is_sensitive for tile in tiles):
        return None
    means = {model: reader.means_of(model, metric, scenario, [prompt_id]) for model in models}
    scores = {model: short(mean.get(prompt_id)) for model, mean in means.items()}
    measure = column_name(reader, Cell(scenario, metric))
    direction = str(reader.columns[Cell(scenario, metric)][0]["direction"])
    return Differing(cut(prompt["text"]), urls.prompt(scenario, prompt_id), measure, direction, scores, tiles)
