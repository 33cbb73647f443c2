"""Stored samples in the order of the plan."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from paragone.core.errors import StoreError
from paragone.core.types import Prompt, Sample
from paragone.stages.prepare import Prepared
from paragone.store.folder import RunFolder
from paragone.store.lookup import Found, Lookup

COLUMNS = ("key", "model", "scenario", "prompt_id", "seed", "image", "outcome", "reason", "seconds", "details")


class Drawn(NamedTuple):
    """A prompt with its samples, one per seed of the plan."""

    prompt: Prompt
    samples: tuple[Sample, ...]


def drawn_prompts(prepared: Prepared, folder: RunFolder, model: str, scenario: str) -> Iterator[Drawn]:
    """Each prompt of a scenario with what a model drew for it."""
    rows = Lookup(folder.table("samples"), COLUMNS)
    for prompt in prepared.scenarios[scenario].prompts:
        keys = [prepared.sample_key(model, scenario, prompt, seed) for seed in prepared.plan.seeds]
        found = [row for key in keys if (row := rows.find(key))]
        if len(found) < len(keys):
            raise StoreError(f"{folder} lacks a sample of {model} on {scenario}; run the plan again")
        yield Drawn(prompt, tuple(map(_sample, found)))


def _sample(found: Found) -> Sample:
    row = {name: found.columns[name][found.place] for name in COLUMNS}
    return Sample(**row | {"details": json.loads(row["details"])})
