"""A stretch of prompts with everything that is known of their images, read together so that memory stays level."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl


@dataclass(frozen=True)
class Stretch:
    """Some prompts of a scenario with everything that is known of their images."""

    scenario: str
    prompts: pl.DataFrame
    samples: pl.DataFrame
    scores: pl.DataFrame
    facts: Mapping[str, pl.DataFrame]  # by annotator; vectors are left out

    def fingerprint(self) -> str:
        """Changes when any row does; compared only with fingerprints of the same version of polars."""
        digest = hashlib.sha256(self.scenario.encode())
        frames = {"prompts": self.prompts, "samples": self.samples, "scores": self.scores} | dict(self.facts)
        for name, frame in sorted(frames.items()):
            digest.update(f"{name} {frame.columns}".encode())
            digest.update(frame.hash_rows().sort().to_numpy().tobytes())
        return digest.hexdigest()


def read_facts(parts: list[Path], samples: pl.DataFrame, prompts: pl.DataFrame) -> pl.DataFrame:
    """What an annotator stated of these images and prompts; vectors are left out."""
    images, keys = samples["image"].drop_nulls().to_list(), prompts["prompt_key"].to_list()
    about = pl.col("image").is_in(images) | pl.col("image").is_null()
    same = pl.col("prompt").is_in(keys) | pl.col("prompt").is_null()
    scan = pl.scan_parquet(parts)
    shown = [name for name, kind in scan.collect_schema().items() if name != "key" and not isinstance(kind, pl.List)]
    return scan.filter(about & same).select(shown).collect()
