"""A glance at each model: what it drew for the same few prompts, beside its rank."""

import polars as pl

from paragone.report.pages.prompts import Tile, is_sensitive_prompt, tile_of
from paragone.report.read.reader import Reader

SHOWN = 4


def glance(reader: Reader) -> dict[str, list[Tile]]:
    """Some images of each model, the same prompts for all, spread over the first scenario, none sensitive."""
    scenario = reader.scenarios[0]
    prompts = reader.prompts(scenario).select("prompt_id", "text", "tags").to_dicts()
    drawn = reader.samples(scenario)
    flagged = set(drawn.filter(pl.col("image").is_in(reader.sensitive_images))["prompt_id"])
    fit = [
        prompt
        for prompt in prompts
        if prompt["prompt_id"] not in flagged and not is_sensitive_prompt(reader, scenario, prompt["tags"])
    ]
    step = max(1, len(fit) // SHOWN)
    chosen = {prompt["prompt_id"]: prompt for prompt in fit[step // 2 :: step][:SHOWN]}
    samples = drawn.filter(pl.col("prompt_id").is_in(list(chosen)))
    first = samples.unique(["model", "prompt_id"], keep="first", maintain_order=True).to_dicts()
    return {
        model: [tile_of(reader, row, chosen[row["prompt_id"]]) for row in first if row["model"] == model]
        for model in reader.models
    }
