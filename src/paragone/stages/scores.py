"""A model's stored scores by prompt, read at once: a run may have millions, and to make a key for each takes long."""

import polars as pl

from paragone.core.cells import Cell
from paragone.stages.judge import score_keys
from paragone.stages.planning.prepared import Prepared
from paragone.store.folder import RunFolder
from paragone.store.lookup import Lookup


def prompt_scores(prepared: Prepared, folder: RunFolder, cell: Cell, model: str) -> dict[str, list[float | None]]:
    """For each prompt that the metric is asked about, by id in order, the scores of its images, or its one score.

    Where the rows are just those that the plan asks for, prompt and seed tell which is which. Else each is looked up by
    its key, and one that is not there is told.
    """
    made = prepared.metrics[cell.metric]
    # The order in which they are resampled, whatever that of the prompt file.
    asked = sorted(prepared.asked(cell.metric, cell.scenario), key=lambda prompt: prompt.id)
    seeds = prepared.seeds_of(model, cell.scenario) if made.instance.kind == "image" else (None,)
    here = (pl.col("model") == model) & (pl.col("scenario") == cell.scenario) & (pl.col("metric_key") == made.identity)
    rows = folder.table("scores").read(["prompt_id", "seed", "value"], where=here)
    rows = rows.with_columns(place=_place(seeds)).sort("prompt_id", "place")
    wanted = [prompt.id for prompt in asked for _ in seeds], list(range(len(seeds))) * len(asked)
    if (rows["prompt_id"].to_list(), rows["place"].to_list()) == wanted:
        values, size = rows["value"].to_list(), len(seeds)
        return {prompt.id: values[at * size : (at + 1) * size] for at, prompt in enumerate(asked)}
    stored = Lookup(folder.table("scores"), ["value"])
    return {
        prompt.id: [
            stored.value(key, "value") for key in score_keys(prepared, cell.metric, model, cell.scenario, prompt)
        ]
        for prompt in asked
    }


def _place(seeds: tuple[int | None, ...]) -> pl.Expr:
    """Where a row's seed stands among those of the plan; null where it is none of them."""
    found = pl.lit(None, dtype=pl.Int64)
    for at, seed in enumerate(seeds):
        is_it = pl.col("seed").is_null() if seed is None else pl.col("seed") == seed
        found = pl.when(is_it).then(pl.lit(at)).otherwise(found)
    return found
