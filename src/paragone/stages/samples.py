"""Stored samples in the order of the plan."""

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import polars as pl

from paragone.core.errors import StoreError
from paragone.core.types import Prompt, Sample
from paragone.stages.planning.prepared import Prepared
from paragone.store.folder import RunFolder
from paragone.store.lookup import Found, Lookup

COLUMNS = ("key", "model", "scenario", "prompt_id", "seed", "image", "outcome", "reason", "seconds", "details")


class Drawn(NamedTuple):
    """A prompt with its samples, one per seed of the plan."""

    prompt: Prompt
    samples: tuple[Sample, ...]


def drawn_prompts(
    prepared: Prepared, folder: RunFolder, model: str, scenario: str, prompts: Sequence[Prompt] | None = None
) -> Iterator[Drawn]:
    """Each prompt of a scenario (or each of those given) with what a model drew for it."""
    rows = Lookup(folder.table("samples"), COLUMNS)
    for prompt in prepared.prompt_set(scenario).prompts if prompts is None else prompts:
        keys = prepared.sample_keys(model, scenario, prompt)
        found = [row for key in keys if (row := rows.find(key))]
        if len(found) < len(keys):
            raise StoreError(f"{folder} lacks a sample of {model} on {scenario}; run the plan again")
        yield Drawn(prompt, tuple(map(_sample, found)))


def different_images(prepared: Prepared, folder: RunFolder, model: str, scenario: str) -> int | None:
    """How many images a model drew, copies within a unit of chance left out; None where every prompt is its own."""
    units = prepared.scenarios[scenario].units
    here = (pl.col("model") == model) & (pl.col("scenario") == scenario) & pl.col("image").is_not_null()
    if not units:
        return None
    rows = folder.table("samples").read(["prompt_id", "image"], where=here)
    return len({(units.get(prompt, prompt), image) for prompt, image in rows.iter_rows()})


def _sample(found: Found) -> Sample:
    row = {name: found.columns[name][found.place] for name in COLUMNS}
    return Sample(**row | {"details": json.loads(row["details"])})
