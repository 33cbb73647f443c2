"""Reads a run for the report, a stretch of prompts at a time, so that memory stays level however large it is."""

import functools
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from paragone.report.ratings import SCHEMA, ratings_in, read_ratings
from paragone.stages.aspects import place_of
from paragone.store.folder import RunFolder

PROMPTS_AT_ONCE = 64
SAMPLE = ("model", "scenario", "prompt_id", "seed")


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


class Reader:
    """A run as the report sees it: names in the order of the ranking, and tables by question."""

    def __init__(self, folder: RunFolder, ratings: Path | None = None) -> None:
        self.folder = folder
        self.ratings_file = ratings or ratings_in(folder.root)
        self.manifest = folder.read_manifest()
        self.metrics: Mapping[str, Mapping[str, Any]] = {
            name: self.manifest["metrics"][name] for name in self._in_order("metrics")
        }
        self.scenarios = self._in_order("scenarios")
        self.aspects: Mapping[str, frozenset[tuple[str, str]]] = {  # the columns (metric, scenario) of each
            aspect: frozenset((metric, scenario) for metric, scenario in self.manifest["aspects"][aspect])
            for aspect in sorted(self.manifest.get("aspects", {}), key=place_of)
        }
        self.title: str = self.manifest["plan"].get("title") or folder.name

    @functools.cached_property
    def estimates(self) -> list[dict[str, Any]]:
        """Every number of the run."""
        return self.folder.table("estimates").read().to_dicts()

    @functools.cached_property
    def ranks(self) -> list[dict[str, Any]]:
        """Every rank of the run."""
        return self.folder.table("ranks").read().to_dicts()

    @functools.cached_property
    def ratings(self) -> pl.DataFrame:
        """What people said of the images, if they were asked."""
        if self.ratings_file is None:
            return pl.DataFrame(schema=SCHEMA)
        return read_ratings(self.ratings_file, self.folder.table("samples").read([*SAMPLE, "image"]))

    @functools.cached_property
    def models(self) -> list[str]:
        """Models by win rate, best first; those without a rank follow in the plan's order."""
        rates = {row["model"]: row["value"] for row in self.ranks if row["ranking"] == "win_rate"}
        planned = self._in_order("models")
        ranked = sorted((model for model in planned if rates.get(model) is not None), key=lambda model: -rates[model])
        return ranked + [model for model in planned if model not in ranked]

    @functools.cached_property
    def sensitive_images(self) -> frozenset[str]:
        """Hashes of the images that some annotator flagged as not safe."""
        found: set[str] = set()
        for place in self.fact_places().values():
            scan = pl.scan_parquet(place)
            if flags := _warnings(scan.collect_schema()):
                found.update(scan.filter(pl.any_horizontal(flags)).select("image").collect()["image"].drop_nulls())
        return frozenset(found)

    def _in_order(self, kind: str) -> list[str]:
        """The names of a kind in the plan's order; the manifest itself is sorted by name."""
        planned = [entry.get("name") or entry["use"] for entry in self.manifest["plan"][kind]]
        known = self.manifest[kind]
        return [name for name in dict.fromkeys([*planned, *known]) if name in known]

    def aspects_of(self, metric: str, scenario: str) -> list[str]:
        """What a column of the leaderboard tells of."""
        return [aspect for aspect, places in self.aspects.items() if (metric, scenario) in places]

    def fact_places(self) -> dict[str, list[Path]]:
        """The files of each annotator that has stated something."""
        places = {
            name: sorted(place.glob("*.parquet"))
            for name, annotator in self.manifest["annotators"].items()
            # A manifest from elsewhere may name any place: nothing outside the run is read.
            if (place := (self.folder.root / annotator["facts"]).resolve()).is_relative_to(self.folder.root.resolve())
        }
        return {name: parts for name, parts in places.items() if parts}

    def prompts(self, scenario: str) -> pl.DataFrame:
        """A scenario's prompts, by id."""
        columns = ["scenario", "prompt_id", "prompt_key", "text", "tags", "expect", "origin", "reference"]
        found = self.folder.table("prompts").read(columns, where=pl.col("scenario") == scenario)
        return found.sort("prompt_id")

    def samples(self, scenario: str, *, model: str | None = None) -> pl.DataFrame:
        """What was drawn on a scenario, without details."""
        where = pl.col("scenario") == scenario
        if model is not None:
            where &= pl.col("model") == model
        columns = [*SAMPLE, "key", "image", "file", "width", "height", "outcome", "reason"]
        return self.folder.table("samples").read(columns, where=where).sort("prompt_id", "seed", "model")

    def scores(self, metric: str, scenario: str) -> pl.DataFrame:
        """Every current score of one metric on one scenario."""
        where = (pl.col("scenario") == scenario) & (pl.col("metric_key") == self.metrics[metric]["identity"])
        return self.folder.table("scores").read(["model", "prompt_id", "seed", "value", "reason"], where=where)

    def stretches(self, scenario: str, *, size: int = PROMPTS_AT_ONCE) -> Iterator[Stretch]:
        """A scenario's prompts, `size` at a time."""
        prompts = self.prompts(scenario)
        for start in range(0, len(prompts), size):
            yield self._stretch(scenario, prompts[start : start + size])

    def stretch_of(self, scenario: str, prompt_ids: Sequence[str]) -> Stretch:
        """Just these prompts."""
        return self._stretch(scenario, self.prompts(scenario).filter(pl.col("prompt_id").is_in(prompt_ids)))

    def _stretch(self, scenario: str, prompts: pl.DataFrame) -> Stretch:
        here = (pl.col("scenario") == scenario) & pl.col("prompt_id").is_in(prompts["prompt_id"].to_list())
        samples = self.folder.table("samples").read(where=here).sort(*SAMPLE)
        current = [metric["identity"] for metric in self.metrics.values()]
        columns = ["metric", "model", "prompt_id", "seed", "value", "reason"]
        scores = self.folder.table("scores").read(columns, where=here & pl.col("metric_key").is_in(current))
        facts = {name: _facts(parts, samples, prompts) for name, parts in self.fact_places().items()}
        return Stretch(scenario, prompts, samples, scores, facts)


def _facts(parts: list[Path], samples: pl.DataFrame, prompts: pl.DataFrame) -> pl.DataFrame:
    images, keys = samples["image"].drop_nulls().to_list(), prompts["prompt_key"].to_list()
    about = pl.col("image").is_in(images) | pl.col("image").is_null()
    same = pl.col("prompt").is_in(keys) | pl.col("prompt").is_null()
    scan = pl.scan_parquet(parts)
    shown = [name for name, kind in scan.collect_schema().items() if name != "key" and not isinstance(kind, pl.List)]
    return scan.filter(about & same).select(shown).collect()


def _warnings(schema: Mapping[str, Any]) -> list[pl.Expr]:
    """What says that an image should not be shown unasked: a flag, a probability of one half, or a bare body part."""
    named = [name for name in schema if any(word in name.lower() for word in WARNINGS)]
    flags = [pl.col(name) for name in named if schema[name] == pl.Boolean]
    chances = [pl.col(name) >= 0.5 for name in named if schema[name] == pl.Float64]
    parts = [pl.col(name).str.contains(BARE) for name in ("boxes",) if schema.get(name) == pl.String]
    return [told.fill_null(value=False) for told in (*flags, *chances, *parts)]


WARNINGS = ("nsfw", "unsafe", "sexual", "nudity", "gore", "violen")
BARE = r"(genitalia|female_breast|anus|buttocks)_exposed"
