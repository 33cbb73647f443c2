"""Stored samples in the order of the plan, a stretch at a time."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import polars as pl

from paragone.core.errors import StoreError
from paragone.core.types import Prompt, Sample
from paragone.stages.loop import batched
from paragone.stages.prepare import Prepared
from paragone.store.folder import RunFolder

PROMPTS_AT_ONCE = 256


class Drawn(NamedTuple):
    """A prompt with its samples, one per seed of the plan."""

    prompt: Prompt
    samples: tuple[Sample, ...]


def drawn_prompts(prepared: Prepared, folder: RunFolder, model: str, scenario: str) -> Iterator[Drawn]:
    """Each prompt of a scenario with what a model drew for it."""
    here = (pl.col("model") == model) & (pl.col("scenario") == scenario)
    rows = folder.table("samples").read(where=here)
    for prompts in batched(prepared.scenarios[scenario].prompts, PROMPTS_AT_ONCE):
        keys = [
            [prepared.sample_key(model, scenario, prompt, seed) for seed in prepared.plan.seeds] for prompt in prompts
        ]
        wanted = pl.DataFrame({"key": [key for few in keys for key in few]})
        found = {row["key"]: row for row in wanted.join(rows, on="key").iter_rows(named=True)}
        for prompt, few in zip(prompts, keys, strict=True):
            try:
                yield Drawn(prompt, tuple(_sample(found[key]) for key in few))
            except KeyError as error:
                raise StoreError(
                    f"{folder.root} lacks a sample of {model} on {scenario}; run the plan again"
                ) from error


def _sample(row: dict[str, Any]) -> Sample:
    names = ("key", "model", "scenario", "prompt_id", "seed", "image", "outcome", "reason", "seconds")
    return Sample(**{name: row[name] for name in names}, details=json.loads(row["details"]))
