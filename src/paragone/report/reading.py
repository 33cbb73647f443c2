"""Reads a run for the report, a stretch of prompts at a time, so that memory stays level however large it is."""

import functools
import hashlib
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from paragone.report.ratings import SCHEMA, ratings_in, read_ratings
from paragone.stages.aspects import place_of
from paragone.stages.roles import in_order
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
        # Pages ask for the same few tables again and again: the last are kept, so few that memory stays level.
        self.prompts = functools.lru_cache(maxsize=2)(self._prompts)
        self.scores = functools.lru_cache(maxsize=2)(self._scores)
        self.prompt_means = functools.lru_cache(maxsize=64)(self._prompt_means)
        self._means_by_model = functools.lru_cache(maxsize=64)(self._split_means)
        self._prompt_places = functools.lru_cache(maxsize=2)(self._place_prompts)
        self._first_places = functools.lru_cache(maxsize=2)(self._place_first)
        self._samples_on = functools.lru_cache(maxsize=2)(self._samples)

    @functools.cached_property
    def estimates(self) -> list[dict[str, Any]]:
        """Every number of the run."""
        return self.folder.table("estimates").read().to_dicts()

    @functools.cached_property
    def columns(self) -> dict[tuple[str, str], list[dict[str, Any]]]:
        """The numbers by metric and scenario."""
        found: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for row in self.estimates:
            found.setdefault((row["metric"], row["scenario"]), []).append(row)
        return found

    def places_of(self, model: str) -> dict[tuple[str, str], dict[str, Any]]:
        """A model's numbers by scenario and metric."""
        return {(row["scenario"], row["metric"]): row for row in self._by_model.get(model, [])}

    @functools.cached_property
    def _by_model(self) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {}
        for row in self.estimates:
            found.setdefault(row["model"], []).append(row)
        return found

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
        return in_order(self._in_order("models"), self.ranks, {m: t["use"] for m, t in self.manifest["models"].items()})

    @functools.cached_property
    def sensitive_images(self) -> frozenset[str]:
        """Hashes of the images that some annotator flagged as not safe."""
        found: set[str] = set()
        for place in self.fact_places().values():
            scan = pl.scan_parquet(place)
            if flags := _warnings(scan.collect_schema()):
                found.update(scan.filter(pl.any_horizontal(flags)).select("image").collect()["image"].drop_nulls())
        return frozenset(found)

    @functools.cached_property
    def is_checked_for_safety(self) -> bool:
        """Whether some annotator can flag an image as not safe."""
        return any(_warnings(pl.scan_parquet(place).collect_schema()) for place in self.fact_places().values())

    @functools.cached_property
    def prints(self) -> dict[str, str]:
        """For each model, what changes when its current scores or the protocols do."""
        digests = {model: hashlib.sha256() for model in self.models}
        for metric, scenario in itertools.product(self.metrics, self.scenarios):
            scores = self.scores(metric, scenario).select("model", "prompt_id", "seed", "value")
            for (model,), rows in scores.sort("model").group_by("model", maintain_order=True):
                if model in digests:
                    told = rows.drop("model").hash_rows().sort().to_numpy()
                    digests[str(model)].update(f"{metric} {scenario}".encode() + told.tobytes())
        for row in sorted(self.estimates, key=lambda row: (row["metric"], row["scenario"])):
            if row["model"] in digests:
                digests[row["model"]].update(json.dumps([row["protocol"], row["value"]]).encode())
        return {model: digest.hexdigest()[:32] for model, digest in digests.items()}

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

    def _prompts(self, scenario: str) -> pl.DataFrame:
        """A scenario's prompts, by id."""
        columns = ["scenario", "prompt_id", "prompt_key", "text", "tags", "expect", "origin", "reference"]
        found = self.folder.table("prompts").read(columns, where=pl.col("scenario") == scenario)
        return found.sort("prompt_id")

    def samples(self, scenario: str, *, model: str | None = None) -> pl.DataFrame:
        """What was drawn on a scenario, without details."""
        found = self._samples_on(scenario)
        return found if model is None else found.filter(pl.col("model") == model)

    def _samples(self, scenario: str) -> pl.DataFrame:
        columns = [*SAMPLE, "key", "image", "file", "width", "height", "outcome", "reason"]
        found = self.folder.table("samples").read(columns, where=pl.col("scenario") == scenario)
        return found.sort("prompt_id", "seed", "model")

    def prompt(self, scenario: str, prompt_id: str) -> dict[str, Any]:
        """One prompt."""
        return self.prompts(scenario).row(self._prompt_places(scenario)[prompt_id], named=True)

    def _place_prompts(self, scenario: str) -> dict[str, int]:
        return {prompt_id: place for place, prompt_id in enumerate(self.prompts(scenario)["prompt_id"])}

    def first_sample(self, scenario: str, model: str, prompt_id: str) -> dict[str, Any] | None:
        """A model's first drawing for a prompt."""
        place = self._first_places(scenario).get((model, prompt_id))
        return None if place is None else self.samples(scenario).row(place, named=True)

    def _place_first(self, scenario: str) -> dict[tuple[str, str], int]:
        rows = self.samples(scenario).select("model", "prompt_id").iter_rows()
        return {pair: place for place, pair in reversed(list(enumerate(rows)))}

    def _scores(self, metric: str, scenario: str) -> pl.DataFrame:
        """Every current score of one metric on one scenario."""
        where = (pl.col("scenario") == scenario) & (pl.col("metric_key") == self.metrics[metric]["identity"])
        return self.folder.table("scores").read(["model", "prompt_id", "seed", "value", "reason"], where=where)

    def _prompt_means(self, metric: str, scenario: str) -> pl.DataFrame:
        """Each model's mean score by prompt: what paired differences rest on."""
        scores = self.scores(metric, scenario).lazy().drop_nulls("prompt_id")  # a set metric's number is of no prompt
        # In order: the last digit of a correlation hangs on it.
        return scores.group_by("model", "prompt_id").agg(pl.col("value").mean()).sort("model", "prompt_id").collect()

    def means_of(self, model: str, metric: str, scenario: str) -> dict[str, float | None]:
        """One model's mean score by prompt."""
        mine = self._means_by_model(metric, scenario).get((model,))
        return {} if mine is None else dict(mine.iter_rows())

    def _split_means(self, metric: str, scenario: str) -> dict[tuple[Any, ...], pl.DataFrame]:
        return self.prompt_means(metric, scenario).partition_by("model", as_dict=True, include_key=False)

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
