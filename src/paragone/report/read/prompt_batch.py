"""A batch of prompts with everything that is known of their images, read together so that memory stays level."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from paragone.store.prompts import prompt_of


@dataclass(frozen=True)
class PromptBatch:
    """Some prompts of a scenario with everything that is known of their images."""

    scenario: str
    prompts: pl.DataFrame
    samples: pl.DataFrame
    scores: pl.DataFrame
    facts: Mapping[str, pl.DataFrame]  # by annotator; vectors are left out

    def cut(self, size: int) -> Iterator["PromptBatch"]:
        """The same in batches of `size` prompts."""
        for start in range(0, len(self.prompts), size):
            prompts = self.prompts[start : start + size]
            here = pl.col("prompt_id").is_in(prompts["prompt_id"].to_list())
            samples = self.samples.filter(here)
            facts = {name: _about(frame, samples, prompts) for name, frame in self.facts.items()}
            yield PromptBatch(self.scenario, prompts, samples, self.scores.filter(here), facts)

    def fingerprint(self) -> str:
        """Changes when any row does; compared only with fingerprints of the same version of polars."""
        digest = hashlib.sha256(self.scenario.encode())
        frames = {"prompts": self.prompts, "samples": self.samples, "scores": self.scores} | dict(self.facts)
        for name, frame in sorted(frames.items()):
            digest.update(f"{name} {frame.columns}".encode())
            digest.update(frame.hash_rows().sort().to_numpy().tobytes())
        return digest.hexdigest()


def _about(facts: pl.DataFrame, samples: pl.DataFrame, prompts: pl.DataFrame) -> pl.DataFrame:
    """The facts of these images and prompts."""
    images, ids = samples["image"].drop_nulls().to_list(), prompts["prompt_id"].to_list()
    return facts.filter(
        (pl.col("image").is_null() | pl.col("image").is_in(images))
        & (pl.col("prompt").is_null() | pl.col("prompt").is_in(ids))
    )


def read_facts(
    parts: list[Path], samples: pl.DataFrame, prompts: pl.DataFrame, *, annotator: Mapping[str, Any]
) -> pl.DataFrame:
    """What an annotator stated of these images and prompts (`prompt` is their id); vectors are left out."""
    scan = pl.scan_parquet(parts)
    shown = [name for name, kind in scan.collect_schema().items() if name != "key" and not isinstance(kind, pl.List)]
    if annotator["subject"] != "prompt":
        scan = scan.filter(pl.col("image").is_in(samples["image"].drop_nulls().to_list()))
    if annotator["subject"] == "image":
        return scan.select(shown).collect()
    keys = [prompt_of(row).key(annotator["reads"]) for row in prompts.iter_rows(named=True)]
    ids = pl.DataFrame({"prompt": keys, "id": prompts["prompt_id"]}, schema_overrides={"prompt": pl.String})
    found = scan.filter(pl.col("prompt").is_in(keys)).select(shown).collect()
    return found.join(ids, on="prompt").drop("prompt").rename({"id": "prompt"}).select(shown)
