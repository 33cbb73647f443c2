"""Scores that rest on what a prompt no longer says leave the tables, and are given anew from the stored facts."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from paragone.core.types import Prompt
from paragone.stages.growth import seeds_in
from paragone.stages.planning.prepared import Prepared
from paragone.store.folder import RunFolder
from paragone.store.prompts import prompt_of


def forget_stale(prepared: Prepared, folder: RunFolder, before: Mapping[str, Any]) -> None:
    """Take out the scores of metrics that read something of a prompt which has changed since they were given.

    Scores of all images of a prompt, or of a set, were given for fewer images where a scenario has got more seeds.
    """
    for label, scenario in before["scenarios"].items():
        if set(seeds_in(before, scenario)) != set(prepared.scenarios[label].seeds):
            together = [name for name, made in prepared.metrics.items() if made.instance.kind != "image"]
            here = (pl.col("scenario") == label) & pl.col("metric").is_in(together)
            folder.table("scores").drop(here)
            folder.table("influences").drop(here)
            folder.table("sides").drop(here)
    changed = _changed(prepared, folder)
    for scenario, prompts in changed.items():
        for label, made in prepared.metrics.items():
            current = prepared.scenarios[scenario]
            stale = [one.id for one, now in prompts if one.as_judged().key(made.reads) != current.key(now, made.reads)]
            stale += [one.id for one, now in prompts if _is_asked(made, one) != _is_asked(made, now)]
            if not stale:
                continue
            here = (pl.col("scenario") == scenario) & (pl.col("metric") == label)
            if made.instance.kind == "set":
                folder.table("scores").drop(here)
                folder.table("influences").drop(here)
                folder.table("sides").drop(here)
            else:
                folder.table("scores").drop(here & pl.col("prompt_id").is_in(stale))


def _changed(prepared: Prepared, folder: RunFolder) -> dict[str, list[tuple[Prompt, Prompt]]]:
    """By scenario, the stored prompts that are otherwise now, each with what it is now."""
    current = {
        (label, prompt.id): prompt for label, scenario in prepared.scenarios.items() for prompt in scenario.prompts
    }
    changed: dict[str, list[tuple[Prompt, Prompt]]] = {}
    every = ("text", "tags", "origin", "reference", "expect")
    for row in folder.table("prompts").read().iter_rows(named=True):
        before, now = prompt_of(row), current.get((row["scenario"], row["prompt_id"]))
        if now is not None and before.key(every) != now.key(every):
            changed.setdefault(row["scenario"], []).append((before, now))
    return changed


def _is_asked(made: Any, prompt: Prompt) -> bool:
    return set(made.requires) <= prompt.offers() and bool(made.instance.applies(prompt.as_judged().only(made.reads)))
