"""Look one drawing up in a run: its prompt, its facts, its scores with reasons."""

import json
from collections.abc import Mapping
from typing import Any

import polars as pl

from paragone.core.errors import UnknownName
from paragone.stages.look import fact_key
from paragone.store.folder import RunFolder
from paragone.store.parts import checked, parts_in
from paragone.store.prompts import prompt_of


def find_samples(
    folder: RunFolder, name: str, *, model: str | None = None, seed: int | None = None
) -> list[dict[str, Any]]:
    """The samples that a name means: the beginning of an image's hash or a sample's key, or a prompt's id."""
    samples = folder.table("samples").read()
    exact = samples.filter(pl.col("prompt_id") == name)
    by_hash = pl.col("image").str.starts_with(name) | pl.col("key").str.starts_with(name)
    found = exact if len(exact) else samples.filter(by_hash) if len(name) >= 4 else exact
    if model is not None:
        found = found.filter(pl.col("model") == model)
    if seed is not None:
        found = found.filter(pl.col("seed") == seed)
    if not len(found):
        raise UnknownName(f"nothing in {folder} is called {name!r}; give a prompt id, or 4 or more digits of a hash")
    return found.sort("model", "scenario", "seed").to_dicts()


def describe_sample(folder: RunFolder, sample: Mapping[str, Any]) -> dict[str, Any]:
    """Everything a run knows of one sample."""
    manifest = folder.read_manifest()
    here = (pl.col("scenario") == sample["scenario"]) & (pl.col("prompt_id") == sample["prompt_id"])
    prompt = folder.table("prompts").read(where=here).row(0, named=True)
    facts = {}
    for name, annotator in manifest["annotators"].items():
        stated = _facts(folder, annotator, sample, prompt)
        if stated is not None:
            facts[name] = stated
    current = [metric["identity"] for metric in manifest["metrics"].values()]
    scored = here & (pl.col("model") == sample["model"]) & pl.col("metric_key").is_in(current)
    scores = folder.table("scores").read(["metric", "seed", "value", "reason"], where=scored).to_dicts()
    return {
        "prompt": prompt | {"tags": json.loads(prompt["tags"]), "expect": json.loads(prompt["expect"])},
        "sample": dict(sample) | {"details": json.loads(sample["details"])},
        "facts": facts,
        "scores": [score for score in scores if score["seed"] in (None, sample["seed"])],
    }


def _facts(
    folder: RunFolder, annotator: Mapping[str, Any], sample: Mapping[str, Any], prompt: Mapping[str, Any]
) -> dict[str, Any] | None:
    """What an annotator stated of a sample, without what is empty; None if it has not looked."""
    parts = checked(parts_in(folder.root / annotator["facts"]), run=folder)
    if not parts:
        return None
    image = None if annotator["subject"] == "prompt" else sample["image"]
    read = None if annotator["subject"] == "image" else prompt_of(prompt).as_judged().key(annotator["reads"])
    key = fact_key(annotator["identity"], image, read)
    rows = pl.scan_parquet(parts).filter(pl.col("key") == key).collect().to_dicts()
    hidden = ("key", "image", "prompt")
    return (
        {name: value for name, value in rows[0].items() if name not in hidden and value is not None} if rows else None
    )
